package import Documents
package import Scenes

/// The schedule of one transition: it finds when steps start and end. A step starts where its group
/// does, where another step says (`at`), or after the step before it.
package struct Schedule {
  /// The start of the transition.
  let origin: FrameTime
  /// nil: as long as its steps take.
  let duration: FrameTime?
  let framesPerSecond: Double

  package init(origin: FrameTime, duration: FrameTime?, framesPerSecond: Double) {
    self.origin = origin
    self.duration = duration
    self.framesPerSecond = framesPerSecond
  }

  /// Finds the times of steps, whose leaves are bound. False when something is wrong; it has been
  /// reported.
  package func resolve(
    _ steps: Range<Int>, of timeline: inout Timeline, _ problems: inout Problems
  ) -> Bool {
    var isRight = true
    for step in steps where end(of: step, &timeline, &problems) == nil { isRight = false }
    return isRight
  }

  /// A time at which something else happens, such as the seam.
  package func time(
    _ spec: Sourced<StartSpec>, of timeline: inout Timeline, _ problems: inout Problems
  ) -> FrameTime? {
    anchor(of: spec, group: origin, previousEnd: origin, length: .zero, timeline, &problems)
      .flatMap { time(of: $0, &timeline, &problems) }
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
        problems.add("a percent needs the transition's duration, and none is given", at: origin)
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

  // MARK: Starts

  /// The time that a start counts from, or the other step whose start or end it counts from.
  private enum Anchor {
    case time(FrameTime)
    case start(Int, FrameTime)
    case end(Int, FrameTime)
  }

  private func start(
    of index: Int, _ timeline: inout Timeline, _ problems: inout Problems
  ) -> FrameTime? {
    if let start = timeline.steps[index].start { return start }
    if timeline.steps[index].isVisited {
      tellCircle(through: timeline.steps[index], &problems)
      return nil
    }
    timeline.steps[index].isVisited = true
    var group = origin
    if let parent = timeline.steps[index].parent {
      guard let time = start(of: parent, &timeline, &problems) else { return nil }
      group = time
    }
    group = group + timeline.steps[index].delay
    var previousEnd = group
    if let before = timeline.steps[index].previous, timeline.followsPrevious(index) {
      guard let time = end(of: before, &timeline, &problems) else { return nil }
      previousEnd = time
    }
    guard
      let anchor = anchor(
        of: index, group: group, previousEnd: previousEnd, timeline, &problems),
      let found = time(of: anchor, &timeline, &problems)
    else { return nil }
    timeline.steps[index].start = near(found, index, &timeline, &problems)
    return timeline.steps[index].start
  }

  private func time(
    of anchor: Anchor, _ timeline: inout Timeline, _ problems: inout Problems
  ) -> FrameTime? {
    switch anchor {
    case .time(let time): time
    case .start(let step, let shift): start(of: step, &timeline, &problems).map { $0 + shift }
    case .end(let step, let shift): end(of: step, &timeline, &problems).map { $0 + shift }
    }
  }

  @inline(never)
  private func tellCircle(through step: Timeline.Step, _ problems: inout Problems) {
    problems.add(
      "`at` goes round in a circle through \"\(step.label)\"",
      at: step.spec.at?.origin ?? step.spec.origin)
  }

  /// Not inlined, as steps may hang on each other by the thousand: `start(of:)` needs little stack.
  @inline(never)
  private func anchor(
    of index: Int, group: FrameTime, previousEnd: FrameTime, _ timeline: Timeline,
    _ problems: inout Problems
  ) -> Anchor? {
    let step = timeline.steps[index]
    guard let spec = step.spec.at else { return .time(previousEnd) }
    var length = FrameTime.zero
    if case .relative(.before, _, _) = spec.value {
      guard let own = step.binding?.duration else {
        problems.add("`before` needs a step with a duration of its own", at: spec.origin)
        return nil
      }
      length = own
    }
    return anchor(
      of: spec, group: group, previousEnd: previousEnd, length: length, timeline, &problems)
  }

  /// `length` is that of the step itself.
  private func anchor(
    of spec: Sourced<StartSpec>, group: FrameTime, previousEnd: FrameTime, length: FrameTime,
    _ timeline: Timeline, _ problems: inout Problems
  ) -> Anchor? {
    switch spec.value {
    case .time(let time):
      return self.length(time, at: spec.origin, &problems).map { .time(group + $0) }
    case .afterPrevious(let time):
      return self.length(time, at: spec.origin, &problems).map { .time(previousEnd + $0) }
    case .label(let id): return labelled(id, timeline, &problems).map { .start($0, .zero) }
    case .relative(let relation, let id, let offset):
      guard let other = labelled(id, timeline, &problems),
        let shift = self.length(offset, at: spec.origin, &problems)
      else { return nil }
      switch relation {
      case .with: return .start(other, shift)
      case .after: return .end(other, shift)
      case .before: return .start(other, shift - length)
      }
    }
  }

  private func labelled(
    _ id: Sourced<String>, _ timeline: Timeline, _ problems: inout Problems
  ) -> Int? {
    if let step = timeline.labels[id.value] { return step }
    problems.add(
      "no step \"\(id.value)\"", at: id.origin,
      suggestion: NearestWord.find(id.value, in: timeline.labels.keys.sorted()))
    return nil
  }

  // MARK: Ends

  private func end(
    of index: Int, _ timeline: inout Timeline, _ problems: inout Problems
  ) -> FrameTime? {
    if let end = timeline.steps[index].end { return end }
    guard let start = start(of: index, &timeline, &problems) else { return nil }
    var end = start
    if timeline.steps[index].isGroup {
      for child in timeline.steps[index].children {
        guard let time = self.end(of: child, &timeline, &problems) else { return nil }
        end = max(end, time)
      }
    } else {
      guard let length = timeline.steps[index].binding?.duration else { return nil }
      end = start + length
    }
    if let duration {
      let limit = origin + duration
      // Shares of the duration are rounded one by one; a microsecond is no step past the end.
      if end > limit, (end - limit).ticks < FrameTime.ticksPerSecond / 1_000_000 { end = limit }
    }
    timeline.steps[index].end = near(end, index, &timeline, &problems)
    return timeline.steps[index].end
  }

  /// A step's start or end: beyond the limit it is a problem, and the limit. What follows such a
  /// step lies there too, so it is told once.
  @inline(never)
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
