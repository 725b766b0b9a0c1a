internal import Documents
internal import Evaluation
import JSON
package import Planning
internal import Reporting
package import Scenes

/// The numbers of a layer at many times as a table: its visible position, and all other values that change.
package struct LayerTrack {
  /// A column of the table with its name and numbers; nil means an empty cell.
  private struct Column {
    var name: String
    var values: [Double?]
  }
  private let columns: [Column]
  private let count: Int

  private static let always: Set<String> = ["opacity", "cornerRadius", "hidden"]

  /// Creates the table of a layer of the stage at the given times.
  package init(_ layer: Int, of planned: PlannedDocument, at times: [FrameTime]) throws {
    var columns = ["time", "frame"].map { Column(name: $0, values: []) }
    var properties: [String: [Double?]] = [:]
    var names: [String] = []
    for (place, time) in times.enumerated() {
      let scene = try planned.playback.scene(at: time)
      guard let row = LayerRow.all(of: scene).first(where: { $0.layer == layer }) else { continue }
      var values = [("x", row.frame.x), ("y", row.frame.y)]
      values += [("width", row.frame.width), ("height", row.frame.height)]
      for (index, number) in row.properties.combinedTransform.values.enumerated() {
        values.append(("m\(index / 4 + 1)\(index % 4 + 1)", number))
      }
      for property in LayerProperty.all where !property.isView && property.effect != .transform {
        let value = property.value(of: row.properties)
        if case .flag(let flag) = value.tree {
          values.append((property.name, flag ? 1 : 0))
          continue
        }
        let (numbers, labels) = (value.numbers, value.labels)
        for (index, number) in numbers.enumerated() {
          let label = labels.count == numbers.count ? labels[index] : "\(index)"
          values.append((numbers.count == 1 ? property.name : "\(property.name).\(label)", number))
        }
      }
      for (name, number) in values {
        if properties[name] == nil {
          properties[name] = []
          names.append(name)
        }
        let missing = place - properties[name]!.count
        properties[name]! += Array(repeating: nil, count: missing) + [number]
      }
      columns[0].values.append(time.seconds)
      columns[1].values.append((time.seconds * planned.framesPerSecond + 1e-6).rounded(.down))
    }
    count = times.count
    for name in names {
      var values = properties[name]!
      values += Array(repeating: nil, count: max(0, count - values.count))
      let isPlace =
        ["x", "y", "width", "height"].contains(name) || name.hasPrefix("m") && name.count == 3
      let moves = values.contains { $0 != values[0] }
      if isPlace || Self.always.contains(String(name.prefix { $0 != "." })) || moves {
        columns.append(Column(name: name, values: values))
      }
    }
    self.columns = columns
  }

  /// The table as CSV lines, with numbers in JSON notation.
  package var csv: [String] {
    let rows = (0..<count).map { row in
      columns.map { $0.values[row].map(JSONWriter.number) ?? "" }.joined(separator: ",")
    }
    return [columns.map(\.name).joined(separator: ",")] + rows
  }

  /// The rows of the layer track as JSON, one object per line.
  package var json: [String] {
    (0..<count).map { row in
      JSONObject(columns.map { ($0.name, $0.values[row]) }).json
    }
  }

  /// The table as text for people; a transform without effect is left out.
  package var lines: [String] {
    let unit = Transform.identity.values
    let shown = columns.filter { column in
      guard column.name.hasPrefix("m"), column.name.count == 3,
        let row = column.name.dropFirst().first?.wholeNumberValue,
        let place = column.name.last?.wholeNumberValue
      else { return true }
      return column.values.contains { $0 != unit[(row - 1) * 4 + place - 1] }
    }
    let cells = shown.map { column in
      [column.name] + column.values.map { $0.map(Text.number) ?? "" }
    }
    let widths = cells.map { $0.map(\.count).max() ?? 0 }
    return (0...count).map { row in
      zip(cells, widths).map { String(repeating: " ", count: $1 - $0[row].count) + $0[row] }
        .joined(separator: "  ")
    }
  }
}
