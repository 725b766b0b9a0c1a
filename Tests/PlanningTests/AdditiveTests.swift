import Evaluation
import Planning
import Scenes
import Testing

/// Tests keyframes that are added to the layer's other values.
@Suite struct AdditiveTests {
  private func plan(_ timeline: String) throws -> Planned {
    try Planned(
      """
      { "version": 1, "canvas": { "size": [100, 100], "fps": 10 }, "duration": 4,
        "layers": [ { "id": "a", "frame": [10, 20, 30, 40], "scale": 2, "opacity": 0.5 } ],
        "timeline": \(timeline) }
      """)
  }

  private let way = """
    { "targets": ["a"], "easing": "linear", "duration": 2,
      "keyframes": [ { "translate": [0, 0] }, { "translate": [100, 0] } ] }
    """

  private func added(_ keyframes: String, _ more: String = "") -> String {
    """
    { "targets": ["a"], "easing": "linear", "duration": 1, "additive": true, "at": 0.5 \(more),
      "keyframes": \(keyframes) }
    """
  }

  @Test func amountsLieOverAnotherStep() throws {
    let shake = added(#"[ { "translate": [0, 0] }, { "translate": [8, 4] } ]"#)
    let plan = try plan(#"{ "parallel": [\#(way), \#(shake)] }"#)
    func place(_ seconds: Double) throws -> [Double] {
      let at = try plan.layer("a", at: seconds).translate
      return [at.x, at.y]
    }
    #expect(try place(0.4) == [20, 0])
    #expect(try place(1) == [54, 2])
    // The last amount remains after the step.
    #expect(try place(1.6) == [88, 4])
    #expect(try place(4) == [108, 4])
  }

  /// Two additive steps add up; factors multiply, and values with a range stay in it.
  @Test func severalAddUp() throws {
    let first = added(
      #"[ { "scale": 1, "opacity": 0, "rotate": 10 }, { "scale": 3, "opacity": 1, "rotate": 20 } ]"#
    )
    let second = added(#"[ { "scale": 0.5, "frame": [1, 2, 0, 0] } ]"#)
    let plan = try plan(#"{ "parallel": [\#(first), \#(second)] }"#)
    let before = try plan.layer("a", at: 0.4)
    #expect(before.scale.x == 2 && before.frame == Rect(10, 20, 30, 40) && before.rotate.z == 0)
    let middle = try plan.layer("a", at: 1)
    // The second step's only keyframe is its last.
    #expect(middle.scale.x == 3 && middle.opacity == 1 && middle.rotate.z == 15)
    #expect(middle.frame == Rect(10.5, 21, 30, 40))
    #expect(try plan.layer("a", at: 4).scale.x == 3)
  }

  /// A later step starts from the layer's value without the added amounts.
  @Test func laterStepsBeginWithoutThem() throws {
    let shake = added(#"[ { "translate": [8, 4] } ]"#)
    let later = """
      { "targets": ["a"], "easing": "linear", "duration": 1, "at": 2,
        "keyframes": [ { "offset": 1, "translate": [0, 10] } ] }
      """
    let plan = try plan(#"{ "parallel": [\#(way), \#(shake), \#(later)] }"#)
    let middle = try plan.layer("a", at: 2.5).translate
    #expect([middle.x, middle.y] == [58, 9])
  }

  @Test func whatHasNoNumbersIsRefused() {
    let step = added(##"[ { "backgroundColor": "#ff0000" } ]"##)
    #expect(
      Planned.problem { try plan(step) }
        == "additive keyframes add numbers, but backgroundColor has no numbers")
  }

  // MARK: Shutters

  /// A shutter has about one moment for each pixel of the movement; one if nothing moves; and none outside the timeline.
  @Test func aShutterLooksAsOftenAsThingsMove() throws {
    let playback = try plan(way).document.playback
    let shutter = try #require(Shutter(angle: 180, framesPerSecond: 10, most: 40))
    func moments(_ seconds: Double, scale: Double = 1) throws -> [Double] {
      try shutter.moments(
        about: FrameTime(seconds: seconds), of: playback, scale: scale
      ).map(\.seconds)
    }
    // The movement is 2.5 points, so the minimum number of moments is used.
    let few = try moments(1)
    #expect(few.count == 8 && abs(few.reduce(0, +) / 8 - 1) < 1e-6)
    #expect(few[0] > 0.975 && few[7] < 1.025)
    #expect(try moments(1, scale: 10).count == 25)
    #expect(try moments(1, scale: 64).count == 40)
    #expect(try moments(3) == [3])
    #expect(try moments(0)[0] == 0)
    #expect(Shutter(angle: 0, framesPerSecond: 10, most: 40) == nil)
  }
}
