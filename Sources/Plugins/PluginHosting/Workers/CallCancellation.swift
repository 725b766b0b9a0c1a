internal import Synchronization

/// Limits the time of plugin calls in the workers of a registry; more urgent work can shorten it.
package final class CallCancellation: Sendable {
  /// The time for which a call may continue after a cancellation.
  private static let grace = Duration.milliseconds(250)
  /// The time at which running calls end; nil if no urgent work is waiting.
  private let end = Mutex<ContinuousClock.Instant?>(nil)

  /// An additional test for a cancellation; if the test returns true, calls end immediately.
  private let ask: @Sendable () -> Bool

  package init(asking ask: @escaping @Sendable () -> Bool = { false }) { self.ask = ask }

  /// Cancels the running calls for more urgent work; they soon fail as interrupted.
  package func cancel() {
    end.withLock { end in if end == nil { end = .now + Self.grace } }
  }

  /// Allows calls to start again after a cancellation.
  package func resume() { end.withLock { $0 = nil } }

  package var isCancelled: Bool { end.withLock { $0 != nil } || ask() }

  /// Whether running plugin calls must end now.
  var hasEnded: Bool { end.withLock { $0.map { $0 < .now } ?? false } || ask() }
}
