import Documents
import Files
import Foundation
import JSON
import TestSupport
import Testing

/// Tests text of one language inside another language, as Documentation/design/escapes.md lists.
@Suite struct EscapeTests {
  /// Every character that has a meaning in some language: alone, before a combining mark, and between letters.
  private static let hostile: [String] = {
    let marks = [
      "'", "\"", "<", ">", "&", "\\", "$", "`", "~", "/", ",", ";", "\n", "\r", "\r\n", "\t", "|",
    ]
    let alone = marks.flatMap { [$0, "\($0)\u{301}", "a\($0)b", "\u{301}\($0)\($0)\u{200d}"] }
    return alone + [
      "'\u{301};touch x;'\u{301}", "\"\u{301} onerror=alert(1) x=\"", "<\u{301}script>", "]]>",
      "--><b>",
      "$(touch x)", "${t}", "", " ", "-n", "\u{1b}[31m", "\u{2028}",
    ]
  }()

  @Test func everyPlaceOfTheListIsThere() throws {
    let list = try String(
      contentsOf: Program.root.appending(path: "Documentation/design/escapes.md"), encoding: .utf8)
    let rows = list.split(separator: "\n").filter { $0.contains("| Sources/") }
    #expect(rows.count > 20)
    for row in rows {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      try #require(cells.count == 4, "\(row)")
      let text = try String(contentsOf: Program.root.appending(path: cells[2]), encoding: .utf8)
      #expect(text.contains(cells[3]), "\(row)")
    }
  }

  @Test func shellWordsComeBack() throws {
    let words = Self.hostile.filter { !$0.utf8.contains(0) }
    let script = "printf '%s\\0' " + words.map { EscapedText.shellWord($0) }.joined(separator: " ")
    let run = try Program.tool("sh", ["-c", script])
    #expect(run.status == 0, "\(run.summary)")
    let back = run.data.split(separator: 0, omittingEmptySubsequences: false).dropLast()
    #expect(back.map { Array($0) } == words.map { Array($0.utf8) })
  }

  @Test func markupHasNoMarks() {
    for text in Self.hostile {
      let bytes = Array(EscapedText.markup(text).utf8)
      #expect(!bytes.contains { "<>\"".utf8.contains($0) || $0 < 0x20 }, "\(text)")
      for place in bytes.indices where bytes[place] == UInt8(ascii: "&") {
        let rest = bytes[place...]
        #expect(
          ["&lt;", "&gt;", "&quot;", "&amp;"].contains { rest.starts(with: $0.utf8) }, "\(text)")
      }
    }
  }

  @Test func jsonAndTablesComeBack() throws {
    for text in Self.hostile {
      let read =
        try JSONSerialization.jsonObject(
          with: Data("[\(JSONWriter.string(text))]".utf8)) as? [String]
      #expect(Array((read?.first ?? "-").utf8) == Array(text.utf8), "\(text)")
      #expect(!JSONWriter.string(text).utf8.contains { $0 < 0x20 }, "\(text)")
      let cell = Array(EscapedText.quotedCell(text).utf8).dropFirst().dropLast()
      #expect(cell.count { $0 == 0x22 } == 2 * text.utf8.count { $0 == 0x22 }, "\(text)")
      let part = Array(EscapedText.pointerPart(text).utf8)
      #expect(!part.contains(0x2f), "\(text)")
    }
  }
}
