internal import Documents
internal import Exporting
import JSON
internal import Planning
internal import StudioProtocol

/// Converts the open document to code for other platforms, like `pipeline export`.
extension Studio {
  /// Answers with the export targets in their order.
  func codeTargets() -> StudioAnswer {
    let rows: [JSONObject] = ExportTarget.all.map { ["name": $0.name, "about": $0.about] }
    return StudioAnswer(object: ["targets": rows])
  }

  /// Answers with the code for one target, and the features that the target does not support; picture files beside the
  /// code are only counted.
  func code(_ request: StudioRequest) throws -> StudioAnswer {
    let planned = try shown().planned
    guard let target = ExportTarget.all.first(where: { $0.name == request.path[1] }) else {
      throw StudioRefusal(.notFound, "the export target does not exist")
    }
    let exported = try target.write(
      try FilmReader.films(of: planned, for: target),
      ExportNames(file: file, named: planned.document.name, ending: ""))
    guard let code = exported.files.first else {
      throw StudioRefusal(
        .unprocessableContent, "the export target \(target.name) writes no code for the document")
    }
    var leftOut: [String] = []
    for shortfall in exported.shortfalls.joined() where shortfall.kind == .leftOut {
      let line = "\(shortfall.layer): \(shortfall.what)"
      if !leftOut.contains(line) { leftOut.append(line) }
    }
    return StudioAnswer(object: [
      "name": code.name, "text": String(decoding: code.bytes, as: UTF8.self),
      "others": exported.files.count - 1, "leftOut": leftOut,
    ])
  }
}
