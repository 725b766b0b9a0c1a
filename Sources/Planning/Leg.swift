import Documents
import Evaluation
import Scenes

/// One transition of a document, or its whole animation, with the times of its steps found.
struct Leg {
  var number = 0
  var start: FrameTime
  var end: FrameTime
  var seam: FrameTime?
  var facts: TransitionFacts
  /// *from* is removed at the end.
  var removesFrom = false
  var roots: [TimelineNode]
  var nodes: [TimelineNode] { roots.flatMap(\.all) }

  var rows: [PlannedDocument.Row] {
    func rows(_ node: TimelineNode, _ depth: Int) -> [PlannedDocument.Row] {
      [
        PlannedDocument.Row(
          label: node.spec.id?.value ?? "", what: node.what, depth: depth,
          start: node.start ?? start, end: node.end ?? end)
      ] + node.children.flatMap { rows($0, depth + 1) }
    }
    return roots.flatMap { rows($0, 0) }
  }
}

extension PlanningSession {
  func leg(animation document: Document, _ labels: inout [String: TimelineNode]) -> Leg? {
    let timeline = document.timeline ?? StepSpec()
    let facts = TransitionFacts(operation: .none)
    return leg(
      [timeline], duration: document.duration, from: .zero, number: 0, facts, &labels)
  }

  func leg(
    _ transition: TransitionSpec, number: Int, from origin: FrameTime,
    _ labels: inout [String: TimelineNode]
  ) -> Leg? {
    var start = origin
    if let pause = transition.pause {
      let schedule = Schedule(session: self, origin: origin, duration: nil, labels: labels)
      start = start + (schedule.length(pause, at: transition.origin) ?? .zero)
    }
    let from = draft.layersByName["from"]
    let to = draft.layersByName["to"]
    // From and to swap on the way back; presenting and presented never do.
    let facts = TransitionFacts(
      operation: transition.operation, from: number % 2 == 0 ? from : to,
      to: number % 2 == 0 ? to : from)
    var steps: [StepSpec] = []
    if let timeline = transition.timeline {
      steps = [timeline]
    } else {
      steps = [DefaultTransition.step(for: transition, in: self)]
    }
    steps += transition.alongside
    guard
      var leg = leg(
        steps, duration: transition.duration, from: start, number: number, facts, &labels)
    else { return nil }

    leg.seam = start
    if let seam = transition.seam {
      let schedule = Schedule(
        session: self, origin: start, duration: leg.end - start, labels: labels)
      guard let time = schedule.time(seam) else { return nil }
      if time < start || time > leg.end {
        problems.add("the seam lies outside the transition", at: seam.origin)
      }
      leg.seam = time
    }
    // What was presented or pushed goes when it is dismissed or popped, whatever the style.
    leg.removesFrom =
      transition.style != .custom || transition.operation == .pop
      || transition.operation == .dismiss
    return leg
  }

  private func leg(
    _ steps: [StepSpec], duration: Located<DurationSpec>?, from start: FrameTime, number: Int,
    _ facts: TransitionFacts, _ labels: inout [String: TimelineNode]
  ) -> Leg? {
    var length: FrameTime?
    if let duration {
      if case .fraction = duration.value {
        problems.add("a duration of the whole cannot be a percent", at: duration.origin)
        return nil
      }
      let plain = Schedule(session: self, origin: start, duration: nil, labels: labels)
      length = plain.length(duration.value, at: duration.origin)
    }
    var roots: [TimelineNode] = []
    for step in steps {
      roots.append(
        tree(step, parent: nil, previous: nil, target: nil, delay: .zero, number, length, &labels))
    }
    let schedule = Schedule(session: self, origin: start, duration: length, labels: labels)
    var isRight = true
    for root in roots {
      for node in root.all where !node.isGroup {
        node.binding = bind(node, schedule: schedule, facts)
        if node.binding == nil { isRight = false }
      }
    }
    guard isRight else { return nil }
    for root in roots where !schedule.resolve(root) { isRight = false }
    guard isRight else { return nil }
    let end = length.map { start + $0 } ?? roots.compactMap(\.end).max() ?? start
    return Leg(number: number, start: start, end: end, facts: facts, roots: roots)
  }

  /// The tree of steps; a stagger becomes one step for each of its targets.
  private func tree(
    _ spec: StepSpec, parent: TimelineNode?, previous: TimelineNode?, target: Int?,
    delay: FrameTime, _ transition: Int, _ duration: FrameTime?,
    _ labels: inout [String: TimelineNode]
  ) -> TimelineNode {
    let node = TimelineNode(
      spec, parent: parent, previous: previous, target: target, delay: delay,
      transition: transition)
    if let id = spec.id, labels[id.value] == nil { labels[id.value] = node }
    switch spec.kind {
    case .animator, .keyframes: break
    case .sequence(let steps), .parallel(let steps):
      var last: TimelineNode?
      for step in steps {
        let child = tree(
          step, parent: node, previous: last, target: nil, delay: .zero, transition, duration,
          &labels)
        node.children.append(child)
        last = child
      }
    case .stagger(let stagger):
      let targets = stagger.targets.flatMap { layers(named: $0, asSeen: true) }
      let delays = delays(of: stagger, count: targets.count, duration, at: spec.origin)
      for (target, delay) in zip(targets, delays) {
        node.children.append(
          tree(
            stagger.step, parent: node, previous: nil, target: target, delay: delay, transition,
            duration, &labels))
      }
    }
    return node
  }

  /// How much later than the first each target of a stagger starts.
  private func delays(
    of stagger: StaggerStep, count: Int, _ duration: FrameTime?, at origin: Origin
  ) -> [FrameTime] {
    let schedule = Schedule(session: self, origin: .zero, duration: duration, labels: [:])
    let ranks = StaggerOrder(stagger, count: count, seed: document.seed).ranks
    switch stagger.amount {
    case .each(let spec):
      guard let each = schedule.length(spec, at: origin) else { return [] }
      return ranks.map { FrameTime(seconds: $0 * each.seconds) }
    case .total(let spec):
      guard let total = schedule.length(spec, at: origin) else { return [] }
      let last = ranks.max() ?? 0
      return ranks.map { FrameTime(seconds: last > 0 ? $0 / last * total.seconds : 0) }
    }
  }
}
