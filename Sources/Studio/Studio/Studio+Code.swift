internal import Documents
internal import Exporting
import JSON
internal import Planning
internal import StudioProtocol

/// The open document as code for other platforms, as `pipeline export` writes it.
extension Studio {
  /// The targets, in their order.
  func codeTargets() -> StudioAnswer {
    let rows = ExportTarget.all.map {
      "{\"name\":\(JSONWriter.string($0.name)),\"about\":\(JSONWriter.string($0.about))}"
    }
    return StudioAnswer(json: "{\"targets\":[\(rows.joined(separator: ","))]}")
  }

  /// The code for one target, and the features that the target leaves out; pictures beside the code are only
  /// counted.
  func code(_ request: StudioRequest) throws -> StudioAnswer {
    let planned = try shown().planned
    guard let target = ExportTarget.all.first(where: { $0.name == request.path[1] }) else {
      throw StudioRefusal(.notFound, "there is no such export target")
    }
    let exported = try target.write(
      try FilmReader.films(of: planned, for: target),
      ExportNames(file: file, named: planned.document.name, ending: ""))
    guard let code = exported.files.first else {
      throw StudioRefusal(.unprocessableContent, "\(target.name) writes no code for this document")
    }
    var leftOut: [String] = []
    for shortfall in exported.shortfalls.joined() where shortfall.kind == .leftOut {
      let line = "\(shortfall.layer): \(shortfall.what)"
      if !leftOut.contains(line) { leftOut.append(line) }
    }
    let text = JSONWriter.string(String(decoding: code.bytes, as: UTF8.self))
    return StudioAnswer(
      json:
        "{\"name\":\(JSONWriter.string(code.name)),\"text\":\(text),\"others\":\(exported.files.count - 1),"
        + "\"leftOut\":[\(leftOut.map(JSONWriter.string).joined(separator: ","))]}")
  }
}
