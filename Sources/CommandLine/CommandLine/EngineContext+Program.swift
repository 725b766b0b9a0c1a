package import Files

extension EngineContext {
  /// That of the program: a command is one piece of work.
  package static let ofProgram = EngineContext()
}
