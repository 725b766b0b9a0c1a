internal import Synchronization

/// The time limit for calls of a registry's plugins in workers, which can be shortened when there is more
/// urgent work.
package final class CallCancellation: Sendable {
  /// The time for which a call may still continue after a cancellation.
  private static let grace = Duration.milliseconds(250)
  /// The time at which calls end; nil if no work is urgent.
  private let end = Mutex<ContinuousClock.Instant?>(nil)

  /// An additional condition; true ends calls at once.
  private let ask: @Sendable () -> Bool

  package init(asking ask: @escaping @Sendable () -> Bool = { false }) { self.ask = ask }

  /// Cancels the current calls for more urgent work: they soon fail as interrupted.
  package func cancel() {
    end.withLock { end in if end == nil { end = .now + Self.grace } }
  }

  /// Lets calls start again after a cancellation.
  package func resume() { end.withLock { $0 = nil } }

  package var isCancelled: Bool { end.withLock { $0 != nil } || ask() }

  /// Whether the time of a call is over.
  var hasEnded: Bool { end.withLock { $0.map { $0 < .now } ?? false } || ask() }
}
