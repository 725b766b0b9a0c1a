import JSON
import PluginHosting
import PluginModel
import Documents
import Evaluation
import Foundation
import Planning
import Scenes
import Testing

/// Tests `{"call": …}` in documents: the numbers of a direct call, variables, and the positions of errors.
@Suite struct FormulaCallTests {
  /// Tests structs by value in every way of calling: the arguments are a point and a size, and the result is a rect.
  @Test(arguments: [Isolation.Mode.never, .always])
  func givesTheNumbersOfADirectCall(mode: Isolation.Mode) throws {
    let bench = try CallBench(mode)
    let planned = try bench.plan(
      """
      "canvas": { "size": [320, 400], "fps": 40 },
      "layers": [{ "id": "box", "frame": [0, 0, 10, 10] }],
      "timeline": { "targets": ["box"], "duration": 1, "easing": "linear", "keyframes": [{
        "offset": 0,
        "frame": { "call": "test.box-around", "args": [
          { "call": "test.orbit", "args": ["progress", [160, 284], 40.3] }, [31, 17],
          { "call": "test.ease-in", "args": ["time"] }] } }] }
      """)
    let layer = try #require(planned.layersByName["box"])
    var frames: [Double] = []
    for i in 0...40 {
      let scene = try planned.playback.scene(at: FrameTime(frame: i, framesPerSecond: 40))
      let frame = scene.properties(of: layer).frame
      frames += [frame.x, frame.y, frame.width, frame.height]
    }
    let direct = try bench.direct(
      """
      for (int i = 0; i <= 40; i++) {
        const double p = i / 40.0;
        const animator_rect r = box_around(
          orbit(p, (animator_point){160, 284}, 40.3), (animator_size){31, 17}, ease_in(p));
        printf("%a\\n%a\\n%a\\n%a\\n", r.x, r.y, r.width, r.height);
      }
      """)
    #expect(direct.count == 164)
    #expect(frames.map(\.bitPattern) == direct.map(\.bitPattern))
  }

  @Test func knowsTimeFrameAndGeometry() throws {
    let bench = try CallBench()
    let planned = try bench.plan(
      """
      "canvas": { "size": [320, 400], "fps": 30 }, "duration": 2,
      "layers": [
        { "id": "sun", "frame": [100, 200, 40, 60] },
        { "id": "a", "opacity": { "call": "test.ease-in", "args": ["time"] },
          "scale": { "call": "test.whole", "args": ["frame"] } },
        { "id": "b", "bounds": [10, 10], "anchorPoint": [0, 0], "position": {
            "call": "test.orbit", "args": [0, { "centerOf": "sun" }, 30] } },
        { "id": "c", "position": [0, 0], "anchorPoint": [0, 0],
          "bounds": { "call": "test.half", "args": [{ "frameOf": "sun" }] },
          "translate": { "call": "test.orbit", "args": [0, ["progress", "50%"], 3] },
          "backgroundColor": { "call": "test.tint", "args": ["#ff8040", 0.5] } }
      ]
      """)
    func layer(_ id: String, _ seconds: Double) throws -> LayerProperties {
      let index = try #require(planned.layersByName[id])
      return try planned.playback.scene(at: FrameTime(seconds: seconds)).properties(of: index)
    }
    #expect(try layer("a", 0.5).opacity == 0.25)
    #expect(try layer("a", 0.5).scale.x == 15 && layer("a", 0.51).scale.y == 15)
    #expect(try layer("a", 2).opacity == 1)
    #expect(try layer("b", 1).frame == Rect(130, 230, 10, 10))
    let c = try layer("c", 1)
    #expect(c.frame.size == Size(20, 30))
    #expect(c.translate == Vector(1.5, 200, 0))
    #expect(c.backgroundColor?.red == Double(Float(0.5)))
  }

  @Test func easesByAFunctionOfTheFraction() throws {
    let bench = try CallBench()
    for easing in [
      "{ \"call\": \"test.ease-in\" }",
      "{ \"call\": \"test.ease-in\", \"args\": [\"progress\"] }",
      "{ \"call\": \"test.mean\", \"args\": [0, 0, { \"call\": \"test.ease-in\", \"args\": [\"progress\"] }, 0, 0, 0, 0, 0] }",
    ] {
      let planned = try bench.plan(
        """
        "canvas": { "size": [100, 100] }, "layers": [{ "id": "a" }],
        "timeline": { "targets": ["a"], "duration": 1, "easing": \(easing),
          "keyframes": [{ "translate": [16, 0] }] }
        """)
      let layer = try #require(planned.layersByName["a"])
      func x(_ seconds: Double) throws -> Double {
        try planned.playback.scene(at: FrameTime(seconds: seconds)).properties(of: layer).translate
          .x
      }
      let part = easing.contains("mean") ? 0.125 : 1
      #expect(try x(0) == 0 && x(0.5) == 4 * part && x(0.75) == 9 * part && x(1) == 16)
    }
  }

