/// Reports whether work was cancelled. It is passed down to all long work.
package struct Cancellation: Sendable {
  private let ask: @Sendable () -> Bool

  /// Creates a cancellation; `ask` is called between frames, from any thread.
  package init(_ ask: @escaping @Sendable () -> Bool) { self.ask = ask }

  /// Work that is wanted to its end.
  package static let never = Cancellation { false }

  package var isCancelled: Bool { ask() }

  package func check() throws(EngineError) {
    if isCancelled { throw EngineError("interrupted", .cancelled) }
  }
}
