internal import Assets
internal import Documents
internal import Encoding
internal import Evaluation
import JSON
package import Media
package import Planning
package import Reporting
internal import Scenes

/// The resolved timeline of a document, as bars and as JSON.
package struct Gantt {
  private let planned: PlannedDocument
  /// The sounds with their times.
  private let sounds: [(name: String, file: String, start: FrameTime, end: FrameTime)]

  package init(_ planned: PlannedDocument, _ media: MediaSettings) throws(EngineError) {
    self.planned = planned
    sounds = try SoundPlan.spans(of: planned, media)
  }

  private static let width = 48

  package var lines: [String] {
    let duration = planned.duration.seconds
    let name = planned.document.name ?? planned.document.file
    let frames = planned.duration.frameCount(framesPerSecond: planned.framesPerSecond)
    var lines = [
      "\(name): \(Text.number(duration)) s, "
        + "\(frames) frames at \(Text.number(planned.framesPerSecond)) fps"
    ]
    if let seam { lines.append("seam at \(Text.number(seam.seconds)) s") }
    let labels = planned.rows.map { row in
      String(repeating: "  ", count: row.depth) + row.what
        + (row.label.isEmpty ? "" : " \"\(row.label)\"")
    }
    let column = min(44, labels.map(\.count).max() ?? 0)
    for (row, label) in zip(planned.rows, labels) {
      let (start, end) = planned.wallTimes(of: row)
      lines.append(
        "\(Text.pad(label, column))  \(bar(start, end))  "
          + "\(Text.number(start.seconds)) – \(Text.number(end.seconds))")
    }
    for sound in sounds {
      lines.append(
        "\(Text.pad("sound \(sound.name)", column))  \(bar(sound.start, sound.end))  "
          + "\(Text.number(sound.start.seconds)) – \(Text.number(sound.end.seconds))")
    }
    return lines
  }

  private func bar(_ from: FrameTime, _ to: FrameTime) -> String {
    let whole = max(1, planned.duration.ticks)
    func cell(_ time: FrameTime) -> Int {
      Int(
        clamped: Double(time.ticks) / Double(whole) * Double(Self.width),
        rounded: .toNearestOrAwayFromZero, to: 0...Self.width)
    }
    let start = min(Self.width - 1, max(0, cell(from)))
    let end = min(Self.width, max(start + 1, cell(to)))
    let mark = from == to ? "│" : "█"
    return String(repeating: "·", count: start) + String(repeating: mark, count: end - start)
      + String(repeating: "·", count: Self.width - end)
  }

  /// The seam in wall time.
  private var seam: FrameTime? {
    planned.seam.map { planned.playback.clock.wallTimes(from: $0, to: $0, in: 0).start }
  }

  package var json: String {
    let rows = planned.rows.map { StepJSON.text($0, of: planned) }
    let heard = sounds.map { sound in
      "{\"id\":\(JSONWriter.string(sound.name)),\"file\":\(JSONWriter.string(sound.file)),"
        + "\"start\":\(JSONWriter.number(sound.start.seconds)),"
        + "\"end\":\(JSONWriter.number(sound.end.seconds))}"
    }
    let seam = seam.map { JSONWriter.number($0.seconds) } ?? "null"
    return "{\"duration\":\(JSONWriter.number(planned.duration.seconds)),"
      + "\"fps\":\(JSONWriter.number(planned.framesPerSecond)),\"seam\":\(seam),"
      + "\"steps\":[\(rows.joined(separator: ","))],"
      + "\"sounds\":[\(heard.joined(separator: ","))]}"
  }
}
