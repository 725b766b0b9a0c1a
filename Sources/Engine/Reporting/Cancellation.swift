/// A test that returns whether work was cancelled. All long operations receive a cancellation from their
/// caller.
package struct Cancellation: Sendable {
  private let ask: @Sendable () -> Bool

  /// Creates a cancellation; `ask` is called between frames from any thread.
  package init(_ ask: @escaping @Sendable () -> Bool) { self.ask = ask }

  /// A cancellation that never cancels the work.
  package static let never = Cancellation { false }

  package var isCancelled: Bool { ask() }

  package func check() throws(EngineError) {
    if isCancelled { throw EngineError("interrupted", .cancelled) }
  }
}
