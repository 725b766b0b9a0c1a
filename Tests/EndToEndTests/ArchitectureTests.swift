import Foundation
import Testing

/// Sources/ARCHITECTURE.md speaks of what is there: every quoted name in it is a word of the sources, and
/// every quoted path a file or a folder.
@Suite struct ArchitectureTests {
  private static let page =
    (try? String(
      contentsOf: Program.root.appending(path: "Sources/ARCHITECTURE.md"), encoding: .utf8)) ?? ""

  /// What stands between backticks, outside of code blocks.
  private static let quoted: Set<String> = {
    var names: Set<String> = []
    var isCode = false
    for line in page.split(separator: "\n") {
      if line.hasPrefix("```") { isCode.toggle() }
      guard !isCode else { continue }
      for match in line.matches(of: /`([^`]+)`/) { names.insert(String(match.1)) }
    }
    return names
  }()

  /// Every word of the sources and of their manifest, and every name of a file or folder.
  private static let words: Set<Substring> = {
    var words: Set<Substring> = []
    for folder in ["Sources", "Plugins", ".ci", "Package.swift", "Makefile"] {
      let url = Program.root.appending(path: folder)
      var files = [url]
      if let found = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil) {
        files += found.compactMap { $0 as? URL }
      }
      for file in files where file.lastPathComponent != "ARCHITECTURE.md" {
        words.formUnion(split(file.lastPathComponent))
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
        words.formUnion(split(text))
      }
    }
    return words
  }()

  private static func split(_ text: String) -> [Substring] {
    text.split { !($0.isLetter || $0.isNumber || $0 == "_") }
  }

  @Test func everyNameIsThere() {
    #expect(Self.quoted.count > 50)
    for name in Self.quoted.sorted() {
      let missing = Self.split(name).filter { $0.first!.isLetter && !Self.words.contains($0) }
      #expect(missing.isEmpty, "`\(name)` is not in the sources: \(missing)")
    }
  }

  @Test func everyPathIsThere() {
    for name in Self.quoted.sorted() where name.contains(/^[A-Za-z.]+(\/[A-Za-z+.-]+)+$/) {
      let places = ["", "Sources/"].map { Program.root.appending(path: $0 + name) }
      #expect(
        places.contains { FileManager.default.fileExists(atPath: $0.path(percentEncoded: false)) },
        "`\(name)` is neither a file nor a folder")
    }
  }
}
