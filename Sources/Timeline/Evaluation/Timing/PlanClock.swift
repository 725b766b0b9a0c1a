package import Scenes

/// The clock that converts wall time to the plan's time. In a transition that no finger drives and that is
/// not reversed, both times advance together.
package struct PlanClock: Sendable {
  /// The times of a transition on the plan's clock.
  package struct Times: Hashable, Sendable {
    package var start: FrameTime
    package var end: FrameTime
    /// The end of the last step that follows the end of the transition.
    package var tail: FrameTime
    package var isReversed = false
    /// Whether a finger cancels the transition, so that its end is never reached and the initial state is
    /// restored.
    package var isTakenBack = false

    package init(start: FrameTime, end: FrameTime, tail: FrameTime) {
      self.start = start
      self.end = end
      self.tail = tail
    }

    /// Converts a fraction of the transition to a plan time; `over` is the time since the transition was
    /// complete.
    package func planTime(at fraction: Double, over: FrameTime = .zero) -> FrameTime {
      var time: FrameTime
      if fraction == 1 {
        time = isTakenBack ? max(start, end - FrameTime(ticks: 1)) : min(end + over, tail)
      } else {
        let length = Double((end - start).ticks)
        time =
          start
          + FrameTime(ticks: Int64(clamped: fraction * length, rounded: .toNearestOrAwayFromZero))
      }
      if isReversed { time = start + (end - time) }
      return time
    }
  }

  /// A transition with its start and end in wall time, and the relation between wall time and plan time.
  private struct Span: Sendable {
    var wallStart: FrameTime
    var wallEnd: FrameTime
    var plan: Times
    var run: InteractiveRun?

    func planTime(at wall: FrameTime) -> FrameTime {
      if let run {
        let fraction =
          wall >= wallEnd ? (run.isCompleted ? 1 : 0) : run.fraction(at: (wall - wallStart).seconds)
        return plan.planTime(at: fraction, over: max(.zero, wall - wallEnd))
      }
      let time = min(plan.start + (wall - wallStart), plan.isReversed ? plan.end : plan.tail)
      return plan.isReversed ? plan.start + (plan.end - time) : time
    }

    /// The first wall time at which the plan is at `time`; for the end of the plan, the wall time at which
    /// the transition has settled; nil if the plan is never at `time`.
    func wallTime(of time: FrameTime) -> FrameTime? {
      guard let run else {
        return wallStart + (plan.isReversed ? plan.end - time : time - plan.start)
      }
      if time == (plan.isReversed ? plan.start : plan.end) {
        return run.isCompleted ? wallEnd : nil
      }
      let step = FrameTime(ticks: FrameTime.ticksPerSecond / 1000)
      var wall = wallStart
      let last = wallEnd + (plan.tail - plan.end)
      while wall <= last {
        let now = planTime(at: wall)
        if plan.isReversed ? now <= time : now >= time { return wall }
        wall = wall + step
      }
      return nil
    }
  }

  /// The spans in ascending order without gaps; the end state of the last span stays visible.
  private var spans: [Span] = []

  package init() {}

  /// The duration of the playback in wall time.
  package var duration: FrameTime {
    guard let last = spans.last else { return .zero }
    let happened = last.run?.isCompleted ?? true
    return last.wallEnd + (happened ? last.plan.tail - last.plan.end : .zero)
  }

  /// Appends the next transition, which starts after `delay`; a finger drives it if `run` is given.
  package mutating func append(_ times: Times, run: InteractiveRun?, delay: FrameTime = .zero) {
    let start = duration + (times.start - (spans.last?.plan.tail ?? .zero)) + delay
    let length = run.map { FrameTime(seconds: $0.durationSeconds) } ?? times.end - times.start
    spans.append(Span(wallStart: start, wallEnd: start + length, plan: times, run: run))
  }

  /// The first wall time at which the plan is at `time`, accurate to a millisecond if a finger drives the
  /// transition; nil if the plan is never at `time`.
  package func wallTime(of time: FrameTime) -> FrameTime? {
    for span in spans where time >= span.plan.start && time <= span.plan.tail {
      if let wall = span.wallTime(of: time) { return wall }
    }
    return nil
  }

  /// The wall times of a span of plan time in a transition. Plan times that a gesture never reaches are
  /// mapped to the end of the transition.
  package func wallTimes(
    from start: FrameTime, to end: FrameTime, in transition: Int
  ) -> (start: FrameTime, end: FrameTime) {
    guard spans.indices.contains(transition) else { return (start, end) }
    let span = spans[transition]
    func wall(_ time: FrameTime) -> FrameTime {
      if span.run != nil, !span.plan.isReversed, time > span.plan.end {
        return span.wallEnd + (time - span.plan.end)
      }
      return span.wallTime(of: time) ?? span.wallEnd
    }
    let (a, b) = (wall(start), wall(end))
    return (min(a, b), max(a, b))
  }

  package func planTime(at wall: FrameTime) -> FrameTime {
    guard let span = spans.last(where: { $0.wallStart <= wall }) else {
      return spans.first.map { $0.planTime(at: $0.wallStart) } ?? wall
    }
    return span.planTime(at: wall)
  }

  /// The start and end of a transition in wall time, and its times in the plan; nil if no transition has this
  /// index.
  package func span(of index: Int) -> (start: FrameTime, end: FrameTime, plan: Times)? {
    guard spans.indices.contains(index) else { return nil }
    return (spans[index].wallStart, spans[index].wallEnd, spans[index].plan)
  }

  /// The state of the finger when it lifted in transition `index` at a wall time in seconds; nil if it did
  /// not lift at that time.
  package func release(of index: Int, at time: Double) -> Release? {
    guard spans.indices.contains(index), let run = spans[index].run else { return nil }
    let start = spans[index].wallStart.seconds
    return run.releases.first { start + $0.time == time }?.release
  }

  /// The events of all transitions, in the order of their wall times in seconds.
  package var events: [(time: Double, transition: Int, event: InteractiveRun.Event)] {
    spans.enumerated().flatMap {
      index, span -> [(time: Double, transition: Int, event: InteractiveRun.Event)] in
      let start = span.wallStart.seconds
      guard let run = span.run else {
        return [
          (start, index, .willBegin), (span.wallEnd.seconds, index, .didEnd(completed: true)),
        ]
      }
      return run.events.map { (start + $0.time, index, $0.event) }
    }
  }
}
