import Animators
import Documents
import Evaluation
import Scenes

/// Turns bound steps into planned ones: finds their inputs in the order of their starts, makes their
/// pieces and produced layers, and refuses steps that overlap.
struct StepPlanner {
  let session: PlanningSession
  private(set) var animators: Set<String> = []
  private var steps: [PlannedStep] = []
  private var origins: [Origin] = []
  /// For each layer and property, the last step that has begun.
  private var latest: [AnimatedProperty: (step: Int, target: Int)] = [:]
  /// Steps that show stills; the stills are taken when all steps are known.
  private var stillSteps: [StillStep] = []

  private struct AnimatedProperty: Hashable {
    var layer: Int
    var bit: UInt64
  }
  private struct StillStep {
    var step: Int
    /// The layers whose stills it shows, and what makes it of the stills.
    var layers: [Int]
    var finish: ([Snapshot], inout PlannedStep) throws -> Void
  }

  init(_ session: PlanningSession) { self.session = session }

  // MARK: Switches

  /// The changes that a transition makes by itself: at its seam, and at its end.
  mutating func addSwitches(_ leg: Leg, isFirst: Bool) {
    guard let from = leg.facts.from, let to = leg.facts.to, let seam = leg.seam else { return }
    // On the way back *to* has been seen before: only what removed it hides it.
    addSwitch(to, at: seam, .hidden) { layer, isAfter in layer.isHidden = isFirst && !isAfter }
    if leg.removesFrom, from != to {
      addSwitch(from, at: leg.end, .hidden) { layer, isAfter in layer.isHidden = isAfter }
    }
    if let dimming = session.decorations.dimming, leg.facts.operation == .dismiss {
      addSwitch(dimming, at: leg.end, .hidden) { layer, isAfter in layer.isHidden = isAfter }
    }
    for name in session.draft.pairNames {
      let pair = session.draft.pairs[name]!
      let (start, end) = leg.number % 2 == 0 ? (pair.from, pair.to) : (pair.to, pair.from)
      addPairSwitches(pair, start: start, end: end, leg, seam: seam, isFirst: isFirst)
    }
  }

  /// While the transition runs the pair is one layer; at its end the originals are back.
  private mutating func addPairSwitches(
    _ pair: StageDraft.Pair, start: Int, end: Int, _ leg: Leg, seam: FrameTime, isFirst: Bool
  ) {
    let draft = session.draft
    if isFirst {
      session.draft[pair.from].node.properties.isHidden = true
      session.draft[pair.to].node.properties.isHidden = true
    } else {
      addSwitch(pair.layer, at: leg.start, .hidden) { layer, isAfter in layer.isHidden = !isAfter }
      addSwitch(start, at: leg.start, .hidden) { layer, isAfter in layer.isHidden = isAfter }
    }
    let (before, after) = (draft[start].node.properties, draft[end].node.properties)
    let groups = draft[pair.layer].node.sublayers
    addSwitch(pair.layer, at: seam, [.contents, .contentsGravity]) { layer, isAfter in
      layer.contents = isAfter ? after.contents : before.contents
      layer.contentsGravity = isAfter ? after.contentsGravity : before.contentsGravity
    }
    if groups.count == 2 {
      // The groups hold the sublayers of the originals: *from*'s, then *to*'s.
      let isForward = start == pair.from
      addSwitch(groups[isForward ? 0 : 1], at: seam, .hidden) { $0.isHidden = $1 }
      addSwitch(groups[isForward ? 1 : 0], at: seam, .hidden) { $0.isHidden = !$1 }
    }
    addSwitch(pair.layer, at: leg.end, .hidden) { layer, isAfter in layer.isHidden = isAfter }
    addSwitch(end, at: leg.end, .hidden) { layer, isAfter in layer.isHidden = !isAfter }
  }

