import Documents
import Foundation
import Planning

/// Reads the samples of a track: from the document, a CSV or JSON file beside it, or standard input.
///
/// A CSV line is `t,x,y`, `t,value`, `t,release` or `t,cancel`, times in seconds; a first line of
/// words is a heading. JSON is the list that a document would hold.
struct TrackLoader: TrackLoading {
  func samples(_ track: TrackSpec, in document: Document) throws(Problem) -> [TrackSample] {
    let text: String
    switch track.source {
    case .samples(let samples): return samples
    case .standardInput:
      let data = FileHandle.standardInput.readDataToEndOfFile()
      text = try Self.utf8(data, track.origin, document)
    case .file(let path):
      do {
        let file = try document.paths.forReading(path.value)
        let data = try Data(contentsOf: URL(filePath: file))
        text = try Self.utf8(data, path.origin, document)
      } catch let problem as Problem {
        throw problem
      } catch let refusal as DocumentPaths.Refusal {
        throw Problem(
          file: document.file, origin: path.origin, message: refusal.message, kind: refusal.kind)
      } catch {
        throw Problem(
          file: document.file, origin: path.origin,
          message: "\"\(path.value)\" cannot be read: \(error)", kind: .missing)
      }
    }
    let isJSON = text.first { !$0.isWhitespace } == "["
    return try isJSON
      ? Self.json(text, track.origin, document) : Self.csv(text, track.origin, document)
  }

  private static func utf8(
    _ data: Data, _ origin: Origin, _ document: Document
  ) throws(Problem) -> String {
    guard data.count <= 8_388_608, let text = String(data: data, encoding: .utf8) else {
      throw Problem(
        file: document.file, origin: origin, message: "a track is UTF-8 text of at most 8 MiB")
    }
    return text
  }

  private static func json(
    _ text: String, _ origin: Origin, _ document: Document
  ) throws(Problem) -> [TrackSample] {
    guard let rows = JSONNode(json: text, origin: origin)?.elements else {
      throw Problem(file: document.file, origin: origin, message: "the track is not JSON")
    }
    var samples: [TrackSample] = []
    for (number, row) in rows.enumerated() {
      let fields = (row.elements ?? []).map { $0.string ?? $0.json }
      samples.append(try sample(fields, "sample \(number)", origin, document))
    }
    return samples
  }

  private static func csv(
    _ text: String, _ origin: Origin, _ document: Document
  ) throws(Problem) -> [TrackSample] {
    var samples: [TrackSample] = []
    for (number, line) in text.split(whereSeparator: \.isNewline).enumerated() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      if fields == [""] || (number == 0 && Double(fields[0]) == nil) { continue }
      samples.append(try sample(fields, "line \(number + 1)", origin, document))
    }
    return samples
  }

  private static func sample(
    _ fields: [String], _ place: String, _ origin: Origin, _ document: Document
  ) throws(Problem) -> TrackSample {
    let numbers = fields.map { Double($0) }
    if let time = numbers.first ?? nil, time.isFinite {
      switch (fields.count, fields.last!) {
      case (2, "release"): return TrackSample(time: time, event: .release)
      case (2, "cancel"): return TrackSample(time: time, event: .cancel)
      case (2, _):
        if let value = numbers[1], value.isFinite {
          return TrackSample(time: time, event: .value(value))
        }
      case (3, _):
        if let x = numbers[1], let y = numbers[2], x.isFinite, y.isFinite {
          return TrackSample(time: time, event: .point(x: x, y: y))
        }
      default: break
      }
    }
    throw Problem(
      file: document.file, origin: origin,
      message: "\(place) of the track: expected t,x,y or t,value or t,release or t,cancel")
  }
}
