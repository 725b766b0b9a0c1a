import Documents
import Evaluation
import JSON
import Planning
import Scenes
import Testing

/// Tests values between keyframes at the ends of a step and beyond 0…1, against Web Animations, and lists that are
/// interpolated.
@Suite struct KeyframeTimeTests {
  private static func animation(
    _ keyframes: String, easing: String = "\"linear\"", at: Double = 0, _ more: String = ""
  ) throws -> Planned {
    try Planned(
      """
      { "version": 1, "canvas": { "size": [100, 100], "fps": 20 }, "duration": 1,
        "layers": [{ "id": "a", "frame": [0, 0, 10, 10], "backgroundColor": "#ff0000" }],
        "timeline": [{ "targets": ["a"], "at": \(at), "duration": \(1 - at), "easing": \(easing)\(more),
          "keyframes": \(keyframes) }] }
      """)
  }

  private static func move(_ easing: String) -> String {
    "[{ \"translate\": [0, 0], \"easing\": \"\(easing)\" }, { \"translate\": [1000, 0] }]"
  }

  @Test(arguments: ["step-start", "steps(3, jump-both)", "linear(0.4, 1)"])
  func anEasingThatJumpsIsNotSeenBeforeItsStep(_ easing: String) throws {
    let planned = try Self.animation(Self.move(easing), at: 0.5)
    for time in [0, 0.25, 0.4999] {
      #expect(try planned.layer("a", at: time).translate.x == 0, "at \(time) s")
    }
    #expect(try planned.layer("a", at: 0.5).translate.x > 200)
    // The reversed animation returns to its start.
    let back = try Self.animation(
      Self.move(easing), at: 0, ", \"repeat\": 2, \"autoreverse\": true, \"speed\": 4")
    if !easing.hasPrefix("linear") { #expect(try back.layer("a", at: 1).translate.x == 0) }
  }

  /// The values are Chromium's at 0.05, 0.1 and 0.15 s, while the step's own curve is below 0.
  @Test(arguments: [
    ("steps(3)", [-333, -333, -333]), ("ease-in", [0, 0, 0]),
    ("linear(0, 0.2, 1)", [-52, -78, -82]),
    ("linear", [-129, -194, -206]), ("step-start", [0, 0, 0]),
    ("cubic-bezier(0.5, 1, 0.5, 1)", [-259, -389, -412]),
  ])
  func anEasingHoldsBeyondItsEnds(_ easing: String, _ expected: [Double]) throws {
    let planned = try Self.animation(
      Self.move(easing), easing: "\"cubic-bezier(.3,-1,.7,2)\"")
    for (time, x) in zip([0.05, 0.1, 0.15], expected) {
      let found = try planned.layer("a", at: time).translate.x
      #expect(abs(found - x) <= 2, "\(easing) at \(time) s: \(found)")
    }
    // Beyond the end, the values behave symmetrically.
    let last = try planned.layer("a", at: 0.9).translate.x
    #expect(last.isFinite && (easing == "ease-in" ? last > 1000 : true))
  }

  @Test func listsOfOtherLengthMix() throws {
    let filters = try Self.animation(
      "[{ \"filters\": [{ \"brightness\": 1 }] }, { \"filters\": [{ \"brightness\": 1 }, { \"blur\": 8 }] }]"
    )
    let list = try filters.layer("a", at: 0.49).filters
    #expect(list.map(\.kind) == [.brightness, .blur] && abs(list[1].radius - 3.92) < 1e-9)
    let shadows = try Self.animation(
      """
      [{ "shadows": [{ "radius": 2 }] },
       { "shadows": [{ "radius": 2 }, { "radius": 9, "color": "#0000ff" }] }]
      """)
    let boxes = try shadows.layer("a", at: 0.5).shadows
    #expect(boxes.count == 2 && boxes[1].radius == 4.5 && boxes[1].color?.alpha == 0.5)
    let dashes = try Self.animation(
      "[{ \"lineDashPattern\": [4] }, { \"lineDashPattern\": [8, 6] }]")
    #expect(try dashes.layer("a", at: 0.5).drawing.lineDashPattern == [6, 5])
    let many = try Self.animation(
      "[{ \"lineDashPattern\": [2, 4] }, { \"lineDashPattern\": [4, 4, 4] }]")
    #expect(try many.layer("a", at: 0.5).drawing.lineDashPattern == [3, 4, 3, 4, 3, 4])
    for planned in [filters, shadows, dashes, many] { #expect(planned.document.notes.isEmpty) }
  }

  @Test(arguments: [
    (
      "\"mask\": { \"circle\": { \"center\": [5, 5], \"radius\": 5 } }",
      "\"mask\": { \"rect\": [0, 0, 10, 10] }",
      "mask changes suddenly at 50 %, from circle to rectangle"
    ),
    (
      "\"filters\": [{ \"blur\": 2 }]", "\"filters\": [{ \"sepia\": 1 }]",
      "filters changes suddenly at 50 %, from blur to sepia"
    ),
    (
      "\"path\": \"M0 0L5 5\"", "\"path\": \"M0 0L5 5L3 3\"",
      "path changes suddenly at 50 %, from path ML to path MLL"
    ),
    (
      "\"lineDashPattern\": []", "\"lineDashPattern\": [2]",
      "lineDashPattern changes suddenly at 50 %, from none to 1 number"
    ),
  ])
  func whatDoesNotMixIsNoted(_ from: String, _ to: String, _ note: String) throws {
    let planned = try Self.animation("[{ \(from) }, { \(to) }]")
    #expect(planned.document.notes.map(\.message) == [note])
    let discrete = try Self.animation(
      "[{ \(from) }, { \(to) }]", at: 0, ", \"calculationMode\": \"discrete\"")
    #expect(discrete.document.notes.isEmpty)
  }

  // MARK: - Taking over

  private static func turned(_ retarget: String) throws -> Planned {
    let spring = "\"easing\": { \"spring\": { \"response\": 0.5, \"bounce\": 0.2 } }"
    return try Planned(
      """
      { "version": 1, "canvas": { "size": [300, 100], "fps": 20 }, "duration": 2,
        "layers": [{ "id": "a", "frame": [0, 0, 10, 10] }, { "id": "b", "frame": [0, 0, 10, 10] }],
        "timeline": { "parallel": [
          { "targets": ["a", "b"], \(spring),
            "keyframes": [{ "translate": [0, 0], "opacity": 1 }, { "translate": [200, 40], "opacity": 0 }] },
          { "at": 0.15\(retarget), "targets": "a", \(spring),
            "keyframes": [{ "offset": 1, "translate": [0, 0] }] }] } }
      """)
  }

  /// If a spring gets another target, position and velocity continue, and so do the properties that the new step does
  /// not set.
  @Test func aStepTakesOverWithTheVelocity() throws {
    #expect(Planned.problem { try Self.turned("") }.hasPrefix("animates translate of \"a\" while"))
    let planned = try Self.turned(", \"retarget\": true")
    func x(_ time: Double, _ layer: String = "a") throws -> Double {
      try planned.layer(layer, at: time).translate.x
    }
    let before = (try x(0.15 - 1e-4) - x(0.15 - 2e-4)) / 1e-4
    let after = (try x(0.15 + 1e-4) - x(0.15)) / 1e-4
    #expect(before > 500 && abs(after - before) < before * 0.02, "\(before), then \(after)")
    #expect(abs(try x(0.15) - x(0.15, "b")) < 1e-6)
    // The layer first continues its movement, then returns and ends there; the rest of the first step still plays.
    #expect(try x(0.2) > x(0.15))
    #expect(abs(try x(1.9)) < 0.2)
    for time in [0.1, 0.3, 1.0] {
      let (a, b) = (try planned.layer("a", at: time), try planned.layer("b", at: time))
      #expect(a.opacity == b.opacity)
    }
    #expect(try x(1.9, "b") == 200)
    // The reference is the oscillator in small steps: x″ = ω² (0 − x) − 2 ζ ω x′.
    let (omega, zeta) = (2 * Double.pi / 0.5, 0.8)
    var (place, speed) = (try x(0.15), before)
    let step = 1e-5
    for number in 1...40_000 {
      speed += (-omega * omega * place - 2 * zeta * omega * speed) * step
      place += speed * step
      if number % 5_000 == 0 {
        let ours = try x(0.15 + Double(number) * step)
        #expect(abs(ours - place) < 0.2, "\(ours), not \(place)")
      }
    }
  }

  // MARK: - The clock

  private static func pushed(_ track: String) throws -> Planned {
    try Planned(
      """
      { "version": 1, "canvas": { "size": [375, 200] },
        "screens": { "from": { "background": "#fff" }, "to": { "background": "#000" } },
        "transition": { "operation": "push", "duration": 1, "timeline": { "targets": ["to"],
          "easing": "linear", "duration": 1,
          "keyframes": [{ "translate": [375, 0] }, { "translate": [0, 0] }] } },
        "interaction": { "gesture": "pan", "edge": "left", "distance": 200, "scrub": "linear",
          "track": \(track) } }
      """)
  }

  /// Between two samples the finger's position is interpolated linearly, and its value is clamped at the ends afterwards.
  @Test func aFingerIsCutOffAfterItIsMixed() throws {
    let past = try Self.pushed("[[0, 100, 100], [0.2, 100, 100], [0.4, 500, 100]]")
    for (time, share) in [(0.2, 0.0), (0.25, 0.5), (0.3, 1), (0.35, 1), (0.4, 1)] {
      let x = try past.layer("to", at: time).translate.x
      #expect(abs(x - 375 * (1 - share)) < 1e-6, "at \(time) s")
    }
    let before = try Self.pushed("[[0, 300, 100], [0.2, 100, 100], [0.4, 400, 100]]")
    #expect(abs(try before.layer("to", at: 0.3).translate.x - 375) < 1e-6)
    #expect(abs(try before.layer("to", at: 0.4).translate.x - 375 * 0.5) < 1e-6)
  }

  /// After a move with a finger, the times of rows are in wall time, like those of events and frames.
  @Test func rowsAreOnTheWall() throws {
    let planned = try Planned(
      """
      { "version": 1, "canvas": { "size": [100, 200], "fps": 60 },
        "screens": { "a": { "layers": [] }, "b": { "layers": [{ "id": "bb", "frame": [0, 0, 9, 9] }] } },
        "flow": [
          { "push": "b", "id": "one", "duration": 0.5, "timeline": { "targets": ["b"], "duration": 0.5,
            "keyframes": [{ "opacity": 0 }, { "opacity": 1 }] } },
          { "pop": true, "id": "back", "duration": 0.5, "timeline": { "targets": ["b"], "duration": 0.5,
            "keyframes": [{ "opacity": 1 }, { "opacity": 0 }] },
            "interaction": { "gesture": "edgePan", "track": [[0, 4, 100], [0.2, 30, 100], [0.6, 70, 100]],
              "settle": { "spring": { "dampingRatio": 1, "duration": 0.4 } }, "expect": "finish" } },
          { "push": "b", "id": "two", "duration": 0.5, "timeline": { "targets": ["b"], "duration": 0.5,
            "keyframes": [{ "opacity": 0 }, { "opacity": 1 }] } }] }
      """
    ).document
    let moves = planned.rows.filter { $0.depth == 0 }.map { planned.wallTimes(of: $0) }
    let events = planned.playback.clock.events
    for (number, move) in moves.enumerated() {
      let own = events.filter { $0.transition == number }.map(\.time)
      #expect(abs(move.start.seconds - own.min()!) < 1e-6, "move \(number)")
      #expect(abs(move.end.seconds - own.max()!) < 1e-6, "move \(number)")
    }
    #expect(moves.count == 3 && moves[2].end == planned.duration)
    #expect(moves[1].end.seconds - moves[1].start.seconds > 0.9)
  }

  // MARK: - The shutter

  /// A frame has about one moment for each pixel by which the edge of a shadow or a border moves along a path.
  @Test(arguments: [
    ("\"strokeEnd\": 0", "\"strokeEnd\": 1", 60...160),
    ("\"lineDashPhase\": 0", "\"lineDashPhase\": 300", 100...110),
    ("\"lineWidth\": 1", "\"lineWidth\": 121", 60...70),
    ("\"border\": { \"width\": 0 }", "\"border\": { \"width\": 90 }", 50...60),
    ("\"shadows\": [{ \"offset\": [0, 0] }]", "\"shadows\": [{ \"offset\": [180, 0] }]", 75...85),
    ("\"path\": \"M0 0L90 0L90 60Z\"", "\"path\": \"M0 0L90 0L90 240Z\"", 75...85),
    ("\"opacity\": 0", "\"opacity\": 1", 8...8),
  ])
  func shapesThatMoveTakeMoments(_ from: String, _ to: String, _ count: ClosedRange<Int>) throws {
    let planned = try Planned(
      """
      { "version": 1, "canvas": { "size": [160, 120], "fps": 5 }, "duration": 1.2,
        "layers": [{ "id": "a", "frame": [20, 20, 120, 80], "path": "M0 0L100 0L100 60Z",
          "lineDashPattern": [9], "strokeColor": "#3050c0", "lineWidth": 6 }],
        "timeline": [{ "targets": ["a"], "duration": 0.6, "easing": "linear",
          "keyframes": [{ \(from) }, { \(to) }] }] }
      """)
    let shutter = try #require(Shutter(angle: 360, framesPerSecond: 5, most: 256))
    let moments = try shutter.moments(
      about: FrameTime(seconds: 0.3), of: planned.document.playback, scale: 1)
    #expect(count.contains(moments.count), "\(moments.count) moments")
  }
}
