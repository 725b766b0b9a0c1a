import JSON
import PluginModel
import Documents
import Evaluation
import Scenes

/// Converts bound steps to planned steps: computes their inputs in the order of their starts, creates their
/// pieces and picture layers, and refuses overlapping steps.
struct StepPlanner {
  var values: ValueResolver
  private let timeline: Timeline
  private let transitions: [PlannedTransition]
  private let decorations: Decorations
  private let expressions: [LayerExpressions]

  /// The ids of the animators that the plan's steps use.
  var animators: Set<String> = []
  var steps: [PlannedStep] = []
  /// The steps that show stills; stills are taken after all steps are planned.
  var stills: [StillStep] = []
  /// The steps that repeat another step in a later pass of a group.
  var copies: [GroupRepeats.Copy] = []
  /// The indices of the steps that start after the current step, with the last step first.
  private var waiting: [Int] = []
  private var groupPasses = GroupRepeats()
  /// The position of each step in the document's text.
  private var origins: [Origin] = []
  /// The step that was last started for each layer and property.
  private var latest: [AnimatedProperty: (step: Int, target: Int)] = [:]

  init(_ planner: TransitionPlanner) {
    values = planner.values
    timeline = planner.timeline
    transitions = planner.transitions
    decorations = planner.decorations
    expressions = planner.expressions
  }

  var inputs: PlanningInputs { values.inputs }
  private var end: FrameTime { transitions.last?.times.tail ?? .zero }

  /// Creates a plan with all steps of the timeline. Problems of the document are reported, and faults of
  /// animators are thrown.
  mutating func plan() throws(PlanningFailure) {
    let varying = self.varying
    var loose = transitions.first?.move?.visibility.first ?? []
    for transition in transitions {
      addChanges(of: transition, varying, &loose)
      try judgeWork()
    }
    for layer in expressions { try add(layer) }
    try addLeaves()
    let overlaps = StepOverlap.all(steps)
    for overlap in overlaps { report(overlap) }
  }

  /// The approximate cost of planning one property of a step; `work` is the cost of all steps, and `heaviest`
  /// is the most expensive step.
  private static let workPerProperty = 1_000.0
  private var work = 0.0
  private var heaviest: (work: Double, label: String, origin: Origin)?

  private mutating func append(_ step: PlannedStep, at origin: Origin) {
    steps.append(step)
    origins.append(origin)
    let own = step.targets.reduce(0) { $0 + Double($1.animates.rawValue.nonzeroBitCount + 1) }
    work += own * Self.workPerProperty
    if own > heaviest?.work ?? 0, origin != .start { heaviest = (own, step.label, origin) }
  }

  /// Refuses a plan whose evaluation costs more than the limit for a document.
  private mutating func judgeWork() throws(PlanningFailure) {
    guard work > Double(inputs.document.limits.work) else { return }
    values.problems.add(
      "the step takes the most of the \(RenderCost.words(work)) units of work that planning takes; "
        + "the limit is "
        + "\(RenderCost.words(Double(inputs.document.limits.work)))\(inputs.document.limits.hint(.work))",
      at: heaviest?.origin ?? .start)
    try values.report.check()
  }

  // MARK: What has no step in the document

  /// Adds the changes of a transition; `loose` are the layers that differ from their layout after the
  /// previous moves.
  private mutating func addChanges(
    of transition: PlannedTransition, _ varying: [Int: LayerPropertySet], _ loose: inout Set<Int>
  ) {
    if transition.number == 0 {
      for pair in values.stage.pairs.values {
        values.stage[pair.from].node.properties.isHidden = true
        values.stage[pair.to].node.properties.isHidden = true
      }
    }
    for index in transition.steps { loose.formUnion(timeline.steps[index].binding?.layers ?? []) }
    let changes = transition.changes(in: values.stage, decorations, varying: varying, loose: loose)
    for change in changes { append(change.step, at: .start) }
    // Layers that are hidden after the move are restored when they become visible again.
    if let move = transition.move { loose = Set([move.from, move.to].compactMap { $0 }) }
    for index in transition.endSteps {
      loose.formUnion(timeline.steps[index].binding?.layers ?? [])
    }
  }

