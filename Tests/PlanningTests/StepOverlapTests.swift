import Evaluation
import Planning
import Scenes
import Testing

/// Tests steps that animate the same property of the same layer at the same time.
@Suite struct StepOverlapTests {
  private final class Still: LayoutAnimator {
    func layout(
      _ moment: StepMoment, inputs: [LayerProperties], outputs: inout [LayerProperties]
    ) {}
  }

  private func step(
    _ start: Double, _ end: Double, layer: Int = 1, _ set: LayerPropertySet = [.frame, .opacity]
  ) -> PlannedStep {
    PlannedStep(
      label: "", start: FrameTime(seconds: start), end: FrameTime(seconds: end), timing: .linear,
      isReversed: false, animator: Still(), targets: [.init(layer: layer, animates: set)],
      inputs: [])
  }

  @Test func stepsThatMeetDoNotOverlap() {
    #expect(StepOverlap.all([step(1, 2), step(0, 1), step(2, 3)]).isEmpty)
    #expect(StepOverlap.all([step(0, 2), step(1, 3, layer: 2)]).isEmpty)
    #expect(
      StepOverlap.all([step(0, 2, layer: 1, .frame), step(1, 3, layer: 1, .opacity)]).isEmpty)
    // A change without duration is allowed inside another step.
    #expect(StepOverlap.all([step(0, 2), step(1, 1)]).isEmpty)
  }

  @Test func eachPairIsToldOnce() throws {
    let overlaps = StepOverlap.all([step(1, 3), step(0, 2), step(5, 6, layer: 0)])
    let overlap = try #require(overlaps.first)
    #expect(overlaps.count == 1)
    #expect((overlap.first, overlap.second) == (1, 0))
    #expect(overlap.layer == 1)
  }
}
