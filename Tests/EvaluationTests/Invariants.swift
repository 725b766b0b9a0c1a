import Foundation
import Evaluation
import Scenes

/// The observable behaviour of a run, into which tests insert faults.
struct Observed {
  var fraction: (Double) -> Double
  var events: [(time: Double, event: InteractiveRun.Event)]
  var durationSeconds: Double
  var isCompleted: Bool
  var hasBegun: Bool

  init(_ run: InteractiveRun) {
    fraction = run.fraction
    events = run.events
    durationSeconds = run.durationSeconds
    isCompleted = run.isCompleted
    hasBegun = run.hasBegun
  }
}

/// The invariants of every possible track.
enum Invariants {
  /// Returns a description of the first invariant that a run violates.
  static func broken(by run: Observed, _ trial: Trial) -> String? {
    let end = run.fraction(run.durationSeconds)
    if end != (run.isCompleted ? 1 : 0) { return "ends at \(end)" }
    let ends = run.events.filter { if case .didEnd = $0.event { true } else { false } }
    if ends.count != (run.hasBegun ? 1 : 0) { return "completes \(ends.count) times" }
    if let last = ends.first, case .didEnd(let completed) = last.event, completed != run.isCompleted
    {
      return "says completed: \(completed)"
    }
    let begins = run.events.filter { $0.event == .willBegin }
    if begins.count != (run.hasBegun ? 1 : 0) { return "begins \(begins.count) times" }
    if !zip(run.events, run.events.dropFirst()).allSatisfy({ $0.time <= $1.time }) {
      return "events out of order"
    }
    return jump(in: run, trial)
  }

  /// Tests that the fraction moves no faster than the finger, or than the settling.
  private static func jump(in run: Observed, _ trial: Trial) -> String? {
    let step = 0.003
    let count = Int(run.durationSeconds / step)
    guard count > 0 else { return nil }
    let fastest = allowedSpeed(trial) * step + 0.002
    // When the gesture begins, a location may already be part of the way in.
    let begin = run.events.first?.time ?? 0
    var entry = 0.0
    if trial.gesture.kind == .location,
      let sample = trial.tracks.first?.first(where: { $0.time >= 0 }),
      case .point(let first) = sample.event
    {
      entry = first.x / trial.gesture.extent
    }
    var before = run.fraction(0)
    if !(0...1).contains(before) { return "\(before) at 0 s" }
    for i in 1...count {
      let time = Double(i) * step
      let now = run.fraction(time)
      if !(0...1).contains(now) { return "\(now) at \(time) s" }
      let begins = begin > time - step && begin <= time
      if abs(now - before) > fastest + (begins ? entry : 0) {
        return "jumps from \(before) to \(now) at \(time) s"
      }
      before = now
    }
    return nil
  }

  private static func allowedSpeed(_ trial: Trial) -> Double {
    var finger = 0.0
    for track in trial.tracks {
      // Only samples in order count, as in the gesture's own reading.
      var last: Sample?
      for sample in track {
        guard case .point(let p) = sample.event, sample.time >= (last?.time ?? 0) else { continue }
        if let before = last, case .point(let q) = before.event {
          let seconds = sample.time - before.time
          if seconds > 0 { finger = max(finger, abs(p.x - q.x) / trial.gesture.extent / seconds) }
          if seconds == 0 { finger = .infinity }
        }
        last = sample
      }
    }
    switch trial.settling {
    case .speed(let speed): return max(finger, max(speed, 0.1) / trial.transitionSeconds)
    case .remaining: return max(finger, 1 / trial.transitionSeconds)
    case .ratio(let ratio, let seconds, let carries):
      // The maximum speed of a spring is below ω / e, or is the speed that it takes over.
      let life = seconds ?? trial.transitionSeconds / 320
      return max(1.2 * finger, 12 / (min(1, ratio) * life), carries ? 1.5 * finger : 0)
    case .spring(_, let carries): return max(15, carries ? 1.5 * finger : finger)
    }
  }

  /// Tests a spring that takes over the finger's velocity: just after the lift, its speed is the finger's mean over the
  /// last 100 ms.
  static func brokenCarry(by run: Observed, _ trial: Trial) -> String? {
    let carries: Bool
    switch trial.settling {
    case .ratio(_, _, let yes), .spring(_, let yes): carries = yes
    default: carries = false
    }
    guard carries, trial.tracks.count == 1,
      let lift = run.events.first(where: { $0.event == .finished || $0.event == .cancelled })?.time
    else { return nil }
    let start = max(run.events[0].time, lift - 0.1)
    let position = run.fraction(lift)
    guard lift - start > 0.02, position > 0.02, position < 0.98 else { return nil }
    let finger = (position - run.fraction(start)) / (lift - start)
    // The shortest springs reverse within a microsecond.
    let h = 1e-9
    let spring = (run.fraction(lift + h) - position) / h
    return abs(spring - finger) <= 0.01 * max(1, abs(finger))
      ? nil : "the finger's velocity \(finger) becomes \(spring)"
  }
}
