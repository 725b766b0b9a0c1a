/// A test of whether work was cancelled. All long work receives a cancellation from its caller.
package struct Cancellation: Sendable {
  private let ask: @Sendable () -> Bool

  /// Creates a cancellation; `ask` is called between frames from any thread.
  package init(_ ask: @escaping @Sendable () -> Bool) { self.ask = ask }

  /// A cancellation that never happens.
  package static let never = Cancellation { false }

  package var isCancelled: Bool { ask() }

  package func check() throws(EngineError) {
    if isCancelled { throw EngineError("interrupted", .cancelled) }
  }
}