  /// For each layer, the properties that vary independently of steps.
  private var varying: [Int: LayerPropertySet] {
    var sets: [Int: LayerPropertySet] = [:]
    for layer in expressions {
      for one in layer.varying { sets[layer.layer, default: []].formUnion(one.property.set) }
    }
    return sets
  }

  /// Adds steps that restore the initial values of all layers, including overlays, after a finger cancels the
  /// transition.
  private mutating func addReturns(of transition: PlannedTransition) throws {
    guard let move = transition.move, !move.finishes else { return }
    var layers: Set<Int> = []
    for index in Array(transition.steps) + transition.endSteps {
      layers.formUnion(timeline.steps[index].binding?.layers ?? [])
    }
    let first = steps.count
    for layer in layers.sorted() where !move.shows(layer) {
      let before = try properties(of: layer, at: transition.times.start)
      let change = TransitionChange(
        layer: layer, time: transition.times.end,
        properties: LayerPropertySet.all.subtracting(varying[layer] ?? []).subtracting(.hidden),
        before: values.stage[layer].node.properties, after: before)
      append(change.step, at: .start)
    }
    wait(for: Array(first..<steps.count))
  }

  /// Sets the scope of layer names to that of the transition's move.
  private mutating func enter(_ transition: PlannedTransition) {
    guard let scope = transition.move?.scope else { return }
    values.stage.scope = scope
    (values.stage.container, values.stage.here) = (scope.container, scope.container)
  }

  /// Plans the properties of a layer that vary without steps, as one step that lasts for the whole timeline.
  private mutating func add(_ expressions: LayerExpressions) throws(PlanningFailure) {
    let item = values.stage[expressions.layer]
    let origin = item.values.origin
    do {
      let step = try expressions.step(
        over: item.node.properties, until: end,
        clock: inputs.clock(start: .zero, step: item.node.id))
      append(step, at: origin)
    } catch {
      throw failure(error, step: item.node.id, from: .zero, at: origin)
    }
  }

  // MARK: Leaves

  private mutating func addLeaves() throws(PlanningFailure) {
    var leaves: [(step: Timeline.Step, transition: PlannedTransition)] = []
    for transition in transitions {
      for index in Array(transition.steps) + transition.endSteps
      where !timeline.steps[index].isGroup {
        leaves.append((timeline.steps[index], transition))
      }
    }
    let ordered = leaves.enumerated().sorted { a, b in
      (a.element.step.start!, a.offset) < (b.element.step.start!, b.offset)
    }
    wait(for: Array(steps.indices))
    var entered: Set<Int> = []
    let container = values.stage.container
    defer {
      values.stage.scope = nil
      (values.stage.container, values.stage.here) = (container, container)
    }
    for (_, leaf) in ordered {
      while let next = waiting.last, steps[next].start <= leaf.step.start! {
        begin(next)
        waiting.removeLast()
      }
      do {
        enter(leaf.transition)
        if entered.insert(leaf.transition.number).inserted { try addReturns(of: leaf.transition) }
        try add(leaf.step, in: leaf.transition)
        try addCopies(of: leaf.step)
        try judgeWork()
      } catch let failure as PlanningFailure {
        throw failure
      } catch {
        throw failure(
          error, step: leaf.step.label, from: leaf.step.start!, at: leaf.step.spec.origin)
      }
    }
  }

  private mutating func wait(for others: [Int]) {
    if others.isEmpty { return }
    waiting = (waiting + others).sorted { (steps[$0].start, $0) > (steps[$1].start, $1) }
  }

