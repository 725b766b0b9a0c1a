import Interaction
package import Scenes

/// Wall time to the plan's time. Without a finger and without reversal they are the same.
package struct PlanClock: Sendable {
  package enum Event: Hashable, Sendable {
    case willBegin
    case interactionChanged(progress: Double)
    case finished
    case cancelled
    case didEnd(completed: Bool)
  }
  /// One transition: when it starts and ends on the wall, and how its own time runs meanwhile.
  struct Span: Sendable {
    var wallStart: FrameTime
    var wallEnd: FrameTime
    var planStart: FrameTime
    var planEnd: FrameTime
    /// What still runs after the end: steps that hang on it.
    var planTail: FrameTime
    var run: InteractiveRun?
    var isReversed: Bool

    func planTime(at wall: FrameTime) -> FrameTime {
      var time: FrameTime
      if let run {
        let fraction =
          wall >= wallEnd ? (run.isCompleted ? 1 : 0) : run.fraction(at: (wall - wallStart).seconds)
        if fraction == 1 {
          time = wall > wallEnd ? min(planEnd + (wall - wallEnd), planTail) : planEnd
        } else {
          let length = Double((planEnd - planStart).ticks)
          time =
            planStart
            + FrameTime(ticks: Int64(clamped: fraction * length, rounded: .toNearestOrAwayFromZero))
        }
      } else {
        time = min(planStart + (wall - wallStart), isReversed ? planEnd : planTail)
      }
      if isReversed { time = planStart + (planEnd - time) }
      return time
    }
  }

  /// Ascending, without gaps; the last one's end state stays.
  var spans: [Span]

  /// Of wall time.
  package var duration: FrameTime {
    guard let last = spans.last else { return .zero }
    let happened = last.run?.isCompleted ?? true
    return last.wallEnd + (happened ? last.planTail - last.planEnd : .zero)
  }

  mutating func append(_ leg: Leg, run: InteractiveRun?, delay: FrameTime = .zero) {
    let before = spans.last
    let start = duration + (leg.start - (before?.planTail ?? .zero)) + delay
    let length = run.map { FrameTime(seconds: $0.durationSeconds) } ?? leg.end - leg.start
    spans.append(
      Span(
        wallStart: start, wallEnd: start + length, planStart: leg.start, planEnd: leg.end,
        planTail: leg.tail, run: run, isReversed: leg.isReversed))
  }

  package func planTime(at wall: FrameTime) -> FrameTime {
    guard let span = spans.last(where: { $0.wallStart <= wall }) else {
      return spans.first.map { $0.planTime(at: $0.wallStart) } ?? wall
    }
    return span.planTime(at: wall)
  }

  /// What happens, in the order of its wall time in seconds.
  package var events: [(time: Double, transition: Int, event: Event)] {
    spans.enumerated().flatMap { index, span -> [(time: Double, transition: Int, event: Event)] in
      let start = span.wallStart.seconds
      guard let run = span.run else {
        return [
          (start, index, .willBegin), (span.wallEnd.seconds, index, .didEnd(completed: true)),
        ]
      }
      return run.events.map { (start + $0.time, index, Event($0.event)) }
    }
  }
}

extension PlanClock.Event {
  init(_ event: InteractiveRun.Event) {
    switch event {
    case .willBegin: self = .willBegin
    case .interactionChanged(let progress): self = .interactionChanged(progress: progress)
    case .finished: self = .finished
    case .cancelled: self = .cancelled
    case .didEnd(let completed): self = .didEnd(completed: completed)
    }
  }
}
