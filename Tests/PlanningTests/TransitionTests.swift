import Documents
import Evaluation
import JSON
import Planning
import Scenes
import Testing

@Suite struct TransitionTests {
  @Test func pushSlidesInAndRemovesFrom() throws {
    let plan = try Planned(screens: #""transition": { "operation": "push" }"#)
    #expect(plan.document.duration == FrameTime(seconds: 0.35))
    #expect(try plan.layer("to", at: 0).translate.x == 100)
    #expect(try plan.layer("to", at: 0.35).translate.x == 0)
    #expect(try plan.layer("from", at: 0.34).isHidden == false)
    #expect(try plan.layer("from", at: 0.35).isHidden)
  }

  @Test func customKeepsFrom() throws {
    let plan = try Planned(
      screens: #""transition": { "operation": "present", "style": "custom" }"#)
    #expect(try plan.layer("from", at: 0.35).isHidden == false)
  }

  @Test func popUncoversWhatLiesBelow() throws {
    let plan = try Planned(screens: #""transition": { "operation": "pop" }"#)
    let nodes = plan.document.playback.plan.stage.nodes
    #expect(nodes[0].sublayers.map { nodes[$0].id } == ["to", "from"])
    #expect(try plan.layer("from", at: 0.2).translate.x > 0)
  }

  @Test func theSeamShowsTo() throws {
    let plan = try Planned(
      screens: #""transition": { "operation": "push", "duration": 2, "seam": "50%" }"#)
    #expect(try plan.layer("to", at: 0.99).isHidden)
    #expect(try plan.layer("to", at: 1).isHidden == false)
  }

  /// A pair shows its contents with the gravity of the element from which the contents come.
  @Test func theSeamBringsTheGravityToo() throws {
    func element(_ id: String, _ gravity: String) -> String {
      """
      { "id": "\(id)", "match": "pair", "contents": { "color": "#fff" },
        "contentsGravity": "\(gravity)" }
      """
    }
    let plan = try Planned(
      screens: #""transition": { "operation": "push", "duration": 2, "seam": "50%" }"#,
      from: element("a", "center"), to: element("b", "topLeft"))
    #expect(try plan.layer("a", at: 0.99).contentsGravity == .center)
    #expect(try plan.layer("a", at: 1).contentsGravity == .topLeft)
    #expect(try plan.layer("a", at: 2).contentsGravity == .topLeft)
  }

  @Test func fromAndToSwapOnTheWayBack() throws {
    let plan = try Planned(
      screens: """
        "transition": [
          { "operation": "present", "style": "custom", "duration": 1 },
          { "operation": "dismiss", "style": "custom", "duration": 1, "pause": 0.5 } ]
        """)
    #expect(plan.document.duration == FrameTime(seconds: 2.5))
    #expect(try plan.layer("to", at: 0).translate.y == 200)
    #expect(try plan.layer("to", at: 1.2).translate.y == 0)
    #expect(try plan.layer("to", at: 2).translate.y == 100)
    #expect(try plan.layer("to", at: 2.5).isHidden)
    #expect(try plan.layer("from", at: 0).isHidden == false)
    #expect(try plan.layer("from", at: 2.5).isHidden == false)
  }

  /// The reversed plan equals the forward plan at exactly D − t, with from and to swapped.
  @Test func reversedRunsBackwards() throws {
    let keyframes = """
      "timeline": { "targets": ["top"], "duration": 1, "keyframes": [
        { "offset": 0, "translate": [100, 0] }, { "offset": 1, "translate": [0, 0] } ] }
      """
    let top = ##"{ "id": "top", "backgroundColor": "#f00" }"##
    let forward = try Planned(
      screens: #""transition": { "operation": "push", "duration": 1, \#(keyframes) }"#, to: top)
    let backward = try Planned(
      screens:
        #""transition": { "operation": "pop", "reversed": true, "duration": 1, \#(keyframes) }"#,
      from: top)
    for t in [0, 0.1, 0.35, 0.5, 0.8, 1.0] {
      #expect(
        try backward.layer("top", at: t).translate == forward.layer("top", at: 1 - t).translate)
    }
    #expect(try backward.layer("from", at: 0).isHidden == false)
  }

  @Test func matchedElementsAreOneLayer() throws {
    let plan = try Planned(
      screens: """
        "transition": { "operation": "push", "duration": 1, "seam": 0.5, "timeline": {
          "targets": ["@hero"], "duration": 1, "keyframes": [
            { "offset": 1, "frame": { "frameOf": "end" } } ] } }
        """,
      from:
        ##"{ "id": "start", "frame": [0, 0, 10, 10], "match": "hero", "contents": { "color": "#f00" } }"##,
      to:
        ##"{ "id": "end", "frame": [50, 60, 20, 30], "match": "hero", "contents": { "color": "#00f" } }"##
    )
    #expect(try plan.layer("start", at: 0).frame == Rect(0, 0, 10, 10))
    #expect(try plan.layer("start", at: 1).frame == Rect(50, 60, 20, 30))
    let red = Contents.color(Color(red: 1, green: 0, blue: 0))
    #expect(try plan.layer("start", at: 0.49).contents == red)
    #expect(try plan.layer("start", at: 0.5).contents != red)
    // During the transition the original layers are hidden; at the end *to* is exactly unchanged.
    #expect(try plan.layer("from/start", at: 0).isHidden)
    #expect(try plan.layer("end", at: 0.9).isHidden)
    #expect(try plan.layer("end", at: 1).isHidden == false)
    #expect(try plan.layer("start", at: 1).isHidden)
  }
}

@Suite struct PresentationTests {
  private let rest = """
    "transition": { "operation": "present", "duration": 1 },
    "presentation": { "size": ["100%", 120], "place": "bottom",
      "dimming": { "color": "#000", "opacity": 0.5 },
      "wrapper": { "cornerRadius": 16, "shadowOpacity": 0.44, "shadowRadius": 13, "shadowOffset": [0, -6] },
      "hooks": { "presentationDidEnd": [
        { "targets": ["from"], "duration": 0.5, "keyframes": [ { "offset": 1, "opacity": 0.2 } ] } ] } }
    """

  @Test func decoratesThePresentedScreen() throws {
    let plan = try Planned(screens: rest)
    #expect(try plan.layer("dimming", at: 0).opacity == 0)
    #expect(try plan.layer("dimming", at: 1).opacity == 0.5)
    let wrapper = try plan.layer("wrapper", at: 1)
    #expect(wrapper.frame == Rect(0, 80, 100, 120))
    #expect(wrapper.shadowOpacity == 0.44 && wrapper.shadowRadius == 13)
    #expect(wrapper.shadowOffset == Point(0, -6))
    #expect(try plan.layer("to", at: 1).cornerRadius == 16)
    // The wrapper replaces the screen, so the wrapper slides.
    #expect(try plan.layer("wrapper", at: 0).translate.y == 200)
    #expect(try plan.layer("to", at: 0).translate.y == 0)
    // The presentation remains custom: the presenting screen still exists, and the hook runs after the end.
    #expect(plan.document.duration == FrameTime(seconds: 1.5))
    #expect(try plan.layer("from", at: 1).opacity == 1)
    #expect(try plan.layer("from", at: 1.5).opacity == 0.2)
  }

  @Test func aTapOnTheDimmingDismisses() throws {
    func plan(_ tap: String) throws -> Planned {
      try Planned(
        screens: """
          "transition": { "operation": "dismiss", "duration": 1, "interaction":
            { "gesture": "tap", "track": [\(tap)] } },
          "presentation": { "size": ["100%", 120], "place": "bottom", "tapToDismiss": true,
            "dimming": { "color": "#000", "opacity": 0.5 } }
          """)
    }
    let beside = try plan("[0.4, 50, 20]")
    #expect(beside.document.duration == FrameTime(seconds: 1.4))
    #expect(try beside.layer("dimming", at: 0.4).opacity == 0.5)
    #expect(try beside.layer("from", at: 1.4).isHidden)
    let inside = try plan("[0.4, 50, 150]")
    #expect(try inside.layer("from", at: inside.document.duration.seconds).isHidden == false)
  }
}

@Suite struct InteractionPlanTests {
  private func plan(_ track: String, _ more: String = "") throws -> Planned {
    try Planned(
      screens: """
        "transition": { "operation": "push", "duration": 1 },
        "interaction": { "gesture": "edgePan", "scrub": "linear", "track": [\(track)]\(more) }
        """)
  }

  @Test func theFingerMovesTheClock() throws {
    let plan = try plan("[0, 0, 0], [0.5, 50, 0]")
    #expect(plan.document.duration == FrameTime(seconds: 1))
    #expect(try plan.layer("to", at: 0.25).translate.x == 75)
    #expect(try plan.layer("to", at: 0.75).translate.x == 25)
    #expect(try plan.layer("to", at: 1).translate.x == 0)
  }

  @Test func cancelRestoresEverything() throws {
    let plan = try plan("[0, 0, 0], [0.2, 60, 0], [0.3, 50, 0]")
    let end = plan.document.duration.seconds
    #expect(try plan.layer("to", at: end).translate.x == 100)
    #expect(try plan.layer("from", at: end).isHidden == false)
    #expect(plan.document.playback.clock.events.last?.event == .didEnd(completed: false))
  }

  @Test func tellsTheStory() throws {
    let events = try plan("[0, 0, 0], [0.5, 50, 0]").document.playback.clock.events
    #expect(
      events.map(\.event) == [
        .willBegin, .interactionChanged(progress: 0), .interactionChanged(progress: 0.5),
        .finished, .didEnd(completed: true),
      ])
    #expect(events.map(\.time) == [0, 0, 0.5, 0.5, 1])
  }

  @Test func expectationsAreChecked() throws {
    let problem = Planned.problem {
      try plan("[0, 0, 0], [0.2, 60, 0], [0.3, 50, 0]", #", "expect": "finish""#)
    }
    #expect(problem == "expected the gesture to finish, but the gesture cancels")
  }
}
