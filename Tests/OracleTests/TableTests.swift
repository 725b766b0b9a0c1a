import Foundation
import Testing
import TestSupport

/// Tests the table in README.md beside this file, which compares the program's frames of the catalogue's rows with the
/// browser's.
///
/// With PIPELINE_ORACLE_TABLE the table is written; otherwise it must contain every measured row with its moments, and
/// figures that are reached and not much too large.
@Suite struct TableTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "README.md")
  private static let (start, end) = ("<!-- table -->\n", "<!-- end of table -->")

  /// The scenes of each row in the catalogue's order; rows without a number come last.
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

  @Test(.long) func theTableHolds() throws {
    var text = try String(contentsOf: Self.file, encoding: .utf8)
    let from = try #require(text.range(of: Self.start)).upperBound
    let to = try #require(text.range(of: Self.end)).lowerBound
    let measured = try measured()
    if ProcessInfo.processInfo.environment["PIPELINE_ORACLE_TABLE"] != nil {
      text.replaceSubrange(from..<to, with: measured)
      try text.write(to: Self.file, atomically: true, encoding: .utf8)
      return
    }
    // Returns each row with its figures.
    func rows(_ table: some StringProtocol) -> [(row: String, figures: [Int])] {
      table.split(separator: "\n").dropFirst(2).map { line in
        let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        return (cells.dropLast(2).joined(separator: " | "), cells.suffix(2).compactMap { Int($0) })
      }
    }
    let (told, now) = (rows(text[from..<to]), rows(measured))
    try #require(told.map(\.row) == now.map(\.row), "make oracle writes the table anew")
    for (told, now) in zip(told, now) {
      try #require(told.figures.count == 2 && now.figures.count == 2, "\(told.row)")
      // Another version of the browser may be slightly more similar.
      for (old, new) in zip(told.figures, now.figures) {
        #expect(new <= old && old <= new + 3, "\(told.row): \(now.figures); make oracle")
      }
    }
  }
}
