import JSON
internal import Planning
internal import Documents
internal import Evaluation
internal import Scenes

/// Writes every phase of a film as a table row: the quantity, its values and times, and its curve in the
/// notation of each platform.
struct NumbersWriter {
  let film: Film
  let names: ExportNames

  private struct Row {
    let layer: String
    let quantity: String
    let from: [Double]
    let to: [Double]
    let start: Double
    let duration: Double
    let curve: CurveName?
    /// The keyframes of a phase that does not follow a curve.
    let keyframes: [Motion.Keyframe]
    let error: Double
  }

  private var rows: [Row] {
    film.layers.flatMap { layer in
      Quantity.allCases.compactMap { layer.track($0) }.flatMap { track in
        track.phases.filter { $0.from != $0.to || $0.end > $0.start }.map { phase in
          var curve: CurveName?
          var frames: [Motion.Keyframe] = []
          var error = 0.0
          switch phase.motion {
          case .curve(let found): curve = found
          case .keyframes(let found, let off): (frames, error) = (found, off)
          }
          return Row(
            layer: layer.id, quantity: track.quantity.rawValue, from: phase.from, to: phase.to,
            start: phase.start, duration: phase.end - phase.start, curve: curve, keyframes: frames,
            error: error)
        }
      }
    }.sorted { ($0.start, $0.layer, $0.quantity) < ($1.start, $1.layer, $1.quantity) }
  }

  static func export(_ films: [Film], _ names: ExportNames) -> Exported {
    let isJSON = names.ending == "json"
    let isFlow = films[0].name != nil
    let parts = films.map { film in
      let writer = NumbersWriter(film: film, names: names.of(film))
      return (isJSON ? writer.json : writer.markdown, film.shortfalls)
    }
    guard isJSON, isFlow else { return Exported(isJSON ? "numbers.json" : "numbers.md", parts) }
    let moves = zip(films, parts).map {
      "{\"move\":\(JSONWriter.string($0.name ?? "")),\($1.0.dropFirst())"
    }
    return Exported(
      files: [ExportedFile("numbers.json", "{\"moves\":[\n\(moves.joined(separator: ",\n"))]}\n")],
      shortfalls: parts.map(\.1))
  }

  private func n(_ value: Double) -> String { Code.n(value) }
  private func list(_ values: [Double]) -> String { values.map(n).joined(separator: ", ") }

  /// The text of a table cell, with characters escaped that would end the cell or start markup.
  private func cell(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { cell, scalar in
      if "\\`*_|<>[]&#".unicodeScalars.contains(scalar) { cell += "\\" }
      if scalar == "\n" || scalar == "\r" {
        cell += " "
      } else {
        cell.unicodeScalars.append(scalar)
      }
    }
  }

  private var markdown: String {
    var lines = [
      "# \(cell(names.title))", "",
      "\(n(film.size.width)) × \(n(film.size.height)) points, \(n(film.duration)) s, \(n(film.framesPerSecond)) frames a second.",
      "Lengths in points, angles in degrees, times in seconds.", "",
      "| layer | what | from | to | start | duration | curve | UIKit | SwiftUI | Motion | Compose |",
      "|---|---|---|---|--:|--:|---|---|---|---|---|",
    ]
    for row in rows {
      var cells = [
        cell(row.layer), row.quantity, row.from.count > 8 ? "…" : list(row.from),
        row.to.count > 8 ? "…" : list(row.to),
        n(row.start), n(row.duration),
      ]
      if let curve = row.curve {
        let framer = curve.framer.map {
          "{ " + $0.map { "\($0.0): \($0.1)" }.joined(separator: ", ") + " }"
        }
        cells.append("`\(curve.isSpring ? curve.words : curve.css)`")
        cells += [curve.uiKit, curve.swiftUI, framer, curve.compose].map {
          $0.map { "`\($0)`" } ?? "–"
        }
      } else if row.duration == 0 {
        cells += ["jumps", "", "", "", ""]
      } else {
        cells += [
          "\(row.keyframes.count) keyframes, off by at most \(Quantity(rawValue: row.quantity)?.words(ofError: row.error) ?? n(row.error))",
          "", "", "", "",
        ]
      }
      lines.append("| " + cells.joined(separator: " | ") + " |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var json: String {
    let rows = rows.map { row -> String in
      var members = [
        "\"layer\":\(JSONWriter.string(row.layer))", "\"what\":\"\(row.quantity)\"",
        "\"from\":[\(list(row.from))]",
        "\"to\":[\(list(row.to))]", "\"start\":\(n(row.start))", "\"duration\":\(n(row.duration))",
      ]
      if let curve = row.curve {
        members.append("\"curve\":\(JSONWriter.string(curve.words))")
        members.append("\"css\":\(JSONWriter.string(curve.css))")
        for (key, value) in [
          ("uikit", curve.uiKit), ("swiftui", curve.swiftUI), ("compose", curve.compose),
        ] {
          members.append("\"\(key)\":\(value.map(JSONWriter.string) ?? "null")")
        }
        let framer = curve.framer.map {
          "{" + $0.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
        }
        members.append("\"framer\":\(framer ?? "null")")
      } else {
        let frames = row.keyframes.map { "{\"time\":\(n($0.time)),\"value\":[\(list($0.value))]}" }
        members.append("\"keyframes\":[\(frames.joined(separator: ","))]")
        members.append("\"error\":\(n(row.error))")
      }
      return "  {\(members.joined(separator: ","))}"
    }
    return
      "{\"size\":[\(n(film.size.width)),\(n(film.size.height))],\"duration\":\(n(film.duration)),\"fps\":\(n(film.framesPerSecond)),\n\"phases\":[\n\(rows.joined(separator: ",\n"))\n]}\n"
  }
}
