import Documents
import Evaluation
import JSON
import Planning
import Scenes
import TestSupport
import Testing

@Suite struct FlowTests {
  private static let names = ["a", "b", "c", "d", "e"]
  private static let screens = names.map { "\"\($0)\": { \"background\": \"#fff\" }" }
    .joined(separator: ", ")
  /// A timeline that moves both screens away from their positions.
  private static let mess = """
    "timeline": { "targets": ["from", "to"], "duration": 0.2, "keyframes": [
      { "translate": [0, 0] }, { "translate": [13, 7], "scale": 0.5, "opacity": 0.3 } ] }
    """

  private static let still = """
    "timeline": { "targets": ["to"], "duration": 0.5, "keyframes": [
      { "opacity": 1 }, { "opacity": 1 } ] }
    """

  private func flow(_ moves: String, _ rest: String = "") throws -> Planned {
    try Planned(
      """
      { "version": 1, "canvas": { "size": [100, 200] }, "screens": { \(Self.screens) }, \(rest)
        "flow": [\(moves)] }
      """)
  }

  /// Returns the screens that are visible at a time, from back to front.
  private func shown(_ plan: Planned, at time: Double) throws -> [String] {
    let scene = try plan.document.playback.scene(at: FrameTime(seconds: time))
    let nodes = scene.stage.nodes
    var found: [String] = []
    scene.visit { layer, properties, placement in
      let name = String(nodes[layer].id.prefix { $0 != "~" })
      guard Self.names.contains(name) else { return }
      var index = layer
      while index >= 0 {
        if scene.properties(of: index).isHidden { return }
        index = nodes[index].parent
      }
      let base = nodes[layer].properties
      #expect(properties.translate == base.translate && properties.scale == base.scale)
      #expect(properties.opacity == 1)
      found.append(name)
    }
    return found
  }

  @Test func randomFlowsShowWhatTheirStacksSay() throws { try tryRandomFlows(withCancelled: false) }

  @Test func cancelledMovesLeaveTheStack() throws {
    try tryRandomFlows(withCancelled: true)
  }

