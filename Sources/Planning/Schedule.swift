import Documents
import Scenes

/// Finds when every step of a transition starts and ends.
struct Schedule {
  let session: PlanningSession
  /// When the transition starts.
  let origin: FrameTime
  /// nil: as long as its steps take.
  let duration: FrameTime?
  /// Steps by id, of every transition planned so far.
  let labels: [String: TimelineNode]

  /// Finds the times of a tree of steps. False when something is wrong; it has been reported.
  func resolve(_ root: TimelineNode) -> Bool {
    var isRight = true
    for node in root.all where end(of: node) == nil { isRight = false }
    return isRight
  }

  /// A time at which something else happens, such as the seam.
  func time(_ spec: Located<StartSpec>) -> FrameTime? {
    start(spec, group: origin, previousEnd: origin, ownDuration: .zero)
  }

  func length(_ spec: DurationSpec, at origin: Origin) -> FrameTime? {
    let seconds: Double
    switch spec {
    case .seconds(let count): seconds = count
    case .frames(let count): seconds = count / session.framesPerSecond
    case .fraction(let fraction):
      guard let duration else {
        session.problems.add(
          "a percent needs the transition's duration, and none is given", at: origin)
        return nil
      }
      seconds = fraction * duration.seconds
    }
    guard abs(seconds) <= FrameTime.limit.seconds else {
      session.problems.add(
        "a time of \(JSONWriter.number(seconds.rounded(toPlaces: 4))) s; "
          + "at most \(FrameTime.limit.text)", at: origin)
      return nil
    }
    return FrameTime(seconds: seconds)
  }

  /// A step's start or end: beyond the limit it is a problem, and the limit. What follows such a step
  /// lies there too, so it is told once.
  private func near(_ time: FrameTime, _ node: TimelineNode) -> FrameTime {
    if time.isWithinLimit { return time }
    if !session.reachesTooFar {
      session.problems.add(
        "the step reaches \(time.text) s; at most \(FrameTime.limit.text)", at: node.spec.origin)
    }
    session.reachesTooFar = true
    return time < .zero ? .zero - .limit : .limit
  }

  private func start(of node: TimelineNode) -> FrameTime? {
    if let start = node.start { return start }
    if node.isVisited {
      let place = node.spec.at?.origin ?? node.spec.origin
      session.problems.add("`at` goes round in a circle through \"\(node.label)\"", at: place)
      return nil
    }
    node.isVisited = true
    var group = origin
    if let parent = node.parent {
      guard let time = start(of: parent) else { return nil }
      group = time
    }
    group = group + node.delay
    var found: FrameTime?
    if let spec = node.spec.at {
      var previous = group
      if case .afterPrevious = spec.value, let before = node.previous {
        guard let time = end(of: before) else { return nil }
        previous = time
      }
      var own = FrameTime.zero
      if case .relative(.before, _, _) = spec.value {
        guard !node.isGroup, let length = node.binding?.duration else {
          session.problems.add("`before` needs a step with a duration of its own", at: spec.origin)
          return nil
        }
        own = length
      }
      found = start(spec, group: group, previousEnd: previous, ownDuration: own)
    } else if let before = node.previous, case .sequence? = node.parent?.spec.kind {
      found = end(of: before)
    } else {
      found = group
    }
    node.start = found.map { near($0, node) }
    return node.start
  }

  private func start(
    _ spec: Located<StartSpec>, group: FrameTime, previousEnd: FrameTime, ownDuration: FrameTime
  ) -> FrameTime? {
    switch spec.value {
    case .time(let length):
      return self.length(length, at: spec.origin).map { group + $0 }
    case .afterPrevious(let length):
      return self.length(length, at: spec.origin).map { previousEnd + $0 }
    case .label(let id):
      return labelled(id).flatMap(start(of:))
    case .relative(let relation, let id, let offset):
      guard let other = labelled(id), let shift = length(offset, at: spec.origin) else {
        return nil
      }
      switch relation {
      case .with: return start(of: other).map { $0 + shift }
      case .after: return end(of: other).map { $0 + shift }
      case .before: return start(of: other).map { $0 + shift - ownDuration }
      }
    }
  }

  private func end(of node: TimelineNode) -> FrameTime? {
    if let end = node.end { return end }
    guard let start = start(of: node) else { return nil }
    var end: FrameTime
    if node.isGroup {
      end = start
      for child in node.children {
        guard let time = self.end(of: child) else { return nil }
        end = max(end, time)
      }
    } else {
      guard let duration = node.binding?.duration else { return nil }
      end = start + duration
    }
    if let duration {
      let limit = origin + duration
      // Shares of the duration are rounded one by one; a microsecond is no step past the end.
      if end > limit, (end - limit).ticks < FrameTime.ticksPerSecond / 1_000_000 { end = limit }
    }
    node.end = near(end, node)
    return node.end
  }

  private func labelled(_ id: Located<String>) -> TimelineNode? {
    if let node = labels[id.value] { return node }
    session.problems.add(
      "no step \"\(id.value)\"", at: id.origin,
      suggestion: NearestWord.find(id.value, in: labels.keys.sorted()))
    return nil
  }
}
