import Documents
import Evaluation
import JSON
import Planning
import Scenes
import Testing

/// Tests a finger that drives a transition of one second, without layers.
@Suite struct InteractionPlannerTests {
  private func drive(
    _ interaction: String, presented: Rect? = nil, _ rest: String = ""
  ) throws -> (drive: GestureDrive?, problems: [String]) {
    let document = try Written.document(
      """
      "screens": { "from": {}, "to": {} }, "transition": { "operation": "push" }\(rest),
      "interaction": \(interaction)
      """)
    let inputs = PlanningInputs(document, registry: OneAnimator(), images: NoImages())
    var problems = Problems(file: "doc.json")
    let drive = InteractionPlanner(inputs).drive(
      try #require(document.interaction), seconds: 1, presented: presented, &problems)
    return (drive, problems.failure?.problems.map(\.message) ?? [])
  }

  /// If the document sets no condition, each gesture has its own default.
  @Test(arguments: [
    ("edgePan", "[0, 0, 0], [0.1, 5, 0]", true), ("edgePan", "[0, 30, 0], [0.1, 99, 0]", false),
    ("slide", "[0, 0, 0], [1, 30, 0]", false), ("slide", "[0, 0, 0], [1, 45, 0]", true),
    ("progress", "[0, 0], [1, 0.5]", true), ("progress", "[0, 0], [1, 0.49]", false),
    ("pan", "[0, 50, 0], [1, 0, 0]", false), ("pinch", "[0, 1], [1, 0.4]", true),
  ])
  func finishesByItsOwnRule(gesture: String, track: String, isCompleted: Bool) throws {
    let (drive, problems) = try drive(#"{ "gesture": "\#(gesture)", "track": [\#(track)] }"#)
    #expect(problems.isEmpty)
    #expect(drive?.isCompleted == isCompleted)
    #expect(drive?.run?.isCompleted == isCompleted)
  }

  @Test func theDocumentsConditionComesFirst() throws {
    let (drive, _) = try drive(
      """
      { "gesture": "progress", "track": [[0, 0], [1, 0.3]],
        "finishWhen": { "progress": { "gt": 0.2 } } }
      """)
    #expect(drive?.isCompleted == true)
  }

  @Test func whatItSettlesWithTakesItsTime() throws {
    let (fixed, _) = try drive(
      #"{ "gesture": "progress", "track": [[0, 0], [1, 0.5]], "completionSpeed": 2 }"#)
    #expect(fixed?.run?.durationSeconds == 1.25)
    let (spring, problems) = try drive(
      """
      { "gesture": "progress", "track": [[0, 0], [1, 0.5]],
        "settle": { "spring": { "dampingRatio": 0.001, "initialVelocity": 1 } } }
      """)
    #expect(spring == nil)
    #expect(problems == ["dampingRatio must be at least 0.002"])
  }

  @Test func anotherOutcomeThanExpectedIsAProblem() throws {
    let (drive, problems) = try drive(
      #"{ "gesture": "edgePan", "track": [[0, 50, 0], [1, 90, 0]], "expect": "finish" }"#)
    #expect(drive?.isCompleted == false)
    #expect(problems == ["expected the gesture to finish, but the gesture does not begin"])
  }

  @Test(arguments: [
    ("[0.4, 50, 20]", true, true), ("[0.4, 50, 150]", true, false),
    ("[0.4, 50, 20]", false, false),
  ])
  func aTapBesideTheScreenDismissesIt(tap: String, isOn: Bool, isCompleted: Bool) throws {
    let (drive, _) = try drive(
      #"{ "gesture": "tap", "track": [\#(tap)] }"#, presented: Rect(0, 100, 100, 100),
      #", "presentation": { "tapToDismiss": \#(isOn) }"#)
    #expect(drive?.isCompleted == isCompleted)
    #expect(drive?.delay.seconds == (isCompleted ? 0.4 : 0))
    #expect((drive?.run == nil) == isCompleted)
  }
}

/// Tests the frame and the steps of a presentation, as values only.
@Suite struct PresentationSpecTests {
  private func presentation(_ text: String) throws -> PresentationSpec {
    let document = try Written.document(
      """
      "screens": { "from": {}, "to": {} }, "transition": { "operation": "present" },
      "presentation": \(text)
      """)
    return try #require(document.presentation)
  }

  @Test(arguments: [
    (#"{}"#, Rect(0, 0, 100, 200)),
    (#"{ "size": [50, "25%"] }"#, Rect(25, 75, 50, 50)),
    (#"{ "size": [50, 60], "place": "right" }"#, Rect(50, 70, 50, 60)),
    (#"{ "size": [50, 60], "place": "top", "outset": "10%" }"#, Rect(20, -5, 60, 70)),
    (#"{ "sizeClass": "regular", "regular": { "frame": [1, 2, 3, 4] } }"#, Rect(1, 2, 3, 4)),
    (#"{ "regular": { "frame": [1, 2, 3, 4] } }"#, Rect(0, 0, 100, 200)),
  ])
  func theScreenLiesInItsPlace(text: String, frame: Rect) throws {
    #expect(try presentation(text).frame(in: Rect(0, 0, 100, 200)) == frame)
  }

  @Test func stepsHangOnItsOperations() throws {
    let step =
      #"[{ "id": "NAME", "targets": ["to"], "duration": 1, "keyframes": [{ "opacity": 0 }] }]"#
    let presentation = try presentation(
      """
      { "dimming": { "opacity": 0.5 }, "hooks": {
          "presentationWillBegin": \(step.replacing("NAME", with: "a")),
          "presentationDidEnd": \(step.replacing("NAME", with: "b")),
          "dismissalWillBegin": \(step.replacing("NAME", with: "c")),
          "dismissalDidEnd": \(step.replacing("NAME", with: "d")) } }
      """)
    func names(_ steps: [StepSpec]) -> [String?] { steps.map { $0.id?.value } }
    var transition = TransitionSpec()
    transition.operation = .present
    #expect(names(presentation.steps(alongside: transition)) == ["a", nil])
    #expect(names(presentation.steps(after: transition)) == ["b"])
    transition.operation = .dismiss
    #expect(names(presentation.steps(alongside: transition)) == ["c", nil])
    #expect(names(presentation.steps(after: transition)) == ["d"])
    transition.operation = .push
    #expect(presentation.steps(alongside: transition).isEmpty)
    #expect(presentation.steps(after: transition).isEmpty)
  }
}
