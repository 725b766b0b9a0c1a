package import Files

extension EngineContext {
  /// The context of the program, because a command is one piece of work.
  package static let ofProgram = EngineContext()
}
