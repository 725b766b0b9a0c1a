import Documents
import JSON
import Testing

/// Tests tables that are wider than any real table.
@Suite struct RowTableTests {
  /// Each table is either refused or read.
  @Test func wideTablesAreRefused() throws {
    let names = (0..<300_000).map { "c\($0)" }.joined(separator: ",")
    let same = Array(repeating: "c", count: 300_000).joined(separator: ",")
    for header in [names, same] {
      let fault = #expect(throws: RowTable.Fault.self) {
        try RowTable(Array("\(header)\n1\n".utf8), file: "a.csv")
      }
      #expect(fault?.lines == ["a.csv:1: more than 1000 columns"])
    }
    let row = "{" + (0..<1_000).map { "\"c\($0)\":1" }.joined(separator: ",") + "}"
    let rows = Array(repeating: row, count: 200).joined(separator: ",")
    let table = try RowTable(Array("[\(rows)]".utf8), file: "a.json")
    #expect(table.rows.count == 200 && table.rows[199].cells == Array(repeating: "1", count: 1_000))
  }

  @Test func doubledColumnsAreNamed() {
    let fault = #expect(throws: RowTable.Fault.self) {
      try RowTable(Array("a,b,a\n1,2,3\n".utf8), file: "a.csv")
    }
    #expect(fault?.lines == ["a.csv:1: two columns are called \"a\""])
  }
}
