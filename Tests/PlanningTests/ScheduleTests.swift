import Documents
import Evaluation
import JSON
import Planning
import Scenes
import Testing

/// Tests that steps start and end at the right times, without a document, layers or animators.
@Suite struct ScheduleTests {
  private var timeline = Timeline()
  private var problems = Problems(file: "doc.json")

  private func spec(_ id: String, _ kind: StepSpec.Kind, at start: StartSpec? = nil) -> StepSpec {
    var spec = StepSpec()
    spec.id = Sourced(id)
    spec.kind = kind
    spec.at = start.map { Sourced($0) }
    return spec
  }

  /// Adds a leaf that takes some seconds.
  @discardableResult
  private mutating func leaf(
    _ id: String, _ seconds: Double, in group: Int?, after previous: Int? = nil,
    at start: StartSpec? = nil
  ) -> Int {
    let keyframes = KeyframesStep()
    let step = timeline.add(
      spec(id, .keyframes(keyframes), at: start), in: group, after: previous)
    timeline.bind(
      step,
      to: StepBinding(
        .keyframes(keyframes), layers: [], duration: FrameTime(seconds: seconds), timing: .linear))
    return step
  }

  private mutating func resolve(from origin: Double = 0, lasting seconds: Double? = nil) -> Bool {
    let schedule = Schedule(
      origin: FrameTime(seconds: origin), duration: seconds.map { FrameTime(seconds: $0) },
      framesPerSecond: 10)
    return schedule.resolve(timeline.steps.indices, of: &timeline, &problems)
  }

  private var spans: [[Double]] {
    timeline.steps.map { [$0.start?.seconds ?? -1, $0.end?.seconds ?? -1] }
  }

  @Test mutating func aSequenceGoesOnWhereTheStepBeforeEnds() {
    let group = timeline.add(spec("all", .sequence([])), in: nil)
    let first = leaf("a", 0.5, in: group)
    let second = leaf("b", 0.25, in: group, after: first)
    leaf("c", 1, in: group, after: second, at: .afterPrevious(.frames(-1)))
    let isRight = resolve(from: 2)
    #expect(isRight && problems.isEmpty)
    #expect(spans == [[2, 3.65], [2, 2.5], [2.5, 2.75], [2.65, 3.65]])
  }

  @Test mutating func stepsHangOnOthersWhereverTheseStand() {
    let group = timeline.add(spec("all", .parallel([])), in: nil)
    let b = Sourced("b")
    leaf("a", 0.5, in: group, at: .relative(.before, id: b, offset: .seconds(0.1)))
    leaf("b", 1, in: group, at: .time(.fraction(0.5)))
    leaf("c", 1, in: group, at: .relative(.after, id: b, offset: .seconds(0)))
    leaf("d", 1, in: group, at: .label(b))
    let isRight = resolve(lasting: 4)
    #expect(isRight && problems.isEmpty)
    #expect(spans == [[0, 4], [1.6, 2.1], [2, 3], [3, 4], [2, 3]])
  }

  @Test mutating func aCircleIsToldAndEndsNothing() {
    let group = timeline.add(spec("all", .parallel([])), in: nil)
    leaf("a", 1, in: group, at: .label(Sourced("b")))
    leaf("b", 1, in: group, at: .label(Sourced("a")))
    let isRight = resolve()
    #expect(!isRight)
    #expect(
      problems.failure?.problems.first?.message == "`at` has a cycle through \"a\"")
  }

  /// A step that depends on its own group, through any number of others, is reported by its name.
  @Test mutating func aCircleThroughAGroupIsToldOnce() {
    let group = timeline.add(spec("all", .parallel([])), in: nil)
    leaf("a", 1, in: group)
    leaf("b", 1, in: group, at: .label(Sourced("c")))
    leaf("c", 1, in: group, at: .relative(.after, id: Sourced("all"), offset: .seconds(0)))
    let isRight = resolve()
    #expect(!isRight)
    #expect(
      problems.failure?.problems.map(\.message) == ["`at` has a cycle through \"b\""])
  }

  /// A step that depends on an invalid step is not reported as invalid itself.
  @Test mutating func aMistakeIsToldOnce() {
    let group = timeline.add(spec("all", .parallel([])), in: nil)
    leaf("a", 1, in: group, at: .label(Sourced("nowhere")))
    leaf("b", 1, in: group, at: .label(Sourced("a")))
    let isRight = resolve()
    #expect(!isRight)
    #expect(problems.failure?.problems.map(\.message) == ["no step \"nowhere\""])
  }

  /// Hundreds of thousands of steps may depend on each other, forwards and in nested groups.
  @Test mutating func chainsMayBeLong() {
    let group = timeline.add(spec("all", .parallel([])), in: nil)
    let count = 100_000
    for i in 1..<count {
      leaf(
        "\(i)", 0.001, in: group,
        at: .relative(.after, id: Sourced("\(i + 1)"), offset: .seconds(0)))
    }
    leaf("\(count)", 0.001, in: group)
    let isRight = resolve()
    #expect(isRight && problems.isEmpty)
    #expect(abs((timeline.steps[group].end?.seconds ?? 0) - 100) < 1e-6)
  }

  @Test mutating func aStepPastAllTimesIsToldOnce() {
    let group = timeline.add(spec("all", .sequence([])), in: nil)
    let day = FrameTime.limit.seconds
    let first = leaf("a", day, in: group)
    let second = leaf("b", day, in: group, after: first)
    leaf("c", day, in: group, after: second)
    let isRight = resolve()
    #expect(isRight)
    #expect(problems.count == 1)
    #expect(timeline.steps.allSatisfy { $0.end == .limit })
  }

  @Test func aPercentNeedsADuration() {
    var problems = problems
    let without = Schedule(origin: .zero, duration: nil, framesPerSecond: 10)
    let with = Schedule(
      origin: .zero, duration: FrameTime(seconds: 2), framesPerSecond: 10)
    #expect(without.length(.fraction(0.25), at: .start, &problems) == nil)
    #expect(problems.count == 1)
    #expect(with.length(.fraction(0.25), at: .start, &problems) == FrameTime(seconds: 0.5))
    #expect(with.length(.frames(3), at: .start, &problems) == FrameTime(seconds: 0.3))
    #expect(problems.count == 1)
  }
}
