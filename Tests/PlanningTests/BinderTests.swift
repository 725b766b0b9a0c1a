import JSON
import PluginModel
import Documents
import Evaluation
import Planning
import Scenes
import Testing

/// Tests the layers, parameters and duration that a leaf of the timeline gets.
@Suite struct BinderTests {
  private static let layers = """
    "layers": [{ "id": "a", "frame": [10, 20, 30, 40] }, { "id": "b" }, { "id": "c" }]
    """

  /// Binds the document's timeline, which is a single leaf.
  private func bind(
    _ timeline: String, _ context: TransitionContext = TransitionContext(.none)
  ) throws -> (binding: StepBinding?, binder: Binder) {
    let document = try Written.document("\(Self.layers), \"timeline\": \(timeline)")
    var stage = StageBuilder(
      PlanningInputs(document, registry: OneAnimator(), images: NoImages()))
    stage.build()
    var steps = Timeline()
    let step = steps.add(try #require(document.timeline), in: nil)
    var binder = Binder(stage)
    let schedule = Schedule(origin: .zero, duration: nil, framesPerSecond: 10)
    let binding = binder.bind(steps.steps[step], schedule, context)
    return (binding, binder)
  }

  private func problems(_ timeline: String) throws -> [String] {
    let (binding, binder) = try bind(timeline)
    #expect(binding == nil)
    return binder.stage.values.report.problems.failure?.problems.map(\.description) ?? []
  }

  @Test func findsLayersParametersAndDuration() throws {
    let (found, binder) = try bind(
      #"{ "animator": "lift", "layers": { "subject": ["b", "a"] }, "params": { "height": 40 } }"#)
    let binding = try #require(found)
    guard case .plugin(_, let formulas) = binding.runner else {
      Issue.record("not a plugin")
      return
    }
    let values = try formulas.map { try $0.value(at: .none) }
    #expect(values[0].number == 40)
    #expect(values[1].numbers == [50, 100])
    #expect(binding.duration == FrameTime(seconds: 0.4))
    #expect(binding.roleCounts == [2, 1])
    // The shade is created because no layer has its role, directly below the subject.
    let draft = binder.stage.values.stage
    #expect(draft[0].node.sublayers.map { draft[$0].node.id } == ["a", "lift/shade", "b", "c"])
    #expect(binding.layers.map { draft[$0].node.id } == ["b", "a", "lift/shade"])
    #expect(try binding.timing.progress(at: 0.25) == 0.25)
  }

  @Test func theStepDecidesBeforeTheAnimator() throws {
    let (found, _) = try bind(
      """
      { "animator": "lift", "layers": { "subject": "a" }, "duration": "3f",
        "easing": "steps(2)" }
      """)
    let binding = try #require(found)
    #expect(binding.duration == FrameTime(seconds: 0.3))
    #expect(try binding.timing.progress(at: 0.75) == 0.5)
  }

  @Test func aFingerTakesTheEasingAway() throws {
    let (found, _) = try bind(
      """
      { "targets": ["a"], "duration": 1, "easing": "easeIn", "keyframes": [{ "opacity": 0 }] }
      """, TransitionContext(.push, isLinear: true))
    #expect(try found?.timing.progress(at: 0.25) == 0.25)
  }

  @Test(arguments: [
    (#"{ "animator": "lit" }"#, "no animator \"lit\"; did you mean \"lift\"?"),
    (
      #"{ "animator": "lift", "layers": { "subjct": "a" } }"#,
      "lift has no role \"subjct\"; did you mean \"subject\"?"
    ),
    (
      #"{ "animator": "lift", "layers": { "subject": ["a", "b", "c"] } }"#,
      "role \"subject\" takes 2, found 3 layers"
    ),
    (#"{ "animator": "lift" }"#, "lift needs role \"subject\": what is lifted"),
    (
      #"{ "animator": "lift", "layers": { "subject": "a" }, "params": { "heigt": 1 } }"#,
      "lift has no parameter \"heigt\"; did you mean \"height\"?"
    ),
    (
      #"{ "animator": "lift", "layers": { "subject": "a" }, "params": { "height": 101 } }"#,
      "height is 101 points: from 0 to 100"
    ),
    (
      #"{ "targets": ["a"], "keyframes": [{ "opacity": 0 }] }"#, "the step needs a duration"
    ),
    (
      #"{ "targets": ["d"], "duration": 1, "keyframes": [{ "opacity": 0 }] }"#,
      "no layer \"d\""
    ),
  ])
  func saysWhatIsWrong(timeline: String, words: String) throws {
    let problems = try problems(timeline)
    #expect(problems.count == 1)
    #expect(problems.first?.contains(words) == true, "\(problems)")
  }
}