  private mutating func addSwitch(
    _ layer: Int, at time: FrameTime, _ set: LayerPropertySet,
    _ change: (inout LayerProperties, Bool) -> Void
  ) {
    let base = session.draft[layer].node.properties
    var step = PlannedStep(
      label: "", start: time, end: time, timing: .linear, isReversed: false,
      animator: Switch.shared, targets: [.init(layer: layer, animates: set)], inputs: [base])
    step.startOutputs = [base]
    change(&step.startOutputs[0], false)
    step.endOutputs = [base]
    change(&step.endOutputs[0], true)
    steps.append(step)
    origins.append(.start)
  }

  // MARK: Layers that vary by themselves

  /// One step for each, as long as the whole timeline.
  mutating func addStanding(until end: FrameTime) throws(PlanningFailure) {
    for calls in session.standing {
      let item = session.draft[calls.layer]
      let base = item.node.properties
      let set = calls.varying.reduce(into: LayerPropertySet()) {
        $0.formUnion($1.property.set)
      }
      let frame = KeyframeAnimator.Keyframe(
        offset: 0, timing: .linear, properties: set, values: [base])
      let clock = FormulaClock(
        start: .zero, framesPerSecond: session.framesPerSecond, step: item.node.id)
      var step = PlannedStep(
        label: "the layer itself", start: .zero, end: end, timing: .linear, isReversed: false,
        animator: VaryingKeyframes(
          [.init(frame: frame, varying: calls.varying)], .linear, clock: clock),
        targets: [.init(layer: calls.layer, animates: set)], inputs: [base])
      do {
        try step.findEnds()
      } catch {
        throw failure(error, step: item.node.id, from: .zero, at: item.values.origin)
      }
      steps.append(step)
      origins.append(item.values.origin)
    }
  }

  /// `start` is that of the step.
  private func failure(
    _ error: any Error, step: String, from start: FrameTime, at origin: Origin
  ) -> PlanningFailure {
    let fault = error as? AnimatorFault ?? AnimatorFault(animator: step, message: "\(error)")
    let time = fault.moment.map { start + $0.time }
    return .animator(
      fault, time: time,
      frame: time.map {
        $0 == .zero ? 0 : $0.frameCount(framesPerSecond: session.framesPerSecond)
      }, origin: origin)
  }

  // MARK: Steps

  mutating func add(_ legs: [Leg]) throws(PlanningFailure) {
    let leaves = legs.flatMap { leg in
      (leg.nodes + leg.endRoots.flatMap(\.all)).filter { !$0.isGroup }.map { (leg, $0) }
    }
    let ordered = leaves.enumerated().sorted { a, b in
      (a.element.1.start!, a.offset) < (b.element.1.start!, b.offset)
    }
    var switches = steps.indices.sorted { (steps[$0].start, $0) < (steps[$1].start, $1) }[...]
    for (_, (leg, node)) in ordered {
      while let next = switches.first, steps[next].start <= node.start! {
        begin(next)
        switches.removeFirst()
      }
      do {
        try add(node, leg.facts)
      } catch {
        throw failure(error, step: node.label, from: node.start!, at: node.spec.origin)
      }
    }
    checkOverlaps()
  }

  private mutating func add(_ node: TimelineNode, _ facts: TransitionFacts) throws {
    let binding = node.binding!
    let (start, end) = (node.start!, node.end!)
    let inputs = try binding.layers.map { try properties(of: $0, at: start) }
    func step(
      _ animator: any LayoutAnimator, _ targets: [PlannedStep.Target], _ inputs: [LayerProperties]
    ) -> PlannedStep {
      PlannedStep(
        label: node.label, start: start, end: end, timing: binding.timing,
        isReversed: binding.isReversed, animator: animator, targets: targets, inputs: inputs)
    }
    switch binding.runner {
    case .keyframes(let keyframes):
      guard
        let (animator, set) = session.keyframeAnimator(
          keyframes, layers: binding.layers, inputs: inputs,
          clock: session.clock(of: node, start: start))
      else { return }
      var planned = step(
        animator, binding.layers.map { .init(layer: $0, animates: set) }, inputs)
      try planned.findEnds()
      append(planned, node)
    case .plugin(let plugin, let parameters):
      let description = plugin.description
      animators.insert(description.id)
      let animator = try PluginRunner(
        plugin, parameters,
        facts: session.stepFacts(
          facts, step: node.label, durationSeconds: (end - start).seconds, seed: seed(node),
          roleCounts: binding.roleCounts), clock: session.clock(of: node, start: start))
      if description.hasPixels {
        try addPixels(animator, node, binding, inputs, step)
      } else {
        try addLayout(animator, node, binding, inputs, step)
      }
    }
  }

