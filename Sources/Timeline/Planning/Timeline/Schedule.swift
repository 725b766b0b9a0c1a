package import Documents
internal import Evaluation
package import JSON
package import Scenes

/// Computes when the steps of one transition start and end. A step starts with its group, relative to another
/// step (`at`), or after the previous step.
package struct Schedule {
  /// The time at which the transition starts on the timeline.
  let origin: FrameTime
  /// The duration of the transition; nil means the duration of its steps.
  let duration: FrameTime?
  let framesPerSecond: Double

  package init(origin: FrameTime, duration: FrameTime?, framesPerSecond: Double) {
    self.origin = origin
    self.duration = duration
    self.framesPerSecond = framesPerSecond
  }

  /// Computes the times of steps whose animators are already bound. The function returns false after a
  /// problem, which it has already reported.
  package func resolve(
    _ steps: Range<Int>, of timeline: inout Timeline, _ problems: inout Problems
  ) -> Bool {
    var isRight = true
    for step in steps where find(.end(step), &timeline, &problems) == nil { isRight = false }
    return isRight
  }

  /// The time of an event that is not a step, such as the seam.
  package func time(
    _ spec: Sourced<StartSpec>, of timeline: inout Timeline, _ problems: inout Problems
  ) -> FrameTime? {
    anchor(of: spec, group: origin, previousEnd: origin, length: .zero, timeline, &problems)
      .flatMap { anchor in
        guard let point = anchor.point else { return anchor.shift }
        return find(point, &timeline, &problems).map { $0 + anchor.shift }
      }
  }

  package func length(
    _ spec: DurationSpec, at origin: Origin, _ problems: inout Problems
  ) -> FrameTime? {
    let seconds: Double
    switch spec {
    case .seconds(let count): seconds = count
    case .frames(let count): seconds = count / framesPerSecond
    case .fraction(let fraction):
      guard let duration else {
        problems.add(
          "a percentage refers to the transition's duration, which is not set", at: origin)
        return nil
      }
      seconds = fraction * duration.seconds
    }
    guard abs(seconds) <= FrameTime.limit.seconds else {
      problems.add(
        "a time of \(JSONWriter.number(seconds.rounded(toPlaces: 4))) s; "
          + "at most \(FrameTime.limit.text)", at: origin)
      return nil
    }
    return FrameTime(seconds: seconds)
  }

  // MARK: Search

  /// The start time or the end time of a step.
  private enum Point: Equatable {
    case start(Int)
    case end(Int)
  }

  /// The point from which a start time is counted: the start or end of a step, or time 0 if no point is
  /// given.
  private struct Anchor {
    var point: Point?
    var shift: FrameTime
  }

  private enum Attempt {
    case found(FrameTime)
    case failed
    /// The start or end of the step cannot be computed before these other points.
    case waits([Point])
  }

  /// Computes a point after all points on which it depends. Pending points are kept in a list instead of the
  /// call stack, because a million steps may depend on each other.
  private func find(
    _ goal: Point, _ timeline: inout Timeline, _ problems: inout Problems
  ) -> FrameTime? {
    var waiting = [goal]
    while let point = waiting.last {
      guard time(of: point, timeline) == nil, search(of: point, timeline) != .failed else {
        waiting.removeLast()
        continue
      }
      set(.open, point, &timeline)
      switch attempt(point, &timeline, &problems) {
      case .found(let time):
        switch point {
        case .start(let step): timeline.steps[step].start = near(time, step, &timeline, &problems)
        case .end(let step): timeline.steps[step].end = near(time, step, &timeline, &problems)
        }
      case .failed: set(.failed, point, &timeline)
      case .waits(let others):
        if let open = others.first(where: { search(of: $0, timeline) == .open }) {
          tellCircle(through: timeline.steps[openStep(open, timeline)], &problems)
          set(.failed, point, &timeline)
        } else {
          waiting += others
        }
      }
    }
    return time(of: goal, timeline)
  }

  private func attempt(
    _ point: Point, _ timeline: inout Timeline, _ problems: inout Problems
  ) -> Attempt {
    switch point {
    case .start(let step): start(of: step, timeline, &problems)
    case .end(let step): end(of: step, &timeline, &problems)
    }
  }

  private func time(of point: Point, _ timeline: Timeline) -> FrameTime? {
    switch point {
    case .start(let step): timeline.steps[step].start
    case .end(let step): timeline.steps[step].end
    }
  }

  private func search(of point: Point, _ timeline: Timeline) -> Timeline.Search {
    switch point {
    case .start(let step): timeline.steps[step].startSearch
    case .end(let step): timeline.steps[step].endSearch
    }
  }

  private func set(_ search: Timeline.Search, _ point: Point, _ timeline: inout Timeline) {
    switch point {
    case .start(let step): timeline.steps[step].startSearch = search
    case .end(let step): timeline.steps[step].endSearch = search
    }
  }

  /// The step whose start is needed to compute a point.
  private func openStep(_ point: Point, _ timeline: Timeline) -> Int {
    var step: Int
    switch point {
    case .start(let index), .end(let index): step = index
    }
    func isOpen(_ point: Point) -> Bool {
      time(of: point, timeline) == nil && search(of: point, timeline) == .open
    }
    while !isOpen(.start(step)),
      let child = timeline.steps[step].children.first(where: {
        isOpen(.start($0)) || isOpen(.end($0))
      })
    {
      step = child
    }
    return step
  }

  // MARK: Starts

  private func start(
    of index: Int, _ timeline: Timeline, _ problems: inout Problems
  ) -> Attempt {
    let step = timeline.steps[index]
    var group = origin
    if let parent = step.parent {
      guard let time = timeline.steps[parent].start else {
        return wait(for: .start(parent), timeline)
      }
      group = time
    }
    let rate = step.rate
    group = group + step.delay.divided(by: rate)
    var previousEnd = group
    if let before = step.previous, timeline.followsPrevious(index) {
      guard let time = timeline.steps[before].end else { return wait(for: .end(before), timeline) }
      previousEnd = time
    }
    guard
      let anchor = anchor(
        of: index, group: group, previousEnd: previousEnd, rate, timeline, &problems)
    else { return .failed }
    guard let point = anchor.point else { return .found(anchor.shift) }
    return time(of: point, timeline).map { .found($0 + anchor.shift) } ?? wait(for: point, timeline)
  }

  /// Computes a point in time on which other points depend; if the computation fails, the other points fail
  /// too.
  private func wait(for point: Point, _ timeline: Timeline) -> Attempt {
    search(of: point, timeline) == .failed ? .failed : .waits([point])
  }

  private func tellCircle(through step: Timeline.Step, _ problems: inout Problems) {
    problems.add(
      "`at` has a cycle through \"\(step.label)\"",
      at: step.spec.at?.origin ?? step.spec.origin)
  }

  private func anchor(
    of index: Int, group: FrameTime, previousEnd: FrameTime, _ rate: Double,
    _ timeline: Timeline, _ problems: inout Problems
  ) -> Anchor? {
    let step = timeline.steps[index]
    guard let spec = step.spec.at else { return Anchor(shift: previousEnd) }
    var length = FrameTime.zero
    if case .relative(.before, _, _) = spec.value {
      guard let own = step.binding?.duration else {
        problems.add("`before` needs a step that has its own duration", at: spec.origin)
        return nil
      }
      let passes = passes(
        of: step, lasting: own.divided(by: rate * step.spec.passes.speed), from: group, rate,
        &problems)
      guard let passes else { return nil }
      length = passes.whole
    }
    return anchor(
      of: spec, group: group, previousEnd: previousEnd, length: length, rate: rate, timeline,
      &problems)
  }

  /// The reference point of a step's start; `length` is the duration of the step.
  private func anchor(
    of spec: Sourced<StartSpec>, group: FrameTime, previousEnd: FrameTime, length: FrameTime,
    rate: Double = 1, _ timeline: Timeline, _ problems: inout Problems
  ) -> Anchor? {
    switch spec.value {
    case .time(let time):
      return self.length(time, at: spec.origin, &problems).map {
        Anchor(shift: group + $0.divided(by: rate))
      }
    case .afterPrevious(let time):
      return self.length(time, at: spec.origin, &problems).map {
        Anchor(shift: previousEnd + $0.divided(by: rate))
      }
    case .label(let id):
      return labelled(id, timeline, &problems).map { Anchor(point: .start($0), shift: .zero) }
    case .relative(let relation, let id, let offset):
      guard let other = labelled(id, timeline, &problems),
        let shift = self.length(offset, at: spec.origin, &problems)?.divided(by: rate)
      else { return nil }
      switch relation {
      case .with: return Anchor(point: .start(other), shift: shift)
      case .after: return Anchor(point: .end(other), shift: shift)
      case .before: return Anchor(point: .start(other), shift: shift - length)
      }
    }
  }

  private func labelled(
    _ id: Sourced<String>, _ timeline: Timeline, _ problems: inout Problems
  ) -> Int? {
    if let step = timeline.step(labelled: id.value) { return step }
    problems.add(
      "no step \"\(id.value)\"", at: id.origin,
      suggestion: problems.isFull
        ? nil : NearestWord.find(id.value, in: timeline.labels.keys.sorted()))
    return nil
  }

  // MARK: Ends

  /// The passes of a step whose pass duration is known; nil after a problem, which has been reported.
  private func passes(
    of step: Timeline.Step, lasting length: FrameTime, from start: FrameTime, _ rate: Double,
    _ problems: inout Problems
  ) -> RepeatTiming? {
    let spec = step.spec.passes
    var passes = RepeatTiming(length: length, isAlternating: spec.isAlternating)
    if let delay = spec.delay {
      guard let time = self.length(delay.value, at: delay.origin, &problems) else { return nil }
      passes.delay = time.divided(by: rate * spec.speed)
    }
    guard let count = spec.count else { return passes }
    switch count.value {
    case .times(let times): passes.count = times
    case .forever:
      guard let duration else {
        problems.add(
          "\"forever\" needs an end: give the timeline a duration", at: count.origin)
        return nil
      }
      let cycle = (length + passes.delay).ticks
      guard length > .zero else {
        problems.add("\"forever\" needs a step with a duration", at: count.origin)
        return nil
      }
      let left = max(.zero, origin + duration - start)
      let full = left.ticks / cycle
      let rest = Double(left.ticks - full * cycle) / Double(length.ticks)
      passes.count = max(Double(full) + min(rest, 1), 1e-6)
    }
    return passes
  }

  private func end(
    of index: Int, _ timeline: inout Timeline, _ problems: inout Problems
  ) -> Attempt {
    let step = timeline.steps[index]
    guard let start = step.start else { return wait(for: .start(index), timeline) }
    var end = start
    if step.isGroup {
      let points = step.children.map(Point.end)
      let open = points.filter { time(of: $0, timeline) == nil }
      if open.contains(where: { search(of: $0, timeline) == .failed }) { return .failed }
      // The list is reversed, because its last element is computed first.
      if !open.isEmpty { return .waits(open.reversed()) }
      for child in step.children { end = max(end, timeline.steps[child].end ?? end) }
    } else {
      guard let length = step.binding?.duration else { return .failed }
      let speed = step.rate * step.spec.passes.speed
      end = start + length.divided(by: speed)
    }
    guard
      let passes = passes(
        of: step, lasting: end - start, from: start, step.rate, &problems)
    else { return .failed }
    timeline.steps[index].passes = passes
    end = start + passes.whole
    if let duration {
      let limit = origin + duration
      // Each fraction of the duration is rounded separately, so a step may end up to a microsecond after the
      // duration.
      if end > limit, (end - limit).ticks < FrameTime.ticksPerSecond / 1_000_000 { end = limit }
    }
    return .found(end)
  }

  /// Clamps a time of a step to the valid range and reports a problem. The times of dependent steps are
  /// clamped too, without further problems.
  private func near(
    _ time: FrameTime, _ step: Int, _ timeline: inout Timeline, _ problems: inout Problems
  ) -> FrameTime {
    if time.isWithinLimit { return time }
    if !timeline.reachesTooFar {
      problems.add(
        "the step reaches \(time.text) s; at most \(FrameTime.limit.text)",
        at: timeline.steps[step].spec.origin)
    }
    timeline.reachesTooFar = true
    return time < .zero ? .zero - .limit : .limit
  }
}

extension FrameTime {
  /// Divides the duration by the speed `rate`.
  fileprivate func divided(by rate: Double) -> FrameTime {
    rate == 1 ? self : FrameTime(seconds: seconds / rate)
  }
}
