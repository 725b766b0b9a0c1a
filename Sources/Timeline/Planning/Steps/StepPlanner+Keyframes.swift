import Documents
import Evaluation
import JSON
import Scenes

/// Plans steps with keyframes.
extension StepPlanner {
  /// Plans a keyframes step; nil after a problem, which has been reported.
  mutating func planned(_ leaf: BoundStep, _ spec: KeyframesStep) throws -> PlannedStep? {
    var animates: LayerPropertySet = []
    var frames: [ExpressionKeyframes.Frame] = []
    for keyframe in spec.keyframes {
      guard let frame = frame(keyframe, leaf, isAdditive: spec.isAdditive) else { return nil }
      animates.formUnion(frame.frame.properties)
      frames.append(frame)
    }
    if spec.calculation != .discrete { noteJumps(frames.map(\.frame), spec, leaf) }
    let interpolation: KeyframeAnimator.Interpolation =
      switch spec.calculation {
      case .linear: .linear
      case .cubic: .cubic
      case .discrete: .discrete
      }
    var animator: any LayoutAnimator =
      frames.contains { !$0.varying.isEmpty }
      ? ExpressionKeyframes(
        frames, interpolation, clock: inputs.clock(start: leaf.start, step: leaf.step.label))
      : KeyframeAnimator(frames: frames.map(\.frame), interpolation: interpolation)
    let targets = leaf.binding.layers.map {
      PlannedStep.Target(layer: $0, animates: animates)
    }
    if spec.retargets {
      let momenta = try takeOver(targets, at: leaf.start)
      if case .timing(.spring(let spring)) = leaf.binding.timing, spring.initialVelocity == 0 {
        animator = RetargetedKeyframes(animator, spring: spring, momenta)
      }
    }
    var inputs = leaf.inputs
    if spec.isAdditive {
      for i in inputs.indices { inputs[i].makeNeutral(animates) }
    }
    var planned = leaf.planned(by: animator, targets, inputs)
    planned.isAdditive = spec.isAdditive
    try planned.findEnds()
    return planned
  }

  /// Reports values of two keyframes that cannot be interpolated although others of the property can, so that
  /// the value jumps.
  private mutating func noteJumps(
    _ frames: [KeyframeAnimator.Keyframe], _ spec: KeyframesStep, _ leaf: BoundStep
  ) {
    let all = frames.reduce(into: LayerPropertySet()) { $0.formUnion($1.properties) }
    for property in all.properties {
      var last: LayerProperties? = leaf.inputs.first
      var lastOffset = 0.0
      for (frame, written) in zip(frames, spec.keyframes)
      where frame.properties.contains(property.set) {
        guard let values = frame.values.first else { continue }
        defer { (last, lastOffset) = (values, frame.offset) }
        guard frame.offset > lastOffset, let from = last,
          let jump = property.jump(from: from, to: values)
        else { continue }
        self.values.problems.note(
          "\(property.name) changes suddenly at 50 %, from \(jump.from) to \(jump.to)",
          at: written.origin)
      }
    }
  }

  private mutating func frame(
    _ spec: KeyframeSpec, _ leaf: BoundStep, isAdditive: Bool
  ) -> ExpressionKeyframes.Frame? {
    var fixed = spec.values
    let varying = values.takeVarying(&fixed)
    var touched = varying.reduce(into: LayerPropertySet()) { $0.formUnion($1.property.set) }
    var layers: [LayerProperties] = []
    for (layer, input) in zip(leaf.binding.layers, leaf.inputs) {
      var properties = input
      let parent = values.stage.bounds(of: max(0, values.stage[layer].node.parent))
      touched.formUnion(values.apply(fixed, to: &properties, parent: parent))
      if isAdditive {
        if let fixed = touched.properties.first(where: { !$0.isAdditive }) {
          values.problems.add(
            "additive keyframes add numbers, but \(fixed.name) has no numbers", at: spec.origin)
          return nil
        }
        // Coordinates that an additive value does not mention do not change.
        properties = input
        properties.makeNeutral(touched)
        _ = values.apply(fixed, to: &properties, parent: parent)
      }
      layers.append(properties)
    }
    guard
      let (timing, _) = values.easing(
        spec.easing?.value, default: .linear, stepSeconds: nil, step: leaf.step.label,
        at: spec.easing?.origin ?? spec.origin)
    else { return nil }
    let frame = KeyframeAnimator.Keyframe(
      offset: spec.offset, timing: timing, properties: touched, values: layers)
    return ExpressionKeyframes.Frame(frame: frame, varying: varying)
  }
}

extension LayerExpressions {
  /// A step that is as long as the whole timeline, for properties that vary without steps. `clock` names the
  /// layer in error messages.
  func step(
    over base: LayerProperties, until end: FrameTime, clock: ExpressionClock
  ) throws -> PlannedStep {
    let set = varying.reduce(into: LayerPropertySet()) { $0.formUnion($1.property.set) }
    let frame = KeyframeAnimator.Keyframe(
      offset: 0, timing: .linear, properties: set, values: [base])
    let animator = ExpressionKeyframes(
      [.init(frame: frame, varying: varying)], .linear, clock: clock)
    var step = PlannedStep(
      label: "the layer itself", start: .zero, end: end, timing: .linear, isReversed: false,
      animator: animator, targets: [.init(layer: layer, animates: set)], inputs: [base])
    try step.findEnds()
    return step
  }
}
