import Documents
import Evaluation
import JSON
import Scenes

/// Wall times for the labels of moves and steps.
struct Moments: Sendable {
  private let clock: PlanClock
  private let framesPerSecond: Double
  private let steps: [String: (start: FrameTime, end: FrameTime)]

  init(_ timeline: Timeline, _ clock: PlanClock, framesPerSecond: Double) {
    self.clock = clock
    self.framesPerSecond = framesPerSecond
    steps = timeline.labels.compactMapValues { index in
      let step = timeline.steps[index]
      guard let start = step.start, let end = step.end else { return nil }
      return (start, end)
    }
  }

  var labels: [String] { steps.keys.filter { !$0.hasPrefix("#") && !$0.contains(" ") }.sorted() }

  func length(_ spec: DurationSpec) -> FrameTime {
    switch spec {
    case .seconds(let seconds): FrameTime(seconds: seconds)
    case .frames(let frames): FrameTime(seconds: frames / framesPerSecond)
    case .fraction(let share): FrameTime(seconds: share * clock.duration.seconds)
    }
  }

  /// The wall time of a moment; nil if its label does not exist.
  func time(of moment: MomentSpec) -> FrameTime? {
    switch moment {
    case .end: return clock.duration
    case .time(let spec): return length(spec)
    case .step(let relation, let id, let offset):
      guard let step = steps[id.value] else { return nil }
      let time = relation == .after ? step.end : step.start
      return clock.wallTime(of: time).map { $0 + length(offset) }
    }
  }
}
