import Animators
import Documents
import Evaluation
import Scenes

/// A change at one moment: only its values before and after are ever used.
final class Switch: LayoutAnimator {
  static let shared = Switch()
  func layout(_ moment: StepMoment, inputs: [LayerProperties], outputs: inout [LayerProperties]) {}
}

/// A pixels step: hides the layers it reads and shows what it makes of their stills.
final class PixelStep: LayoutAnimator {
  private let runner: PluginRunner
  private let stills: [Snapshot]

  init(_ runner: PluginRunner, stills: [Snapshot]) {
    self.runner = runner
    self.stills = stills
  }

  func contents(_ moment: StepMoment) throws -> Contents {
    .produced(
      ProducedContents(producer: try runner.bound(at: moment), inputs: stills, moment: moment))
  }

  func layout(
    _ moment: StepMoment, inputs: [LayerProperties], outputs: inout [LayerProperties]
  ) throws {
    let last = outputs.count - 1
    guard try !runner.bound(at: moment).isLeftOut(moment) else {
      outputs[last].isHidden = true
      return
    }
    for i in 0..<last { outputs[i].isHidden = true }
    outputs[last].isHidden = false
    outputs[last].contents = try contents(moment)
  }
}

extension PlanningSession {
  /// What a plugin is told of its step.
  func stepFacts(
    _ facts: TransitionFacts, step: String, durationSeconds: Double, seed: UInt64,
    roleCounts: [Int]
  ) -> StepFacts {
    let operations: [TransitionSpec.Operation: StepFacts.Operation] = [
      .none: .none, .push: .push, .pop: .pop, .present: .present, .dismiss: .dismiss,
    ]
    var result = StepFacts(
      operation: operations[facts.operation]!, duration: FrameTime(seconds: durationSeconds),
      framesPerSecond: framesPerSecond, scale: scale, seed: seed,
      container: document.canvas.size, roleCounts: roleCounts)
    result.step = step
    return result
  }

  /// The animator of a keyframes step and the properties that it touches.
  func keyframeAnimator(
    _ step: KeyframesStep, layers: [Int], inputs: [LayerProperties], clock: FormulaClock
  ) -> (any LayoutAnimator, LayerPropertySet)? {
    var all: LayerPropertySet = []
    var frames: [VaryingKeyframes.Frame] = []
    for spec in step.keyframes {
      var fixed = spec.values
      let varying = takeVarying(&fixed)
      var touched = varying.reduce(into: LayerPropertySet()) {
        $0.formUnion($1.property.set)
      }
      var values: [LayerProperties] = []
      for (layer, input) in zip(layers, inputs) {
        var properties = input
        let parent = draft[max(0, draft[layer].node.parent)].node.properties.frame
        touched.formUnion(apply(fixed, to: &properties, parent: parent))
        values.append(properties)
      }
      guard
        let (timing, _) = easing(
          spec.easing?.value, default: .linear, stepSeconds: nil, step: clock.step,
          at: spec.easing?.origin ?? spec.origin)
      else { return nil }
      all.formUnion(touched)
      let frame = KeyframeAnimator.Keyframe(
        offset: spec.offset, timing: timing, properties: touched, values: values)
      frames.append(VaryingKeyframes.Frame(frame: frame, varying: varying))
    }
    let interpolation: KeyframeAnimator.Interpolation =
      switch step.calculation {
      case .linear: .linear
      case .cubic: .cubic
      case .discrete: .discrete
      }
    if frames.contains(where: { !$0.varying.isEmpty }) {
      return (VaryingKeyframes(frames, interpolation, clock: clock), all)
    }
    return (KeyframeAnimator(frames: frames.map(\.frame), interpolation: interpolation), all)
  }

  /// Gives layers that show a still of another layer their still.
  func takeSnapshots(of scene: Scene) {
    for index in 0..<draft.count {
      guard case .snapshotOf(let id)? = draft[index].values.contents else { continue }
      let selector = Located(Selector(target: .id(id.value)), id.origin)
      guard let layer = layers(named: selector, asSeen: false).first else { continue }
      draft[index].node.properties.contents = .snapshot(Snapshot(scene: scene, layer: layer))
    }
  }
}
