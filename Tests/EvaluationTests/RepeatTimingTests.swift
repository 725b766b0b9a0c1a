import Evaluation
import Scenes
import Testing

/// Tests the positions that repeated passes reach.
@Suite struct PassesTests {
  private func time(_ seconds: Double) -> FrameTime { FrameTime(seconds: seconds) }

  private func fractions(_ passes: RepeatTiming, _ times: [Double]) -> [Double] {
    times.map { (passes.place(at: time($0)).fraction * 1000).rounded() / 1000 }
  }

  @Test func onePassIsTheStep() {
    let passes = RepeatTiming(length: time(2))
    #expect(passes.whole == time(2))
    #expect(fractions(passes, [0, 0.5, 1.5, 2, 9]) == [0, 0.25, 0.75, 1, 1])
  }

  @Test func passesFollowEachOtherAfterTheDelay() {
    let passes = RepeatTiming(length: time(1), count: 2.5, delay: time(0.25))
    #expect(passes.whole == time(3))
    #expect(
      fractions(passes, [0.5, 1.1, 1.25, 1.75, 2.5, 2.75, 3]) == [0.5, 1, 0, 0.5, 0, 0.25, 0.5])
  }

  @Test func everySecondPassPlaysBackwards() {
    let passes = RepeatTiming(length: time(1), count: 4, isAlternating: true, delay: time(0.1))
    #expect(passes.whole == time(4.3))
    #expect(
      fractions(passes, [0.5, 1.05, 1.35, 2.1, 2.15, 2.7, 4.3]) == [0.5, 1, 0.75, 0, 0, 0.5, 0])
    #expect(
      RepeatTiming(length: .zero, count: 2, isAlternating: true).place(at: .zero).fraction == 0)
  }
}