  /// Adds a copy of the last planned step for each later pass of the groups that contain it.
  private mutating func addCopies(of step: Timeline.Step) throws {
    guard step.isRepeated, let origin = origins.last, !steps.isEmpty,
      steps[steps.count - 1].label == step.label
    else { return }
    let original = steps.count - 1
    guard
      let made = try groupPasses.copies(of: steps[original], step, timeline)
    else {
      values.problems.add(
        "the step plays more than \(GroupRepeats.limit) times, including the repeats of its groups",
        at: step.spec.origin)
      return
    }
    if let cut = made.cutEnd {
      try steps[original].cut(at: cut)
    }
    let first = steps.count
    for copy in made.copies {
      append(copy.step, at: origin)
      copies.append(GroupRepeats.Copy(of: original, place: steps.count - 1))
    }
    wait(for: Array(first..<steps.count))
  }

  private mutating func add(_ step: Timeline.Step, in transition: PlannedTransition) throws {
    let binding = step.binding!
    let inputs = try binding.layers.map { try properties(of: $0, at: step.start!) }
    let leaf = BoundStep(step: step, binding: binding, inputs: inputs)
    let planned: PlannedStep?
    switch binding.runner {
    case .keyframes(let keyframes): planned = try self.planned(leaf, keyframes)
    case .plugin(let plugin, let parameters):
      planned = try self.planned(leaf, plugin, parameters, in: transition)
    }
    guard let planned else { return }
    append(planned, at: step.spec.origin)
    begin(steps.count - 1)
  }

  /// Creates the failure for a plugin's fault; `start` is the start time of the step.
  private func failure(
    _ error: any Error, step: String, from start: FrameTime, at origin: Origin
  ) -> PlanningFailure {
    let fault = error as? AnimatorFault ?? AnimatorFault(animator: step, message: "\(error)")
    let time = fault.moment.map { start + $0.time }
    return .animator(
      fault, time: time,
      frame: time.map {
        $0 == .zero ? 0 : $0.frameCount(framesPerSecond: inputs.framesPerSecond)
      }, origin: origin)
  }

  // MARK: Inputs

  private mutating func begin(_ step: Int) {
    // Steps that start later continue from the state without the added amounts.
    if steps[step].isAdditive { return }
    for (index, target) in steps[step].targets.enumerated() {
      for bit in target.animates.bits {
        latest[AnimatedProperty(layer: target.layer, bit: bit)] = (step, index)
      }
    }
  }

  /// Ends the running keyframes of other steps for the properties of the targets, and returns the motion of
  /// the targets. The steps continue to animate their other properties.
  mutating func takeOver(
    _ targets: [PlannedStep.Target], at time: FrameTime
  ) throws -> [RetargetedKeyframes.Momentum] {
    var momenta: [RetargetedKeyframes.Momentum] = []
    for target in targets {
      let before = max(.zero, time - RetargetedKeyframes.interval)
      var momentum = RetargetedKeyframes.Momentum(
        properties: [], before: values.stage[target.layer].node.properties)
      for bit in target.animates.bits {
        let property = AnimatedProperty(layer: target.layer, bit: bit)
        guard let (step, place) = latest[property], steps[step].end > time,
          steps[step].start < time, steps[step].animator.isOfKeyframes,
          !copies.contains(where: { $0.of == step || $0.place == step })
        else { continue }
        let set = LayerPropertySet(rawValue: bit)
        momentum.properties.formUnion(set)
        let earlier = try steps[step].outputs(at: max(before, steps[step].start))[place]
        momentum.before.take(set, from: earlier)
        // The property is moved to a separate step, which ends at this time.
        var cut = steps[step]
        for i in cut.targets.indices { cut.targets[i].animates = i == place ? set : [] }
        try cut.cut(at: time)
        steps[step].targets[place].animates.subtract(set)
        append(cut, at: origins[step])
        latest[property] = (steps.count - 1, place)
      }
      momenta.append(momentum)
    }
    return momenta
  }

