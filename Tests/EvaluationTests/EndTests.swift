import Evaluation
import Scenes
import Testing

/// Tests the state after a step has ended, which is the value of its easing at 1.
@Suite struct EndTests {
  private static let there = TimingFunction.piecewise([
    .init(offset: 0, progress: 0), .init(offset: 0.5, progress: 1), .init(offset: 1, progress: 0),
  ])

  /// As in CSS, linear(0, 1, 0) ends where it began, and every other easing ends at 1.
  @Test func linearEndsAtItsLastStop() {
    #expect(Self.there.progress(at: 1) == 0 && Self.there.progress(at: 2) == 0)
    let others: [TimingFunction] = [
      .linear, .easeInOut, .cubicBezier(x1: 0.3, y1: -2, x2: 0.4, y2: 3),
      .steps(count: 3, jump: .none), .steps(count: 3, jump: .end), .steps(count: 3, jump: .start),
      .steps(count: 3, jump: .both), .spring(Spring(dampingRatio: 0.4, durationSeconds: 1)),
    ]
    for function in others { #expect(function.progress(at: 1) == 1) }
  }

  private struct Lines: Sendable {
    let stops: [(Double, Double)]
    let start: Double
    let end: Double
    init(_ stops: [(Double, Double)], start: Double, end: Double) {
      self.stops = stops
      self.start = start
      self.end = end
    }
  }
  private static let lines: [Lines] = [
    Lines([(0.2, 0), (0.8, 1)], start: -1.0 / 3, end: 4.0 / 3),
    Lines([(0, 0), (0.5, 0.5), (0.9, 1)], start: 0, end: 1.125),
    Lines([(0, 0), (0.5, 1)], start: 0, end: 2),
    Lines([(0, 0), (2, 1)], start: 0, end: 0.5),
    Lines([(0, 0), (0.8, 0.4), (1.2, 2)], start: 0, end: 1.2),
    Lines([(-0.5, 0), (1.5, 1)], start: 0.25, end: 0.75),
    Lines([(0, 0), (1, 0.3), (1, 1)], start: 0, end: 1),
    Lines([(0, 0.5), (0, 0), (1, 1)], start: 0, end: 1),
  ]

  /// By CSS Easing 2, if the first stop is after 0 or the last stop is before 1, their lines continue; if they are
  /// beyond, the lines are cut. The values come from Chromium.
  @Test(arguments: 0..<Self.lines.count)
  func linearGoesOnBeyondItsStops(_ number: Int) {
    let lines = Self.lines[number]
    let function = TimingFunction.piecewise(
      lines.stops.map { .init(offset: $0.0, progress: $0.1) })
    #expect(abs(function.progress(at: 0) - lines.start) < 1e-9)
    #expect(abs(function.progress(at: 1) - lines.end) < 1e-9)
    #expect(function.progress(at: 7) == function.progress(at: 1))
  }

  /// A step in reverse ends at 0 even if its easing jumps at once, but with linear() it ends at the first stop.
  @Test func backwardsEndsAtTheStart() {
    let late = TimingFunction.piecewise([
      .init(offset: 0, progress: 0.5), .init(offset: 1, progress: 1),
    ])
    #expect(Easing.timing(late).start == 0.5)
    for function in [TimingFunction.easeInOut, .steps(count: 3, jump: .start)] {
      #expect(Easing.timing(function).start == 0)
    }
  }

  private func opacities(_ step: Easing, _ frame: Easing, reversed: Bool = false) throws
    -> [Double]
  {
    var layer = LayerProperties(frame: Rect(0, 0, 10, 10))
    var frames: [KeyframeAnimator.Keyframe] = []
    for (offset, value) in [(0.0, 0.2), (1, 0.8)] {
      layer.opacity = value
      frames.append(.init(offset: offset, timing: frame, properties: .opacity, values: [layer]))
    }
    let stage = Stage(
      size: Size(10, 10), background: .white,
      nodes: [Stage.Node(id: "a", parent: -1, properties: layer)])
    var planned = PlannedStep(
      label: "a", start: FrameTime(seconds: 1), end: FrameTime(seconds: 2), timing: step,
      isReversed: reversed, animator: KeyframeAnimator(frames: frames, interpolation: .linear),
      targets: [.init(layer: 0, animates: .opacity)], inputs: [layer])
    try planned.findEnds()
    let plan = Plan(stage: stage, duration: FrameTime(seconds: 3), steps: [planned])
    return try [0, 1, 1.5, 2, 3].map { time in
      let value = try plan.scene(at: FrameTime(seconds: time)).properties(of: 0).opacity
      return (value * 1000).rounded() / 1000
    }
  }

  @Test func theEndStays() throws {
    let there = Easing.timing(Self.there)
    #expect(try opacities(there, .linear) == [0.2, 0.2, 0.8, 0.2, 0.2])
    #expect(try opacities(there, .linear, reversed: true) == [0.8, 0.8, 0.2, 0.8, 0.8])
    // The interval of the last keyframe ends as its own easing does.
    #expect(try opacities(.linear, there) == [0.2, 0.2, 0.8, 0.2, 0.2])
    #expect(try opacities(.linear, .linear) == [0.2, 0.2, 0.5, 0.8, 0.8])
  }
}
