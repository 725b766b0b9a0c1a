import Files

extension EngineContext {
  /// That of the program: a command is one piece of work.
  static let ofProgram = EngineContext()
}
