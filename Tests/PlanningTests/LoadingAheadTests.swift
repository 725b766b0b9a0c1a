import AnimatorHosting
import Animators
import Documents
import Planning
import Synchronization
import Testing

/// Which animators planning asks the registry to load before it needs them.
@Suite struct LoadingAheadTests {
  /// Knows no animator, and notes what it is asked to load.
  private final class Noting: AnimatorFinding, Sendable {
    let names = Mutex<[String]>([])
    func findAnimator(_ name: String) -> (any BindableAnimator)? { nil }
    func loadAhead(_ names: [String]) -> Aside? {
      Aside { self.names.withLock { $0 += names } }
    }
    var animatorNames: [String] { [] }
    func refusal(ofAnimatorNamed name: String) -> PluginRefusal? { nil }
  }

  /// What is asked for, though the document cannot be planned: the thread has ended by then.
  private static func names(in timeline: String) throws -> [String] {
    let text = """
      { "version": 1, "canvas": { "size": [10, 10] }, "layers": [{ "id": "a" }],
        "timeline": \(timeline) }
      """
    let document = try DocumentReader().read(
      bytes: Array(text.utf8), file: "doc.json", folder: ".")
    let registry = Noting()
    #expect(throws: PlanningFailure.self) {
      try Planner(registry: registry, images: NoImages()).plan(document)
    }
    return registry.names.withLock { $0 }
  }

  @Test func theyAreThoseOfTheTimelineInItsOrder() throws {
    let names = try Self.names(
      in: """
        { "sequence": [
            { "animator": "c", "layers": { "x": "a" } },
            { "parallel": [
              { "animator": "a", "layers": { "x": "a" } }, { "animator": "c" },
              { "targets": ["a"], "duration": 1, "keyframes": [{ "opacity": 0 }, { "opacity": 1 }] }
            ] },
            { "stagger": { "each": 0.1 }, "targets": "a", "step": { "animator": "b" } }
          ] }
        """)
    #expect(names == ["c", "a", "b"])
  }

  @Test func theyAreNotMoreThanThereCanBe() throws {
    let steps = (0..<100).map { "{ \"animator\": \"n\($0)\" }" }.joined(separator: ", ")
    let names = try Self.names(in: "{ \"parallel\": [\(steps)] }")
    #expect(names == (0..<32).map { "n\($0)" })
  }
}
