import JSON
import PluginModel
import Documents
import Evaluation
import Planning
import Scenes
import Testing

/// Plans documents that need neither plugins nor pictures.
struct Planned {
  let document: PlannedDocument

  private struct NoAnimators: AnimatorFinding {
    func findAnimator(_ name: String) -> (any BindableAnimator)? { nil }
    var animatorNames: [String] { [] }
    func refusal(ofAnimatorNamed name: String) -> PluginRefusal? { nil }
  }
  init(_ text: String, registry: (any AnimatorFinding)? = nil) throws {
    let document = try DocumentReader().read(
      bytes: Array(text.utf8), file: "doc.json", folder: ".")
    self.document = try Planner(registry: registry ?? NoAnimators(), images: NoImages())
      .plan(document)
  }

  /// Plans two plain screens with `rest` as further members of the document.
  init(screens rest: String, from: String = "", to: String = "") throws {
    try self.init(
      """
      { "version": 1, "canvas": { "size": [100, 200] },
        "screens": { "from": { "layers": [\(from)] }, "to": { "layers": [\(to)] } },
        \(rest) }
      """)
  }

  func layer(_ id: String, at seconds: Double) throws -> LayerProperties {
    let index = try #require(document.playback.plan.stage.nodes.firstIndex { $0.id == id })
    return try document.playback.scene(at: FrameTime(seconds: seconds)).properties(of: index)
  }

  /// Returns the first problem of a text that cannot be planned.
  static func problem(_ make: () throws -> Planned) -> String {
    do {
      _ = try make()
      return "no problem"
    } catch PlanningFailure.document(let failure) {
      return failure.problems[0].message
    } catch let failure as DocumentFailure {
      return failure.problems[0].message
    } catch {
      return "\(error)"
    }
  }
}

struct NoImages: ImageLoading {
  func picture(
    _ spec: any PictureSpec, for place: PicturePlace
  ) throws(Problem) -> any PictureSource {
    StillPicture(
      Bitmap(width: 1, height: 1), size: spec.isSetInFrame ? place.size : Size(1, 1))
  }
}
