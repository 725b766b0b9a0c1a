import JSON
import PluginModel
import Documents
import Evaluation
import Scenes

/// Plans the steps of plugins with the layers that they add.
extension StepPlanner {
  mutating func planned(
    _ leaf: BoundStep, _ plugin: any BindableAnimator, _ parameters: [CallExpression],
    in transition: PlannedTransition
  ) throws -> PlannedStep {
    animators.insert(plugin.description.lookupName)
    let runner = try PluginRunner(
      plugin, parameters,
      stepContext: inputs.stepContext(
        transition.context.operation, step: leaf.step.label, duration: leaf.pass,
        seed: seed(leaf), roleCounts: leaf.binding.roleCounts, in: values.stage),
      clock: inputs.clock(start: leaf.start, step: leaf.step.label))
    return plugin.description.hasPixels
      ? try pixels(leaf, runner) : try layout(leaf, runner, in: transition)
  }

  private mutating func layout(
    _ leaf: BoundStep, _ runner: PluginRunner, in transition: PlannedTransition
  ) throws -> PlannedStep {
    let layers = leaf.binding.layers
    let pieces = try runner.pieces(inputs: leaf.inputs)
    var targets = layers.map {
      PlannedStep.Target(layer: $0, animates: runner.description.animates)
    }
    for (number, piece) in pieces.enumerated() {
      let source = layers[piece.source]
      let layer = addLayer(
        id: "\(values.stage[source].node.id)#\(number)", frame: piece.properties.frame,
        above: source, number: number)
      targets.append(.init(layer: layer, animates: .all))
    }
    let inputs = leaf.inputs + pieces.map(\.properties)
    var planned = leaf.planned(by: runner, targets, inputs)
    try planned.findEnds()
    // At its end, a transition shows *to*, even if the easing ends at another value.
    if runner.description.kind == .transition, transition.context.to != nil,
      leaf.end >= transition.times.end
    {
      try planned.endWholly()
    }
    if leaf.end >= transition.times.end {
      warnOfEnd(planned, layers, runner.description.id, in: transition, at: leaf.step.spec.origin)
    }
    // The pieces of an animator are visible only while the step is active.
    for i in layers.count..<inputs.count {
      planned.startOutputs[i].isHidden = true
      planned.endOutputs[i].isHidden = true
    }
    if !pieces.isEmpty {
      stills.append(
        StillStep(
          step: steps.count, layers: pieces.map { layers[$0.source] },
          use: .pieces(first: layers.count)))
    }
    return planned
  }

  /// Warns that a screen that remains visible after the move jumps to its layout in the stack.
  private mutating func warnOfEnd(
    _ planned: PlannedStep, _ layers: [Int], _ animator: String, in transition: PlannedTransition,
    at origin: Origin
  ) {
    guard let move = transition.move, move.finishes else { return }
    for (place, layer) in layers.enumerated() where move.showsAfter(layer) {
      let rest = values.stage[layer].node.properties
      var end = rest
      end.take(planned.targets[place].animates, from: planned.endOutputs[place])
      end.isHidden = rest.isHidden
      if end == rest { continue }
      values.problems.warn(
        "\(animator) leaves \"\(values.stage[layer].node.id)\" in a different place than its "
          + "stack requires: "
          + "the layer jumps to that place when the move ends", at: origin)
    }
  }

  private mutating func pixels(_ leaf: BoundStep, _ runner: PluginRunner) throws -> PlannedStep {
    let layers = leaf.binding.layers
    let isTransition = runner.description.kind == .transition
    let frame =
      isTransition || leaf.inputs.isEmpty
      ? values.stage.bounds(of: values.stage.container) : leaf.inputs[0].frame
    let container = values.stage.container
    let standsForFirst = standsForFirst(runner.description)
    let top = layers.contains(container) ? container : layers.max { place($0) < place($1) }
    let shown = standsForFirst ? layers.first : top
    let layer = addLayer(
      id: leaf.step.spec.id?.value ?? "\(runner.description.id)#\(steps.count)", frame: frame,
      above: shown ?? container, number: 0,
      in: standsForFirst ? shown.map(parent) : shown == nil ? container : nil)
    var targets = layers.map { PlannedStep.Target(layer: $0, animates: .hidden) }
    targets.append(.init(layer: layer, animates: .all))
    let inputs = leaf.inputs + [LayerProperties(frame: frame)]
    var planned = leaf.planned(by: PixelStep(runner, stills: []), targets, inputs)
    try planned.findEnds()
    // Before the step, the step's inputs are visible; after a transition, *to* is visible.
    let last = layers.count
    for i in 0..<last {
      planned.startOutputs[i].isHidden = inputs[i].isHidden
      if isTransition { planned.endOutputs[i].isHidden = inputs[i].isHidden }
    }
    planned.startOutputs[last].isHidden = true
    if isTransition { planned.endOutputs[last].isHidden = true }
    stills.append(StillStep(step: steps.count, layers: layers, use: .pixels(runner)))
    return planned
  }

  /// Whether the animator's picture replaces its first layer, and is therefore inserted among that layer's
  /// siblings.
  private func standsForFirst(_ animator: AnimatorDescription) -> Bool {
    animator.kind != .transition && (animator.readsLiveInputs || animator.hasTimes)
  }

  /// Returns the index of a layer's parent layer.
  private func parent(_ layer: Int) -> Int {
    let parent = values.stage[layer].node.parent
    return parent < 0 ? values.stage.container : parent
  }

  // MARK: Layers of their own

  /// Adds a hidden child to the container, or to `parent`, above the layer that it shows.
  private mutating func addLayer(
    id: String, frame: Rect, above layer: Int, number: Int, in parent: Int? = nil
  ) -> Int {
    var properties = LayerProperties(frame: frame)
    properties.isHidden = true
    // A picture that replaces the container must be beside it, because it would be hidden together with the
    // container's contents.
    let isContainer = layer == values.stage.container
    let container = parent ?? (isContainer ? self.parent(layer) : values.stage.container)
    let siblings = values.stage[container].node.sublayers
    let place = siblings.firstIndex(of: values.stage.topLevel(layer, in: container)).map {
      $0 + 1 + number
    }
    return values.stage.add(
      StageDraft.Item(
        node: Stage.Node(id: id, parent: container, properties: properties)),
      at: min(place ?? siblings.count, siblings.count))
  }

  private func place(_ layer: Int) -> Int {
    let container = values.stage.container
    return values.stage[container].node.sublayers.firstIndex(
      of: values.stage.topLevel(layer, in: container)) ?? -1
  }

  /// The random seed, which depends on the document's seed, the step and the first layer (FNV-1a).
  private func seed(_ leaf: BoundStep) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325 ^ inputs.document.seed
    let layer = leaf.binding.layers.first.map { values.stage[$0].node.id } ?? ""
    for byte in "\(leaf.step.label)|\(layer)".utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return hash
  }
}