  /// An animator's parameter may change with time; the animator is still a pure function.
  @Test(arguments: [Isolation.Mode.never, .always])
  func aParameterMayFollowTheMoment(mode: Isolation.Mode) throws {
    let bench = try CallBench(mode)
    let planned = try bench.plan(
      """
      "canvas": { "size": [100, 100] }, "layers": [{ "id": "a", "frame": [0, 50, 10, 10] }],
      "timeline": { "animator": "acme.hop", "layers": { "subject": "a" }, "duration": 1,
        "easing": "linear", "params": { "height": {
          "call": "test.mean", "args": [0, 0, 0, 0, 0, 0, { "call": "test.ease-in", "args": ["time"] }, 80] } } }
      """)
    let layer = try #require(planned.layersByName["a"])
    for t in [0.25, 0.75, 0.25, 0.5, 1] {
      let frame = try planned.playback.scene(at: FrameTime(seconds: t)).properties(of: layer).frame
      #expect(frame.y == 50 - (t * t + 80) / 8 * 4 * t * (1 - t), "\(t)")
    }
  }

  /// Each case has its message; a word in angle brackets marks the position.
  @Test(arguments: [
    (
      "{ \"call\": «\"test.obrit\", \"args\": [] }",
      "no function \"test.obrit\"; did you mean \"test.orbit\"?"
    ),
    ("{ \"call\": «\"acme.hop\", \"args\": [] }", "acme.hop is an animator, not a function"),
    (
      "{ \"call\": \"test.orbit\", \"args\": «[0, [1, 2]] }",
      "test.orbit(number, point, number) → point takes 3 arguments, found 2"
    ),
    (
      "«{ \"call\": \"test.half\", \"args\": [[0, 0, 1, 1]] }",
      "expected a point, found a call of test.half, whose result is a size"
    ),
    ("{ \"call\": \"test.orbit\", \"args\": [0, «7, 1] }", "expected a point [x, y], found 7"),
    (
      "{ \"call\": \"test.orbit\", \"args\": [«\"progres\", [1, 2], 1] }",
      "expected a number, \"progress\", \"time\", \"frame\" or a call, found \"progres\"; did you mean \"progress\"?"
    ),
    (
      "{ \"call\": \"test.orbit\", \"args\": [0, { \"centerOf\": «\"sum\" }, 1] }",
      "no layer \"sum\"; did you mean \"sun\"?"
    ),
    (
      "{ \"call\": \"test.orbit\", «\"arg\": [] }",
      "a call has no key \"arg\"; did you mean \"args\"?"
    ),
  ])
  func saysWhatIsWrongAndWhere(value: String, words: String) throws {
    let bench = try CallBench()
    let marked = """
      "canvas": { "size": [100, 100] }, "layers": [{ "id": "sun" }],
      "timeline": { "targets": ["sun"], "duration": 1, "keyframes": [{
        "position": \(value) }] }
      """
    let line = try #require(marked.split(separator: "\n").last)
    let column =
      line.distance(from: line.startIndex, to: try #require(line.firstIndex(of: "«"))) + 1
    var text = "no problem"
    do {
      _ = try bench.plan(marked.replacing("«", with: ""))
    } catch PlanningFailure.document(let failure) {
      text = failure.description
    } catch {
      text = "\(error)"
    }
    #expect(text.hasPrefix("doc.json:3:\(column): /timeline/keyframes/0/position"), "\(text)")
    #expect(text.hasSuffix(": \(words)"), "\(text)")
  }

  @Test func aFaultNamesPluginFunctionAndStep() throws {
    let bench = try CallBench()
    func document(_ argument: String) -> String {
      """
      "canvas": { "size": [100, 100] }, "layers": [{ "id": "a" }],
      "timeline": { "id": "fade", "targets": ["a"], "duration": 1, "easing": "linear", "keyframes": [
        { "offset": 0, "opacity": { "call": "test.broken", "args": [\(argument)] } }] }
      """
    }
    // A call with constant arguments is checked during planning.
    #expect(throws: PlanningFailure.self) { try bench.plan(document("0.75")) }
    // Both ends of a step are also checked during planning; in between, the frame is at fault.
    let planned = try bench.plan(
      document("{ \"call\": \"test.hump\", \"args\": [\"progress\"] }"))
    #expect(try planned.playback.scene(at: FrameTime(seconds: 0.25)).changes.count == 1)
    let fault = #expect(throws: AnimatorFault.self) {
      try planned.playback.scene(at: FrameTime(seconds: 0.5))
    }
    #expect(fault?.step == "fade" && fault?.message == "answers nan: must be a finite number")
    #expect(fault?.animator == "test.broken of \(bench.folder.path())functions.so")
  }
}
