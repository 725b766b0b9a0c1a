package import Files

extension EngineContext {
  /// The engine context of the program; each command is one piece of work.
  package static let ofProgram = EngineContext()
}
