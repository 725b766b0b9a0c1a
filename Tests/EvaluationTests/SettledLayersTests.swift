import Evaluation
import Scenes
import Testing

/// Tests what a plan computes in advance for layers that do not move, against the rule: of the steps on a property, the
/// one that began last decides, and before the first step its start value.
@Suite struct SettledLayersTests {
  private static let layers = 5

  /// Returns steps one after another on each layer, with gaps, steps without duration, and some steps with two properties.
  private func steps(seed: UInt64) throws -> [PlannedStep] {
    var random = SeededRandom(seed)
    var steps: [PlannedStep] = []
    for layer in 1...Self.layers {
      for properties: LayerPropertySet in [[.opacity, .cornerRadius], .zPosition] {
        var time: Int64 = Int64(random.next() % 3)
        for _ in 0..<Int(random.next() % 5) {
          let end = time + Int64(random.next() % 3)
          var from = Self.still
          from.opacity = Double(random.next() % 8) / 8
          from.zPosition = Double(random.next() % 8)
          var to = from
          to.opacity = Double(random.next() % 8) / 8
          to.zPosition = Double(random.next() % 8)
          to.cornerRadius = Double(random.next() % 2)
          let frames = [
            KeyframeAnimator.Keyframe(
              offset: 1, timing: .linear, properties: properties, values: [to])
          ]
          var step = PlannedStep(
            label: "step", start: FrameTime(ticks: time * 4), end: FrameTime(ticks: end * 4),
            timing: .linear, isReversed: random.next() % 2 == 0,
            animator: KeyframeAnimator(frames: frames, interpolation: .linear),
            targets: [.init(layer: layer, animates: properties)], inputs: [from])
          try step.findEnds()
          steps.append(step)
          time = end + Int64(random.next() % 2)
        }
      }
    }
    return steps
  }

  private static let still = LayerProperties(frame: Rect(0, 0, 10, 10))

  /// Applies the rule step by step.
  private func expected(_ layer: Int, at time: FrameTime, _ steps: [PlannedStep]) throws
    -> LayerProperties
  {
    var result = Self.still
    for properties: LayerPropertySet in [[.opacity, .cornerRadius], .zPosition] {
      let own = steps.filter {
        $0.targets[0].layer == layer && $0.targets[0].animates == properties
      }
      guard let first = own.first else { continue }
      guard let last = own.last(where: { $0.start <= time }) else {
        result.take(properties, from: first.startOutputs[0])
        continue
      }
      let value = time >= last.end ? last.endOutputs[0] : try last.outputs(at: time)[0]
      result.take(properties, from: value)
    }
    return result
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>) func followTheRule(seed: UInt64) throws {
    let steps = try steps(seed: seed)
    let node = Stage.Node(id: "box", parent: 0, properties: Self.still)
    let container = Stage.Node(
      id: "container", parent: -1, sublayers: Array(1...Self.layers), properties: Self.still)
    let stage = Stage(
      size: Size(10, 10), background: .white,
      nodes: [container] + Array(repeating: node, count: Self.layers))
    let plan = Plan(stage: stage, duration: FrameTime(ticks: 80), steps: steps)
    for ticks in 0...80 {
      let time = FrameTime(ticks: Int64(ticks))
      let scene = try plan.scene(at: time)
      for layer in 1...Self.layers {
        let properties = try expected(layer, at: time, steps)
        #expect(scene.properties(of: layer) == properties)
        let isListed = scene.changes.contains { $0.layer == layer }
        #expect(isListed == (properties != Self.still))
      }
    }
  }
}
