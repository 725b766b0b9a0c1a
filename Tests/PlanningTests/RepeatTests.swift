import Scenes
import Testing

/// Tests steps and groups that play more than once.
@Suite struct RepeatTests {
  private func plan(_ timeline: String, duration: String = "4") throws -> Planned {
    let length = duration.isEmpty ? "" : "\"duration\": \(duration),"
    return try Planned(
      """
      { "version": 1, "canvas": { "size": [100, 100], "fps": 10 }, \(length)
        "layers": [ { "id": "a", "frame": [0, 0, 10, 10] }, { "id": "b", "frame": [0, 0, 10, 10] } ],
        "timeline": \(timeline) }
      """)
  }

  private func move(_ layer: String, _ more: String) -> String {
    """
    { "targets": ["\(layer)"], "easing": "linear", \(more),
      "keyframes": [ { "translate": [0, 0] }, { "translate": [100, 0] } ] }
    """
  }

  private func places(_ plan: Planned, _ layer: String, _ times: [Double]) throws -> [Double] {
    try times.map { try plan.layer(layer, at: $0).translate.x.rounded() }
  }

  @Test func aStepRepeats() throws {
    let plan = try plan(
      move(
        "a",
        #""duration": 0.5, "repeat": 2.5, "autoreverse": true, "repeatDelay": 0.1, "speed": 0.5"#))
    // The passes take 1 s with 0.2 s in between: 2.5 + 0.4 s.
    #expect(
      try places(plan, "a", [0.5, 1.1, 1.7, 2.2, 2.65, 2.9, 4]) == [50, 100, 50, 0, 25, 50, 50])
  }

  /// When the next pass of a group begins, everything that the group animates has its first values again.
  @Test func aGroupRepeats() throws {
    let plan = try plan(
      """
      { "repeat": 3, "repeatDelay": 0.2, "sequence": [
        \(move("a", #""duration": 0.4"#)), \(move("b", #""duration": 0.4"#)) ] }
      """)
    #expect(
      try places(plan, "a", [0.2, 0.6, 0.9, 1.2, 1.6, 2.2, 4]) == [50, 100, 100, 50, 100, 50, 100])
    #expect(
      try places(plan, "b", [0.2, 0.6, 0.9, 1.2, 1.6, 2.2, 4]) == [0, 50, 100, 0, 50, 0, 100])
  }

  @Test func aGroupGoesBackAndForth() throws {
    let plan = try plan(
      """
      { "repeat": 2, "autoreverse": true, "speed": 2, "sequence": [
        \(move("a", #""duration": 1"#)), \(move("b", #""duration": 1"#)) ] }
      """)
    #expect(try places(plan, "a", [0.25, 0.75, 1.25, 1.75, 2, 4]) == [50, 100, 100, 50, 0, 0])
    #expect(try places(plan, "b", [0.25, 0.75, 1.25, 1.75, 2, 4]) == [0, 50, 50, 0, 0, 0])
  }

  @Test func foreverEndsWithTheTimeline() throws {
    let step = move("a", #""duration": 0.8, "repeat": "forever""#)
    let plan = try plan(step, duration: "2")
    #expect(try places(plan, "a", [0.4, 1.2, 1.8, 2]) == [50, 50, 25, 50])
    #expect(
      Planned.problem { try self.plan(step, duration: "") }
        == #""forever" needs an end: give the timeline a duration"#)
  }
}
