internal import Synchronization

/// Ends the work of a composition early; all long work checks this object from any thread.
final class Interrupt: Sendable {
  enum Reason: Sendable {
    case cancelled
    case timeout(seconds: Double)
    /// A warning was reported, and the options treat warnings as errors.
    case warning
  }
  private struct State {
    var reason: Reason?
    var seconds = 0.0
    /// The time at which the current work must end; nil if there is no timeout.
    var end: ContinuousClock.Instant?
    var ask: @Sendable () -> Bool = { false }
    var warnings: [String] = []
  }
  private let state = Mutex(State())

  /// Starts the timeout and the cancellation test for a new piece of work.
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

  /// Whether the current work of the engine must end early.
  var isRaised: Bool {
    let (isKnown, end, ask) = state.withLock { ($0.reason != nil, $0.end, $0.ask) }
    if isKnown { return true }
    // The lock is not held while the caller's function is called.
    let isCancelled = ask()
    guard isCancelled || end.map({ $0 < .now }) == true else { return false }
    state.withLock { state in
      if state.reason == nil {
        state.reason = isCancelled ? .cancelled : .timeout(seconds: state.seconds)
      }
    }
    return true
  }

  /// The reason why the last work ended early; nil if the work was completed.
  var reason: Reason? { state.withLock { $0.reason } }
  var warnings: [String] { state.withLock { $0.warnings } }
}