  private mutating func addLayout(
    _ animator: PluginRunner, _ node: TimelineNode, _ binding: StepBinding,
    _ inputs: [LayerProperties],
    _ step: (any LayoutAnimator, [PlannedStep.Target], [LayerProperties]) -> PlannedStep
  ) throws {
    let pieces = try animator.pieces(inputs: inputs)
    var targets = binding.layers.map {
      PlannedStep.Target(layer: $0, animates: animator.description.animates)
    }
    var inputs = inputs
    for (number, piece) in pieces.enumerated() {
      let source = binding.layers[piece.source]
      let layer = addLayer(
        id: "\(session.draft[source].node.id)#\(number)", frame: piece.properties.frame,
        above: source, number: number)
      targets.append(.init(layer: layer, animates: .all))
      inputs.append(piece.properties)
    }
    var planned = step(animator, targets, inputs)
    try planned.findEnds()
    // Pieces are there while the step lives.
    for i in binding.layers.count..<inputs.count {
      planned.startOutputs[i].isHidden = true
      planned.endOutputs[i].isHidden = true
    }
    if !pieces.isEmpty {
      let first = binding.layers.count
      stillSteps.append(
        StillStep(step: steps.count, layers: pieces.map { binding.layers[$0.source] }) {
          stills, step in
          for (i, still) in stills.enumerated() {
            step.inputs[first + i].contents = .snapshot(still)
          }
        })
    }
    append(planned, node)
  }

  private mutating func addPixels(
    _ animator: PluginRunner, _ node: TimelineNode, _ binding: StepBinding,
    _ inputs: [LayerProperties],
    _ step: (any LayoutAnimator, [PlannedStep.Target], [LayerProperties]) -> PlannedStep
  ) throws {
    let kind = animator.description.kind
    let isTransition = kind == .transition
    var targets = binding.layers.map { PlannedStep.Target(layer: $0, animates: .hidden) }
    var inputs = inputs
    let frame = isTransition || inputs.isEmpty ? session.canvas : inputs[0].frame
    let top = binding.layers.max { place($0) < place($1) } ?? PlanningSession.container
    let layer = addLayer(
      id: node.spec.id?.value ?? "\(animator.description.id)#\(steps.count)", frame: frame,
      above: top, number: 0)
    targets.append(.init(layer: layer, animates: .all))
    inputs.append(LayerProperties(frame: frame))
    var planned = step(PixelStep(animator, stills: []), targets, inputs)
    try planned.findEnds()
    // Before the step its inputs are seen as they are; after a transition *to* is.
    let (n, last) = (inputs.count - 1, inputs.count - 1)
    for i in 0..<n {
      planned.startOutputs[i].isHidden = inputs[i].isHidden
      if isTransition { planned.endOutputs[i].isHidden = inputs[i].isHidden }
    }
    planned.startOutputs[last].isHidden = true
    if isTransition { planned.endOutputs[last].isHidden = true }
    stillSteps.append(
      StillStep(step: steps.count, layers: binding.layers) { stills, step in
        let final = PixelStep(animator, stills: stills)
        step.animator = final
        if !isTransition {
          step.endOutputs[last].contents = try final.contents(step.moment(at: step.end))
        }
      })
    append(planned, node)
  }

  private mutating func append(_ step: PlannedStep, _ node: TimelineNode) {
    steps.append(step)
    origins.append(node.spec.origin)
    begin(steps.count - 1)
  }

  // MARK: Finding inputs

  private mutating func begin(_ step: Int) {
    for (index, target) in steps[step].targets.enumerated() {
      for bit in target.animates.bits {
        latest[AnimatedProperty(layer: target.layer, bit: bit)] = (step, index)
      }
    }
  }

