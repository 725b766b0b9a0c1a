internal import Assets
internal import Documents
internal import Encoding
internal import Evaluation
import JSON
package import Media
package import Planning
package import Reporting
internal import Scenes

/// The resolved timeline of a document as text with bars and as JSON.
package struct Gantt {
  private let planned: PlannedDocument
  /// The sounds of the document with their start and end times.
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

  /// The time of the document's loop seam in wall time.
  private var seam: FrameTime? {
    planned.seam.map { planned.playback.clock.wallTimes(from: $0, to: $0, in: 0).start }
  }

  package var json: String {
    let sounds: [JSONObject] = sounds.map {
      ["id": $0.name, "file": $0.file, "start": $0.start.seconds, "end": $0.end.seconds]
    }
    let all: JSONObject = [
      "duration": planned.duration.seconds, "fps": planned.framesPerSecond,
      "seam": seam?.seconds, "steps": planned.rows.map { StepJSON.object($0, of: planned) },
      "sounds": sounds,
    ]
    return all.json
  }
}
