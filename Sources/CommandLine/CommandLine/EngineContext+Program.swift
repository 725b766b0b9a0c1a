package import Files

extension EngineContext {
  /// The context of the program, since a command is one piece of work.
  package static let ofProgram = EngineContext()
}