  /// A layer as the steps that have begun make it.
  private func properties(of layer: Int, at time: FrameTime) throws -> LayerProperties {
    var properties = session.draft[layer].node.properties
    for bit in LayerPropertySet.all.bits {
      guard let (step, target) = latest[AnimatedProperty(layer: layer, bit: bit)] else { continue }
      let outputs =
        time >= steps[step].end ? steps[step].endOutputs : try steps[step].outputs(at: time)
      properties.take(LayerPropertySet(rawValue: bit), from: outputs[target])
    }
    return properties
  }

  /// Two steps on one property of one layer at one time are an error that names both.
  private func checkOverlaps() {
    var byProperty: [AnimatedProperty: [Int]] = [:]
    for (index, step) in steps.enumerated() {
      for target in step.targets {
        for bit in target.animates.bits {
          byProperty[AnimatedProperty(layer: target.layer, bit: bit), default: []].append(index)
        }
      }
    }
    var reported: Set<[Int]> = []
    let keys = byProperty.keys.sorted { ($0.layer, $0.bit) < ($1.layer, $1.bit) }
    for key in keys {
      let order = byProperty[key]!.sorted { (steps[$0].start, $0) < (steps[$1].start, $1) }
      for (a, b) in zip(order, order.dropFirst())
      where steps[a].end > steps[b].start && steps[b].end > steps[b].start {
        guard reported.insert([a, b]).inserted else { continue }
        let name = LayerPropertySet(rawValue: key.bit).properties[0].name
        session.problems.add(
          "animates \(name) of \"\(session.draft[key.layer].node.id)\" while \"\(steps[a].label)\" "
            + "at line \(origins[a].position.line) (\(origins[a].pointer)) still does",
          at: origins[b])
      }
    }
  }

  // MARK: Layers of their own

  /// A hidden child of the container, above the layer that it shows.
  private func addLayer(id: String, frame: Rect, above layer: Int, number: Int) -> Int {
    var properties = LayerProperties(frame: frame)
    properties.isHidden = true
    let siblings = session.draft[PlanningSession.container].node.sublayers
    let place = siblings.firstIndex(of: session.draft.topLevel(layer)).map { $0 + 1 + number }
    return session.draft.add(
      StageDraft.Item(
        node: Stage.Node(id: id, parent: PlanningSession.container, properties: properties)),
      at: min(place ?? siblings.count, siblings.count))
  }

  private func place(_ layer: Int) -> Int {
    let siblings = session.draft[PlanningSession.container].node.sublayers
    return siblings.firstIndex(of: session.draft.topLevel(layer)) ?? -1
  }

  /// The same for the same document seed, step and first layer (FNV-1a).
  private func seed(_ node: TimelineNode) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325 ^ session.document.seed
    let layer = node.binding?.layers.first.map { session.draft[$0].node.id } ?? ""
    for byte in "\(node.label)|\(layer)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash
  }

  // MARK: The plan

  /// Takes the stills and makes the plan.
  mutating func finish(duration: FrameTime) throws(PlanningFailure) -> Plan {
    let document = session.document
    func plan(_ steps: [PlannedStep]) -> Plan {
      Plan(
        stage: session.draft.stage(
          size: document.canvas.size, background: document.canvas.background),
        duration: duration, steps: steps)
    }
    let draft = plan(steps)
    do {
      for still in stillSteps {
        let scene = try draft.scene(at: steps[still.step].start)
        try still.finish(still.layers.map { Snapshot(scene: scene, layer: $0) }, &steps[still.step])
      }
      try session.takeSnapshots(of: draft.scene(at: .zero))
    } catch let fault as AnimatorFault {
      throw .animator(fault, time: nil, frame: nil, origin: .start)
    } catch {
      throw .animator(
        AnimatorFault(animator: "", message: "\(error)"), time: nil, frame: nil, origin: .start)
    }
    if let failure = session.problems.failure { throw .document(failure) }
    return plan(steps)
  }
}

extension LayerPropertySet {
  /// Each of its bits, lowest first.
  var bits: [UInt64] {
    var bits: [UInt64] = []
    forEachBit { bits.append(1 << UInt64($0)) }
    return bits
  }
}