  private func tryRandomFlows(withCancelled: Bool) throws {
    var random = SeededRandom(43)
    func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
    for _ in 0..<Effort.count(test: 300, long: 10_000, soak: 50_000) {
      let hasBar = pick(3) == 0
      var model = FlowModel(screens: Self.names, hasBar: hasBar)
      var moves: [String] = []
      var expected = [model.shown]
      var isRefused = false
      while moves.count < 8, !isRefused {
        let move = FlowModel.Move.allCases[pick(FlowModel.Move.allCases.count)]
        let place = pick(Self.names.count + 1)
        let screen = place < Self.names.count ? Self.names[place] : "nowhere"
        var next = model
        let isRight = next.apply(move, screen, isKnown: place < Self.names.count)
        // Most of the refused moves are left out.
        if !isRight, pick(8) != 0 { continue }
        let isTakenBack = pick(4) == 0 && withCancelled
        let finger =
          isTakenBack
          ? """
          , "interaction": { "gesture": "progress", "track": [[0, 0], [0.1, 0.3]],
            "expect": "cancel" }
          """ : ""
        moves.append("{ \(FlowModel.text(move, screen)), \(Self.mess)\(finger) }")
        isRefused = !isRight
        if isRight, !isTakenBack { model = next }
        expected.append(model.shown)
      }
      let written = moves.map { "\($0), { \"wait\": 0.2 }" }.joined(separator: ", ")
      let bar = hasBar ? "\"tabs\": [\"a\", \"b\"]," : ""
      guard !isRefused else {
        #expect(throws: (any Error).self) { _ = try flow(written, bar) }
        continue
      }
      let plan = try flow(written, bar)
      let waits = plan.document.playback.clock.events.filter {
        $0.event == .willBegin && $0.transition % 2 == 1
      }
      #expect(waits.count == moves.count)
      for (number, wait) in waits.enumerated() {
        #expect(
          try shown(plan, at: wait.time + 0.1) == expected[number + 1],
          "\(written) after move \(number)")
      }
    }
  }

  @Test(arguments: [
    (#"{ "pop": true }"#, "\"a\" is the root of its stack, so there is no screen to return to"),
    (#"{ "dismiss": true }"#, "there is no presented screen to dismiss"),
    (#"{ "push": "f" }"#, "no screen \"f\""),
    (#"{ "push": "a" }"#, "\"a\" is already on a stack"),
    (
      #"{ "push": "b", "id": "x" }, { "pop": true, "id": "x" }"#,
      "the label \"x\" is already used at line 2"
    ),
    (
      #"{ "push": "b", "pop": true }"#,
      "a move needs exactly one of the keys push, pop, popTo, popToRoot, present, dismiss, replace, tab, wait, scroll and flick"
    ),
    (#"{ "push": "b", "detent": "medium" }"#, "\"detent\" is only for \"present\""),
  ]) func aWrongMoveIsRefused(_ moves: String, _ message: String) {
    #expect(Planned.problem { try flow(moves) } == message)
  }

  @Test func labelsOfStepsAreTheirMoves() throws {
    let step = """
      "timeline": [
        { "id": "one", "targets": ["to"], "duration": 0.3, "keyframes": [{ "opacity": 0.5 }] },
        { "id": "two", "at": { "after": "one" }, "targets": ["to"], "duration": 0.1,
          "keyframes": [{ "scale": 0.5 }] } ]
      """
    let plan = try flow(
      """
      { "push": "b", "id": "first", \(step) }, { "push": "c", "id": "second", \(step) },
      { "wait": 0.1, "timeline": { "at": { "after": "second/two" }, "targets": ["c"], "duration": 0,
        "keyframes": [{ "opacity": 1 }] } }
      """)
    #expect(plan.document.duration == FrameTime(seconds: 0.9))
  }

  /// A layer that a move pairs is hidden and visible as its pair, where a finger finds it.
  @Test func aFingerFindsALayerThatIsPaired() throws {
    let plan = try Planned(
      """
      { "version": 1, "canvas": { "size": [100, 200] }, "device": "phone",
        "screens": {
          "a": { "layers": [{ "id": "small", "match": "hero", "frame": [10, 10, 20, 20] }] },
          "b": { "layers": [{ "id": "large", "match": "hero", "frame": [0, 0, 100, 80] }] } },
        "flow": [{ "push": "b", "tap": { "layer": "small" }, \(Self.still) },
          { "pop": true, "tap": { "layer": "large" }, \(Self.still) }],
        "camera": [{ "at": 0, "layer": "small" }] }
      """)
    #expect(plan.document.duration > .zero)
  }

  /// Without a device, the camera moves the screens on the canvas; a point is in the coordinates of the screenshot.
  @Test func aCameraShowsAPoint() throws {
    let plan = try Planned(
      """
      { "version": 1, "canvas": { "size": [100, 200] }, "screens": { "a": {} },
        "flow": [{ "wait": 2 }],
        "camera": [{ "at": 0, "point": ["75%", 50], "zoom": 2, "duration": 0.1 }, { "at": 1 }] }
      """)
    let stage = plan.document.playback.plan.stage
    let viewport = try #require(stage.nodes.firstIndex { $0.id == "viewport" })
    func moved(at seconds: Double) throws -> LayerProperties {
      try plan.document.playback.scene(at: FrameTime(seconds: seconds)).properties(of: viewport)
    }
    let close = try moved(at: 0.9)
    #expect(close.scale.x == 2 && close.translate.x == -50 && close.translate.y == 100)
    #expect(try moved(at: 2).scale.x == 1)
  }

  /// Captions and the device have separate places.
  @Test(arguments: ["above", "below"]) func aDeviceMakesRoomForCaptions(_ place: String) throws {
    let plan = try Planned(
      """
      { "version": 1, "canvas": { "size": [540, 960] }, "device": "phone",
        "screens": { "a": {} }, "flow": [{ "wait": 1 }],
        "captions": { "place": "\(place)", "items": [{ "text": "Say it", "at": 0 }] } }
      """)
    let nodes = plan.document.playback.plan.stage.nodes
    let device = try #require(nodes.first { $0.id == "device" }).properties.frame
    #expect(place == "above" ? device.y > 159.9 : device.maxY < 800.1)
  }

  /// The card covers the canvas after the last move, when captions have disappeared.
  @Test func anEndCardFollowsTheLastMove() throws {
    let plan = try Planned(
      """
      { "version": 1, "canvas": { "size": [200, 400], "background": "#102030" }, "device": "phone",
        "screens": { "a": {} }, "flow": [{ "wait": 2 }],
        "captions": { "items": [{ "text": "Say it", "at": 0 }] },
        "end": { "title": "Name", "subtitle": "Now", "hold": 1.5 } }
      """)
    #expect(plan.document.duration.seconds == 3.5)
    #expect(try plan.layer("end-card", at: 1.9).isHidden)
    #expect(try plan.layer("caption-1", at: 2.1).isHidden)
    let cover = try plan.layer("end-card", at: 3)
    #expect(!cover.isHidden && cover.opacity == 1 && cover.frame == Rect(0, 0, 200, 400))
    #expect(cover.translate.y == 0)
    let (title, subtitle) = (
      try plan.layer("end-card-title", at: 3.4), try plan.layer("end-card-subtitle", at: 3.4)
    )
    #expect(!title.isHidden && title.frame.maxY <= subtitle.frame.y)
    #expect((title.frame.y + subtitle.frame.maxY) / 2 == 200)
    let problem = Planned.problem {
      try Planned(#"{ "version": 1, "layers": [], "end": { "title": "x" } }"#)
    }
    #expect(problem.contains("needs a \"flow\""), "\(problem)")
  }

  @Test func aViewportHasPointsOfItsOwn() throws {
    let plan = try Planned(
      """
      { "version": 1, "canvas": { "size": [300, 400] },
        "viewport": { "frame": [50, 40, 100, 200], "size": [200, 400], "cornerRadius": 20 },
        "screens": { "from": { "layers": [{ "id": "x", "frame": [20, 40, 60, 80] }] }, "to": {} },
        "overlays": [{ "id": "o", "in": "canvas", "frame": { "frameOf": "x" } }],
        "transition": { "operation": "push" },
        "checks": [{ "at": 0, "layer": "x", "frame": { "frameOf": "o" } }] }
      """)
    #expect(try plan.layer("o", at: 0).frame == Rect(60, 60, 30, 40))
    #expect(try plan.layer("to", at: 0).translate.x == 200)
    #expect(try plan.layer("viewport", at: 0).cornerRadius == 40)
    let check = plan.document.document.checks[0].values["frame"]
    #expect(check as? RectSpec == RectSpec(Rect(60, 60, 30, 40)))
  }

  @Test func aScreenScrollsAsUIScrollViewDoes() throws {
    let plan = try Planned(
      """
      { "version": 1, "canvas": { "size": [100, 200] },
        "screens": { "a": { "layers": [
          { "id": "x", "frame": [0, 0, 100, 600] }, { "id": "top", "frame": [0, 0, 100, 20], "fixed": true } ] },
          "b": {} },
        "flow": [ { "scroll": 150, "duration": 0.2 }, { "flick": 100 }, { "wait": 0.1, "id": "still" },
          { "flick": 5000 }, { "push": "b", \(Self.mess) }, { "pop": true, \(Self.mess) } ] }
      """)
    #expect(abs(try plan.layer("a-content", at: 0.2).translate.y + 150) < 1e-6)
    let starts = plan.document.rows.filter { $0.depth == 0 }.map(\.start.seconds)
    #expect(abs(try plan.layer("a-content", at: starts[2]).translate.y + 199.95) < 0.01)
    let ways = try stride(from: starts[3], to: starts[4], by: 0.01).map {
      -(try plan.layer("a-content", at: $0).translate.y)
    }
    #expect(ways.contains { $0 > 405 })
    #expect(try plan.layer("a-content", at: starts[4]).translate.y == -400)
    #expect(try plan.layer("a-content", at: plan.document.duration.seconds).translate.y == -400)
    #expect(try plan.layer("top", at: starts[4]).translate.y == 0)
    #expect(
      Planned.problem { try flow(#"{ "scroll": 10 }"#) }
        == "the screen \"a\" cannot scroll, because it is not taller than its viewport")
  }

  @Test func aLayerGoesWithTheFinger() throws {
    let plan = try flow(
      """
      { "push": "b", \(Self.mess) },
      { "pop": true, \(Self.still), "interaction": { "gesture": "pan", "edge": "top", "distance": 100,
        "follow": { "layer": "from", "x": 0.5, "scale": [1, 0.5] }, "expect": "cancel",
        "track": [[0, 50, 50], [0.2, 70, 90], [0.4, 70, 90], [0.5, "release"]] } }
      """)
    let held = try plan.layer("b", at: 0.2 + 0.2)
    #expect(abs(held.translate.x - 10) < 1e-9 && abs(held.translate.y - 40) < 1e-9)
    #expect(held.scale.x < 0.8 && held.scale.x > 0.75)
    #expect(try plan.layer("b", at: plan.document.duration.seconds).translate == .zero)
  }

  @Test func screensAreToldWhatUIKitTellsThem() throws {
    let plan = try flow(
      """
      { "push": "b", \(Self.mess) }, { "pop": true, \(Self.mess) },
      { "present": "c", \(Self.mess) }, { "dismiss": true, \(Self.mess) }
      """)
    func told(_ number: Int) -> [String] {
      let calls = plan.document.lifecycles[number]
      return ((calls?.starting ?? []) + (calls?.finishing ?? [])).map {
        "\($0.screen) \($0.method)"
      }
    }
    #expect(
      told(0) == [
        "b willMoveToParent", "a viewWillDisappear", "b viewWillAppear", "a viewDidDisappear",
        "b viewDidAppear", "b didMoveToParent",
      ])
    #expect(told(1).first == "b willMoveToParent" && told(1).last == "b didMoveToParent")
    #expect(told(2) == ["c viewWillAppear", "c viewDidAppear"])
    #expect(told(3) == ["c viewWillDisappear", "c viewDidDisappear"])
    #expect(
      plan.document.lifecycles[0]?.cancelling.map { "\($0.screen) \($0.method)" } == [
        "b viewWillDisappear", "b viewDidDisappear", "a viewWillAppear", "a viewDidAppear",
      ])
  }

  @Test func aTapIsSeenBeforeItsMove() throws {
    let plan = try flow(
      #"{ "wait": 1 }, { "push": "b", "tap": ["50%", 20], \#(Self.mess) }"#)
    #expect(try plan.layer("touch", at: 1.2).isHidden == false)
    #expect(try plan.layer("touch", at: 1.2).frame.center == Point(50, 20))
    #expect(try plan.layer("touch", at: 1.5).isHidden)
    #expect(
      Planned.problem { try flow(#"{ "push": "b", "tap": [101, 20], \#(Self.mess) }"#) }
        == "(101, 20) is outside the screen, which has 100×200")
  }
}
