import Documents
import JSON
import Planning
import Scenes
import Testing

@Suite struct TimelineTests {
  private func plan(_ timeline: String, duration: String = "2") throws -> Planned {
    try Planned(
      """
      { "version": 1, "canvas": { "size": [100, 100], "fps": 10 }, "duration": \(duration),
        "layers": [ { "id": "a", "classes": ["one"], "frame": [0, 0, 10, 10] },
          { "id": "b", "classes": ["one"], "frame": [20, 0, 10, 10] },
          { "id": "c", "classes": ["one"], "frame": [40, 0, 10, 10] } ],
        "timeline": \(timeline) }
      """)
  }
  private func fade(_ layer: String, _ more: String) -> String {
    """
    { "targets": ["\(layer)"], \(more), "keyframes": [ { "offset": 0, "opacity": 0 }, { "offset": 1, "opacity": 1 } ] }
    """
  }
  private func spans(_ plan: Planned) -> [[Double]] {
    plan.document.rows.filter { $0.what == "keyframes" }.map { [$0.start.seconds, $0.end.seconds] }
  }

  @Test func sequenceParallelAndAt() throws {
    let plan = try plan(
      """
      { "sequence": [
        \(fade("a", #""id": "first", "duration": "25%""#)),
        \(fade("b", #""at": "+0.1", "duration": "200ms""#)),
        \(fade("c", #""at": { "with": "first", "offset": "1f" }, "duration": "5f""#)) ] }
      """)
    #expect(spans(plan) == [[0, 0.5], [0.6, 0.8], [0.1, 0.6]])
  }

  @Test func beforeEndsWhereAnotherStarts() throws {
    let plan = try plan(
      """
      { "parallel": [ \(fade("a", #""id": "last", "at": 1.5, "duration": 0.5"#)),
        \(fade("b", #""at": { "before": "last" }, "duration": 0.4"#)) ] }
      """)
    #expect(spans(plan) == [[1.5, 2], [1.1, 1.5]])
  }

  @Test func staggerFromTheCentre() throws {
    let step =
      #"{ "duration": 0.2, "keyframes": [ { "offset": 0, "opacity": 0 }, { "offset": 1, "opacity": 1 } ] }"#
    let plan = try plan(
      #"{ "stagger": { "each": 0.1, "from": "center" }, "targets": ".one", "step": \#(step) }"#)
    let starts = spans(plan).map { $0[0] }
    #expect(starts == [0.1, 0, 0.1])
  }

  @Test func keyframesStartFromWhatIsThere() throws {
    let plan = try plan(
      #"{ "targets": ["a"], "duration": 1, "easing": "linear", "keyframes": [ { "offset": 1, "frame": [100, 0, 10, 10] } ] }"#
    )
    #expect(try plan.layer("a", at: 0.5).frame.x == 50)
    #expect(try plan.layer("a", at: 2).frame.x == 100)
  }

  @Test func aSpringDecidesItsDuration() throws {
    let plan = try plan(
      #"{ "targets": ["a"], "easing": { "spring": { "stiffness": 100, "damping": 10 } }, "keyframes": [ { "offset": 1, "opacity": 0 } ] }"#,
      duration: "3")
    let seconds = plan.document.rows[0].end.seconds
    #expect(abs(seconds - 1.4104) < 0.001)
    let problem = Planned.problem {
      try self.plan(
        #"{ "targets": ["a"], "duration": 1, "easing": { "spring": { "stiffness": 100, "damping": 10 } }, "keyframes": [ { "offset": 1, "opacity": 0 } ] }"#
      )
    }
    #expect(problem.contains("remove the step's duration"))
  }
}
