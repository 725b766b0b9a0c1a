import Evaluation
import Scenes

enum Steps {
  /// A step that takes one layer from a state to another by keyframes.
  static func move(
    layer: Int, from: LayerProperties, to: LayerProperties, start: FrameTime, end: FrameTime
  ) throws -> PlannedStep {
    let properties: LayerPropertySet = [.translate, .opacity]
    let frame = KeyframeAnimator.Keyframe(
      offset: 1, timing: .linear, properties: properties, values: [to])
    var step = PlannedStep(
      label: "step", start: start, end: end, timing: .easeInOut, isReversed: false,
      animator: KeyframeAnimator(frames: [frame], interpolation: .linear),
      targets: [PlannedStep.Target(layer: layer, animates: properties)], inputs: [from])
    try step.findEnds()
    return step
  }
}

/// A scene from 10,000 steps of which 10 are alive: 10,000 / `layers` steps one after another on
/// each layer, 10 layers at a time.
final class StepsCase: Case {
  let clock = Clock.thread
  private static let count = 10_000
  private static let alive = 10
  private let plan: Plan

  init(layers: Int) throws {
    let rounds = Self.count / layers
    let frame = Rect(0, 0, 100, 100)
    var nodes = [
      Stage.Node(
        id: "container", parent: -1, sublayers: Array(1...layers),
        properties: LayerProperties(frame: Rect(0, 0, 1920, 1080)))
    ]
    nodes += (1...layers).map {
      Stage.Node(id: "layer\($0)", parent: 0, properties: LayerProperties(frame: frame))
    }
    var steps: [PlannedStep] = []
    for index in 0..<Self.count {
      // Groups of ten layers take turns; each goes through its rounds.
      let (round, layer) = (index / layers, index % layers)
      let slot = round * (layers / Self.alive) + layer / Self.alive
      var from = nodes[layer + 1].properties
      from.translate.x = Double(round)
      var to = from
      to.translate.x += 1
      to.opacity = Double(round + 1) / Double(rounds + 1)
      steps.append(
        try Steps.move(
          layer: layer + 1, from: from, to: to, start: FrameTime(frame: slot, framesPerSecond: 1),
          end: FrameTime(frame: slot + 1, framesPerSecond: 1)))
    }
    plan = Plan(
      stage: Stage(size: Size(1920, 1080), background: .white, nodes: nodes),
      duration: FrameTime(frame: Self.count / Self.alive, framesPerSecond: 1), steps: steps)
  }

  /// Times from all over the timeline, none at a step's end.
  func run(_ index: Int) throws {
    let second = index * 617 % (Self.count / Self.alive)
    let scene = try plan.scene(at: FrameTime(seconds: Double(second) + 0.4))
    precondition(!scene.changes.isEmpty)
  }
}
