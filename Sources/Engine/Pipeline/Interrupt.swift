internal import Synchronization

/// Ends the work of a composition early: all long work checks it, from any thread.
final class Interrupt: Sendable {
  enum Reason: Sendable {
    case cancelled
    case timeout(seconds: Double)
    /// A warning, where warnings are errors.
    case warning
  }
  private struct State {
    var reason: Reason?
    var seconds = 0.0
    /// Nil while there is no end.
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

  /// Work that is at fault by a warning has told it.
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
    // Called without the lock, since it is a caller's function.
    let isCancelled = ask()
    guard isCancelled || end.map({ $0 < .now }) == true else { return false }
    state.withLock { state in
      if state.reason == nil {
        state.reason = isCancelled ? .cancelled : .timeout(seconds: state.seconds)
      }
    }
    return true
  }

  /// The reason why the last work was interrupted; nil if it was not.
  var reason: Reason? { state.withLock { $0.reason } }
  var warnings: [String] { state.withLock { $0.warnings } }
}
