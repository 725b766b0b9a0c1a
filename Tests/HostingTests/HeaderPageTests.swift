import Foundation
import HeaderReference
import Testing

/// The reference pages of animator.h are generated from the header.
@Suite struct HeaderPageTests {
  private let folder = Workshop.root.appending(path: "Documentation/header")

  private func header() throws -> String {
    try String(
      contentsOf: URL(filePath: Workshop.headerFolder + "/animator.h"), encoding: .utf8)
  }

  /// If the pages are outdated, `make reference` writes them.
  @Test func areFresh() throws {
    let pages = HeaderPages(header: try header()).pages
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path())
    #expect(files.sorted() == pages.map(\.file).sorted())
    for page in pages {
      let written = try String(contentsOf: folder.appending(path: page.file), encoding: .utf8)
      #expect(written == page.text, "\(page.file)")
    }
  }

  /// The pages contain every declaration of the header.
  @Test func nameAllThatIsDeclared() throws {
    let text = HeaderPages(header: try header()).pages.map(\.text).joined()
    for line in try header().split(separator: "\n") {
      let words = line.split(separator: " ")
      if line.hasPrefix("typedef struct "), line.hasSuffix("{") {
        #expect(text.contains("## \(words[2])\n"), "\(line)")
      }
      if line.hasPrefix("#define ANIMATOR_"), words.count > 2,
        words[2].first?.isNumber == true || words[2].first == "\"", !words[1].contains("VERSION"),
        !words[1].contains("REQUIRED"), !words[1].contains("(")
      {
        #expect(text.contains("`\(words[1])` = "), "\(line)")
      }
    }
  }
}
