internal import Assets
internal import Documents
import Editing
internal import Files
import JSON
internal import Planning
internal import Reporting
internal import Scenes
internal import StudioProtocol

/// Renders the document with edits that are not written, so that several variants can be shown side by side.
extension Studio {
  /// The plan of a text that is not in a file, identified by the hash of its bytes.
  struct Variant {
    let hash: String
    let plan: Plan
  }
  /// The maximum number of cached variants, which is the number that a page shows at once.
  private static let variantLimit = 6

  /// Answers with the duration of the variant, or with one of the variant's frames at half size.
  func variant(_ request: StudioRequest) throws -> StudioAnswer {
    let node = try body(of: request)
    guard let plan, node["base"]?.string == plan.hash else {
      throw StudioRefusal(.gone, "the page shows another version of the document")
    }
    guard let edits = node["edits"]?.elements else {
      throw StudioRefusal(
        .badRequest, "the request of a variant needs \"base\" and a list of edits")
    }
    var editor = TextEditor(plan.bytes)
    let context = TextEditor.Context(settings.reader, path: file, sets: settings.sets)
    for edit in edits { _ = try Self.apply(edit, to: &editor, context) }
    let variant = try kept(editor.bytes)
    guard let number = node["number"]?.number else {
      return StudioAnswer(object: [
        "frames": variant.frames.count, "duration": variant.planned.duration.seconds,
      ])
    }
    let last = variant.frames.count - 1
    let frame = Int(clamped: number, rounded: .down, to: 0...last)
    return StudioAnswer(.png, try variant.frames.picture(frame, isDraft: true))
  }

  private func kept(_ bytes: [UInt8]) throws(EngineError) -> Plan {
    let hash = StudioReport.hash(bytes)
    if let known = variants.first(where: { $0.hash == hash }) { return known.plan }
    let plan = try planned(bytes)
    variants = variants.suffix(Self.variantLimit - 1) + [Variant(hash: hash, plan: plan)]
    return plan
  }
}
