import Evaluation
import Scenes
import Testing

/// Moves the first layer right by 100 points.
private final class Shift: LayoutAnimator {
  func layout(
    _ moment: StepMoment, inputs: [LayerProperties], outputs: inout [LayerProperties]
  ) {
    outputs[0].frame.x = inputs[0].frame.x + 100 * moment.progress
    outputs[0].opacity = 2
  }
}

@Suite struct PlanTests {
  private func plan(_ spans: [(Double, Double, start: Double)]) throws -> Plan {
    let canvas = Rect(0, 0, 100, 100)
    let stage = Stage(
      size: canvas.size, background: .white,
      nodes: [
        Stage.Node(
          id: "container", parent: -1, sublayers: [1], properties: LayerProperties(frame: canvas)),
        Stage.Node(id: "box", parent: 0, properties: LayerProperties(frame: Rect(0, 0, 10, 10))),
      ])
    let steps = try spans.map { start, end, x in
      var input = LayerProperties(frame: Rect(x, 0, 10, 10))
      input.opacity = 0.5
      var step = PlannedStep(
        label: "shift", start: FrameTime(seconds: start), end: FrameTime(seconds: end),
        timing: .linear, isReversed: false, animator: Shift(),
        targets: [.init(layer: 1, animates: .frame)], inputs: [input])
      try step.findEnds()
      return step
    }
    return Plan(stage: stage, duration: FrameTime(seconds: 3), steps: steps)
  }

  private func x(_ plan: Plan, _ seconds: Double) throws -> Double {
    try plan.scene(at: FrameTime(seconds: seconds)).properties(of: 1).frame.x
  }

  @Test func fillsBeforeAndAfter() throws {
    let plan = try plan([(2, 3, start: 500), (0.5, 1, start: 20)])
    #expect(try x(plan, 0) == 20)
    #expect(try x(plan, 0.75) == 70)
    #expect(try x(plan, 1) == 120)
    #expect(try x(plan, 1.9) == 120)
    #expect(try x(plan, 2) == 500)
    #expect(try x(plan, 3) == 600)
  }

  @Test func takesOnlyWhatIsDeclared() throws {
    let scene = try plan([(0, 1, start: 0)]).scene(at: FrameTime(seconds: 0.5))
    #expect(scene.properties(of: 1).opacity == 1)
    #expect(scene.changes.count == 1)
  }

  @Test func zeroDurationIsDoneFromItsStart() throws {
    let plan = try plan([(1, 1, start: 0)])
    #expect(try x(plan, 0.999) == 0)
    #expect(try x(plan, 1) == 100)
  }
}

@Suite struct TimingTests {
  @Test func endsExactly() {
    for timing in [
      TimingFunction.linear, .easeInOut, .steps(count: 3, jump: .start),
      .spring(Spring(dampingRatio: 0.3, durationSeconds: 1)),
    ] {
      #expect(timing.progress(at: 1) == 1)
    }
    #expect(TimingFunction.easeInOut.progress(at: 0) == 0)
    #expect(TimingFunction.easeInOut.progress(at: 0.5) == 0.5)
  }

  /// CSS Easing Level 1's tables for steps().
  @Test func stepsJump() {
    func row(_ jump: TimingFunction.StepJump) -> [Double] {
      [0, 0.4, 0.6].map { TimingFunction.steps(count: 2, jump: jump).progress(at: $0) }
    }
    #expect(row(.end) == [0, 0, 0.5])
    #expect(row(.start) == [0.5, 0.5, 1])
    #expect(row(.none) == [0, 0, 1])
    let third = 1.0 / 3
    #expect(row(.both) == [third, third, 2.0 / 3])
  }
}
