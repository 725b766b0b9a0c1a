import Animators
import Documents
import Evaluation
import Scenes

/// One transition of a document, or its whole animation, with the times of its steps found.
struct Leg {
  var number = 0
  var start: FrameTime
  var end: FrameTime
  /// When the steps that hang on its end are done.
  var tail: FrameTime
  var isReversed = false
  var seam: FrameTime?
  var facts: TransitionFacts
  /// *from* is removed at the end.
  var removesFrom = false
  var roots: [TimelineNode]
  /// Steps that begin when the transition has ended.
  var endRoots: [TimelineNode] = []
  var nodes: [TimelineNode] { roots.flatMap(\.all) }

  var rows: [PlannedDocument.Row] {
    func rows(_ node: TimelineNode, _ depth: Int) -> [PlannedDocument.Row] {
      [
        PlannedDocument.Row(
          label: node.spec.id?.value ?? "", what: node.what, depth: depth,
          start: node.start ?? start, end: node.end ?? end)
      ] + node.children.flatMap { rows($0, depth + 1) }
    }
    return (roots + endRoots).flatMap { rows($0, 0) }
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
    let first = decorations.screen(draft.layersByName["from"])
    let second = decorations.screen(draft.layersByName["to"])
    // From and to swap on the way back; presenting and presented never do. Reversed, the forward
    // transition runs with them swapped once more.
    let isForward = (number % 2 == 0) != transition.isReversed
    var facts = TransitionFacts(
      operation: transition.operation, from: isForward ? first : second,
      to: isForward ? second : first)
    facts.isLinear = interaction(of: transition, number: number)?.scrub == .linear
    var steps: [StepSpec] = []
    if let timeline = transition.timeline {
      steps = [timeline]
    } else {
      steps = [DefaultTransition.step(for: transition, facts, in: self)]
    }
    guard
      var leg = leg(
        steps, duration: transition.duration, from: start, number: number, facts,
        alongside: transition.alongside + decorationSteps(transition),
        ending: decorationEndSteps(transition), &labels)
    else { return nil }
    leg.isReversed = transition.isReversed
    if transition.isReversed, !checkReversible(leg) { return nil }

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
      style(of: transition) != .custom || transition.operation == .pop
      || transition.operation == .dismiss
    return leg
  }

  private func style(of transition: TransitionSpec) -> TransitionSpec.Style {
    transition.style ?? document.presentation.map { $0.style ?? .custom } ?? .fullScreen
  }

  private func checkReversible(_ leg: Leg) -> Bool {
    var isRight = true
    for node in leg.nodes {
      guard case .plugin(let plugin, _)? = node.binding?.runner,
        case let animator = plugin.description, !animator.flags.contains(.reversible)
      else { continue }
      problems.add("\(animator.id) cannot be reversed", at: node.spec.origin)
      isRight = false
    }
    return isRight
  }

  private func leg(
    _ steps: [StepSpec], duration: Located<DurationSpec>?, from start: FrameTime, number: Int,
    _ facts: TransitionFacts, alongside: [StepSpec] = [], ending: [StepSpec] = [],
    _ labels: inout [String: TimelineNode]
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
    guard resolve(roots, schedule, facts) else { return nil }
    let end = length.map { start + $0 } ?? roots.compactMap(\.end).max() ?? start
    // What runs alongside has the transition's own timing, which is known only now.
    let companions = alongside.map { step in
      tree(
        step, parent: nil, previous: nil, target: nil, delay: .zero, number, end - start, &labels)
    }
    let beside = Schedule(session: self, origin: start, duration: end - start, labels: labels)
    guard resolve(companions, beside, facts) else { return nil }
    // Steps that hang on the end begin there and may last as long as they want.
    var last: [TimelineNode] = []
    for step in ending {
      last.append(
        tree(step, parent: nil, previous: nil, target: nil, delay: .zero, number, nil, &labels))
    }
    let after = Schedule(session: self, origin: end, duration: end - start, labels: labels)
    guard resolve(last, after, facts) else { return nil }
    return Leg(
      number: number, start: start, end: end, tail: max(end, last.compactMap(\.end).max() ?? end),
      facts: facts, roots: roots + companions, endRoots: last)
  }

  private func resolve(
    _ roots: [TimelineNode], _ schedule: Schedule, _ facts: TransitionFacts
  ) -> Bool {
    var isRight = true
    for node in roots.flatMap(\.all) where !node.isGroup {
      node.binding = bind(node, schedule: schedule, facts)
      if node.binding == nil { isRight = false }
    }
    guard isRight else { return false }
    for root in roots where !schedule.resolve(root) { isRight = false }
    return isRight
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
