internal import Synchronization

/// Ends the work of a composition early: all long work checks this object, from any thread.
final class Interrupt: Sendable {
  enum Reason: Sendable {
    case cancelled
    case timeout(seconds: Double)
    /// A warning, when the options turn warnings into errors.
    case warning
  }
  private struct State {
    var reason: Reason?
    var seconds = 0.0
    /// The time at which the work must end; nil if there is no timeout.
    var end: ContinuousClock.Instant?
    var ask: @Sendable () -> Bool = { false }
    var warnings: [String] = []
  }
  private let state = Mutex(State())

  /// Starts a piece of work.
  func begin(seconds: Double?, _ ask: @escaping @Sendable () -> Bool) {
    state.withLock {
      $0 = State(
        seconds: seconds ?? 0, end: seconds.map { .now + .seconds($0) }, ask: ask)
    }
  }

  /// Records a warning that makes the work fail.
  func warn(_ line: String) {
    state.withLock {
      $0.warnings.append(line)
      if $0.reason == nil { $0.reason = .warning }
    }
  }

  /// Whether the work was cancelled.
  var isRaised: Bool {
    let (isKnown, end, ask) = state.withLock { ($0.reason != nil, $0.end, $0.ask) }
    if isKnown { return true }
    // The caller's function is called without the lock.
    let isCancelled = ask()
    guard isCancelled || end.map({ $0 < .now }) == true else { return false }
    state.withLock { state in
      if state.reason == nil {
        state.reason = isCancelled ? .cancelled : .timeout(seconds: state.seconds)
      }
    }
    return true
  }

  /// The reason why the last work was interrupted; nil if it was not interrupted.
  var reason: Reason? { state.withLock { $0.reason } }
  var warnings: [String] { state.withLock { $0.warnings } }
}
