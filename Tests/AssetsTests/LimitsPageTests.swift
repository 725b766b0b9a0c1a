import Assets
import Documents
import Foundation
import TestSupport
import Testing

/// The page of limits has each limit of `--limit` once, with its default and its range.
@Suite struct LimitsPageTests {
  @Test func thePageHasEveryLimit() throws {
    let page = try String(
      contentsOf: Program.root.appending(path: "Documentation/limits.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { row in
      row.split(separator: "|").map { $0.trimmingCharacters(in: [" ", "`"]) }
    }
    let own = DocumentLimits.Name.allCases.map { ($0.rawValue, $0.range) }
    let all = own + ReadingSettings.otherLimits.map { ($0.key, $0.value) }
    #expect(rows.map(\.[0]).sorted() == all.map(\.0).sorted())
    let defaults = DocumentLimits()
    for row in rows {
      let range = try #require(all.first { $0.0 == row[0] }).1
      #expect(row[3] == "\(range.lowerBound) to \(range.upperBound)", "\(row[0])")
      if let name = DocumentLimits.Name(rawValue: row[0]) {
        #expect(row[2] == "\(defaults[name])", "\(row[0])")
      }
    }
  }
}
