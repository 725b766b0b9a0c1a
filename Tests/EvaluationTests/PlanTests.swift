import Evaluation
import Scenes
import Testing

/// An animator that moves the first layer right by 100 points.
private final class Shift: LayoutAnimator {
  func layout(
    _ moment: StepMoment, inputs: [LayerProperties], outputs: inout [LayerProperties]
  ) {
    outputs[0].frame.x = inputs[0].frame.x + 100 * moment.progress
    outputs[0].opacity = 2
  }
}

/// An animator that shows other contents from the middle on.
private final class Turn: LayoutAnimator {
  let contents: Contents
  init(_ contents: Contents) { self.contents = contents }
  func layout(
    _ moment: StepMoment, inputs: [LayerProperties], outputs: inout [LayerProperties]
  ) {
    if moment.progress >= 0.5 { outputs[0].contents = contents }
  }
}

/// A picture that either differs at each time or is constant.
private final class Reel: PictureSource {
  let size = Size(1, 1)
  let isMoving: Bool
  init(moves: Bool) { isMoving = moves }
  func picture(at time: FrameTime, width: Int, height: Int) -> Bitmap {
    Bitmap(width: 1, height: 1)
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

  /// Returns a plan whose box has its own picture and, if `turns` is given, another picture from 0.5 s on.
  private func plan(_ own: Reel, turns other: Reel?) throws -> Plan {
    var box = LayerProperties(frame: Rect(0, 0, 10, 10))
    box.contents = .picture(PictureContents(own))
    let stage = Stage(
      size: Size(100, 100), background: .white,
      nodes: [
        Stage.Node(
          id: "container", parent: -1, sublayers: [1],
          properties: LayerProperties(frame: Rect(0, 0, 100, 100))),
        Stage.Node(id: "box", parent: 0, properties: box),
      ])
    var steps: [PlannedStep] = []
    if let other {
      var step = PlannedStep(
        label: "turn", start: .zero, end: FrameTime(seconds: 1), timing: .linear,
        isReversed: false, animator: Turn(.picture(PictureContents(other))),
        targets: [.init(layer: 1, animates: .contents)], inputs: [box])
      try step.findEnds()
      steps.append(step)
    }
    return Plan(stage: stage, duration: FrameTime(seconds: 3), steps: steps)
  }

  private func shown(_ plan: Plan, _ seconds: Double) throws -> PictureContents? {
    let scene = try plan.scene(at: FrameTime(seconds: seconds))
    guard case .picture(let picture) = scene.properties(of: 1).contents else { return nil }
    return picture
  }

  @Test func aPictureThatMovesIsSeenAtItsTime() throws {
    let reel = Reel(moves: true)
    let plan = try plan(reel, turns: nil)
    for seconds in [0, 0.25, 2.5] {
      #expect(
        try shown(plan, seconds)
          == PictureContents(reel, time: FrameTime(seconds: seconds)))
    }
    let still = try self.plan(Reel(moves: false), turns: nil)
    #expect(try still.scene(at: FrameTime(seconds: 1)).changes.isEmpty)
  }

  @Test func soIsOneThatAStepShows() throws {
    let (still, reel) = (Reel(moves: false), Reel(moves: true))
    let plan = try plan(still, turns: reel)
    #expect(try shown(plan, 0.25) == PictureContents(still))
    for seconds in [0.75, 2] {
      #expect(
        try shown(plan, seconds)
          == PictureContents(reel, time: FrameTime(seconds: seconds)))
    }
    let back = try self.plan(reel, turns: still)
    #expect(try shown(back, 0.25)?.time == FrameTime(seconds: 0.25))
    #expect(try shown(back, 2) == PictureContents(still))
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

  /// Tests the tables for steps() in CSS Easing Level 1.
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
