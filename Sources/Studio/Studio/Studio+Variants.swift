internal import Assets
internal import Documents
internal import Files
internal import Planning
internal import Reporting
internal import Scenes

/// What the document would be after edits that nobody has made yet, so that several can be seen side by side.
extension Studio {
  /// The plan of a text that is in no file, by the hash of its bytes.
  struct Variant {
    let hash: String
    let plan: Plan
  }
  /// So many are kept: as many as a page shows.
  private static let variantLimit = 6

  /// How long the document would be; with a number that frame, at half the size.
  func variant(_ request: StudioRequest) {
    guard let node = body(of: request) else { return }
    guard let plan, node["base"]?.string == plan.hash else {
      return refuse(request, "410 Gone", "this version is not shown any more")
    }
    guard let edits = node["edits"]?.elements else {
      return refuse(request, "400 Bad Request", "a variant has a base and a list of edits")
    }
    var editor = TextEditor(plan.bytes)
    let context = TextEditor.Context(settings.reader, path: file, sets: settings.sets)
    do {
      for edit in edits { _ = try Self.apply(edit, to: &editor, context) }
      let variant = try kept(editor.bytes)
      guard let number = node["number"]?.number else {
        return reply(
          to: request,
          json: "{\"frames\":\(variant.frames.count),\"duration\":"
            + JSONWriter.number(variant.planned.duration.seconds) + "}")
      }
      let last = variant.frames.count - 1
      let frame = Int(clamped: number, rounded: .down, to: 0...last)
      reply(
        to: request, "200 OK", "image/png",
        try variant.frames.picture(frame, isDraft: true))
    } catch is RequestQueue.GivenUp {
      inbox.put(.request(request))
    } catch let refusal as TextEditor.Refusal {
      refuse(request, "422 Unprocessable Content", "\(refusal)")
    } catch {
      refuse(request, "422 Unprocessable Content", Self.words(error))
    }
  }

  private func kept(_ bytes: [UInt8]) throws(EngineError) -> Plan {
    let hash = StudioReport.hash(bytes)
    if let known = variants.first(where: { $0.hash == hash }) { return known.plan }
    let plan = try planned(bytes)
    variants = variants.suffix(Self.variantLimit - 1) + [Variant(hash: hash, plan: plan)]
    return plan
  }
}