  /// The properties of a layer at a time, according to the steps that have started.
  private func properties(of layer: Int, at time: FrameTime) throws -> LayerProperties {
    var properties = values.stage[layer].node.properties
    for bit in LayerPropertySet.all.bits {
      guard let (step, target) = latest[AnimatedProperty(layer: layer, bit: bit)] else { continue }
      let outputs =
        time >= steps[step].end ? steps[step].endOutputs : try steps[step].outputs(at: time)
      properties.take(LayerPropertySet(rawValue: bit), from: outputs[target])
    }
    return properties
  }

  private mutating func report(_ overlap: StepOverlap) {
    let (first, second) = (origins[overlap.first], origins[overlap.second])
    values.problems.add(
      "animates \(overlap.property.name) of \"\(values.stage[overlap.layer].node.id)\" while "
        + "\"\(steps[overlap.first].label)\" at line \(first.position.line) (\(first.pointer)) "
        + "still does", at: second)
  }

  // MARK: The plan

  /// Renders the stills that steps need and creates the plan.
  mutating func finish() throws(PlanningFailure) -> Plan {
    let draft = plan(steps)
    do {
      for still in stills {
        let scene = try draft.scene(at: steps[still.step].start)
        // All pieces of a layer show the same still, so it is drawn and cached only once.
        let pictures = Dictionary(
          still.layers.map { ($0, Snapshot(scene: scene, layer: $0)) }, uniquingKeysWith: { $1 })
        try still.give(still.layers.map { pictures[$0]! }, to: &steps[still.step])
        for copy in copies where copy.of == still.step {
          steps[copy.place].takeStills(of: steps[still.step])
        }
      }
      takeSnapshots(of: try draft.scene(at: .zero))
      for still in stills { noteStandstill(of: still, in: draft) }
    } catch {
      let fault = error as? AnimatorFault ?? AnimatorFault(animator: "", message: "\(error)")
      throw .animator(fault, time: nil, frame: nil, origin: .start)
    }
    try values.report.check()
    return plan(steps)
  }

  /// Adds a note about a layer that moves while a third-party animator shows a still of it.
  private mutating func noteStandstill(of still: StillStep, in plan: Plan) {
    let step = steps[still.step]
    let runner: PluginRunner
    switch still.use {
    case .pixels(let own): runner = own
    case .pieces:
      guard let own = step.animator as? PluginRunner else { return }
      runner = own
    }
    guard !runner.description.readsLiveInputs, !runner.description.hasTimes else { return }
    for layer in Set(still.layers).sorted() {
      guard let mover = plan.mover(in: layer, from: step.start, to: step.end, but: still.step)
      else { continue }
      let (shown, moving) = (values.stage[layer].node.id, values.stage[mover].node.id)
      let name = moving == shown ? "it" : "\"\(moving)\" in it"
      values.problems.note(
        "\(runner.description.id) shows a still of \"\(shown)\" at \(step.start.text) s: "
          + "\(name) does not move until \(step.end.text) s", at: origins[still.step])
      return
    }
  }

  private func plan(_ steps: [PlannedStep]) -> Plan {
    Plan(stage: values.stage.stage(of: inputs.document.canvas), duration: end, steps: steps)
  }

  /// Assigns stills to the layers that show a snapshot of another layer.
  private mutating func takeSnapshots(of scene: Scene) {
    for index in 0..<values.stage.count {
      guard case .snapshotOf(let id)? = values.stage[index].values.contents else { continue }
      let selector = Sourced(Selector(target: .id(id.value)), id.origin)
      guard let layer = values.layers(named: selector, asSeen: false).first else { continue }
      values.stage[index].node.properties.contents = .snapshot(Snapshot(scene: scene, layer: layer))
    }
  }
}

extension LayoutAnimator {
  fileprivate var isOfKeyframes: Bool {
    self is KeyframeAnimator || self is ExpressionKeyframes || self is RetargetedKeyframes
  }
}
