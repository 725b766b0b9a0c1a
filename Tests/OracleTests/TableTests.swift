import Foundation
import Testing

/// The table in README.md beside this file: our frames of the catalogue's rows against the browser's.
///
/// With PIPELINE_ORACLE_TABLE it is written anew; without, it must name every row that is measured,
/// with its moments.
@Suite struct TableTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "README.md")
  private static let (start, end) = ("<!-- table -->\n", "<!-- end of table -->")

  /// The scenes of each row, in the catalogue's order; those without a number come last.
  private static var rows: [(number: String, example: String, scenes: [OracleScene])] {
    var rows: [(number: String, example: String, scenes: [OracleScene])] = []
    for scene in OracleScene.catalogue {
      guard let row = scene.row else { continue }
      if let i = rows.firstIndex(where: { $0.number == row.number && $0.example == row.example }) {
        rows[i].scenes.append(scene)
      } else {
        rows.append((row.number, row.example, [scene]))
      }
    }
    return rows.enumerated().sorted { a, b in
      let (m, n) = (Int(a.element.number) ?? 99, Int(b.element.number) ?? 99)
      return (m, a.offset) < (n, b.offset)
    }.map(\.element)
  }

  private static func begin(
    _ row: (number: String, example: String, scenes: [OracleScene])
  ) -> String {
    let times = row.scenes.map { "\($0.time ?? 0)" }.joined(separator: ", ")
    return "| \(row.number) | \(row.example) | \(times) |"
  }

  private func measured() throws -> String {
    let shot = try BrowserPage.shot.get()
    var text = """
      | row | what | at, s | flat areas | edges |
      |---|---|---|---|---|

      """
    for row in Self.rows {
      var (flat, edge) = (0, 0)
      for scene in row.scenes {
        let index = try #require(OracleScene.all.firstIndex { $0.name == scene.name })
        let measure = Measure(
          Pixels(try OurDrawing.draw(scene)), shot.scenes[index], limit: scene.limit)
        (flat, edge) = (max(flat, measure.flat), max(edge, measure.edge))
      }
      text += "\(Self.begin(row)) \(flat) | \(edge) |\n"
    }
    return text
  }

  @Test func theTableNamesEveryRow() throws {
    var text = try String(contentsOf: Self.file, encoding: .utf8)
    let from = try #require(text.range(of: Self.start)).upperBound
    let to = try #require(text.range(of: Self.end)).lowerBound
    if ProcessInfo.processInfo.environment["PIPELINE_ORACLE_TABLE"] != nil {
      text.replaceSubrange(from..<to, with: try measured())
      try text.write(to: Self.file, atomically: true, encoding: .utf8)
    } else {
      let lines = text[from..<to].split(separator: "\n").dropFirst(2)
      #expect(lines.count == Self.rows.count, "make oracle writes the table anew")
      for row in Self.rows {
        let line = Self.begin(row)
        #expect(lines.contains { $0.hasPrefix(line) }, "\(line): make oracle writes it anew")
      }
    }
  }
}
