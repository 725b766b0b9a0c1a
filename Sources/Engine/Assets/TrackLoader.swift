package import Documents
internal import Files
package import JSON
internal import Planning

/// Reads the samples of a track from the document, from a CSV or JSON file beside the document, or from
/// standard input. A CSV line is `t,x,y`, `t,value`, `t,release` or `t,cancel`, with times in seconds; the
/// first line may be a heading. A JSON file contains the list of samples in the form that documents use.
package struct TrackLoader: TrackLoading {
  package init() {}

  package func samples(_ track: TrackSpec, in document: Document) throws(Problem) -> [TrackSample] {
    let text: String
    switch track.source {
    case .samples(let samples): return samples
    case .standardInput:
      let bytes = FileBytes.read(0, limit: Self.limit)
      text = try Self.text(bytes, "standard input", track.origin, document)
    case .file(let path):
      let bytes: [UInt8]?
      do {
        let file = try document.paths.forReading(path.value)
        bytes = try? file.read(limitBytes: Self.limit)
      } catch {
        throw Problem(
          file: document.file, origin: path.origin, message: error.message, kind: error.kind)
      }
      text = try Self.text(bytes, JSONWriter.string(path.value), path.origin, document)
    }
    let isJSON = text.first { !$0.isWhitespace } == "["
    return try isJSON
      ? Self.json(text, track.origin, document) : Self.csv(text, track.origin, document)
  }

  private static let limit = 8_388_608

  private static func text(
    _ bytes: [UInt8]?, _ name: String, _ origin: Origin, _ document: Document
  ) throws(Problem) -> String {
    guard let bytes, bytes.count <= limit,
      let text = String(validating: bytes, as: UTF8.self)
    else {
      throw Problem(
        file: document.file, origin: origin,
        message: "\(name): the file of a track must be UTF-8 text of at most 8 MiB")
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
        .map { field in
          let start = field.drop(while: \.isWhitespace)
          return String(start.reversed().drop(while: \.isWhitespace).reversed())
        }
      if fields == [""] || (number == 0 && Double(fields[0]) == nil) { continue }
      samples.append(try sample(fields, "line \(number + 1)", origin, document))
    }
    return samples
  }

  private static func sample(
    _ fields: [String], _ place: String, _ origin: Origin, _ document: Document
  ) throws(Problem) -> TrackSample {
    let numbers = fields.map { Double($0) }
    if let time = numbers.first ?? nil, TrackSample.times.contains(time) {
      switch (fields.count, fields.last!) {
      case (2, "release"): return TrackSample(time: time, event: .release)
      case (2, "cancel"): return TrackSample(time: time, event: .cancel)
      case (2, _):
        if let value = numbers[1], TrackSample.values.contains(value) {
          return TrackSample(time: time, event: .value(value))
        }
      case (3, _):
        if let x = numbers[1], let y = numbers[2], TrackSample.values.contains(x),
          TrackSample.values.contains(y)
        {
          return TrackSample(time: time, event: .point(x: x, y: y))
        }
      default: break
      }
    }
    throw Problem(
      file: document.file, origin: origin,
      message: "\(place) of the track: expected t,x,y or t,value or t,release or t,cancel, "
        + "with t within \(JSONWriter.number(TrackSample.times.upperBound)) s")
  }
}
