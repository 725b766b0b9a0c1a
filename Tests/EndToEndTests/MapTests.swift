import Foundation
import Testing

/// The map of the sources names all existing parts, and no others.
@Suite struct MapTests {
  private static let sources = Program.root.appending(path: "Sources")

  private static func folders(in url: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
      .filter(\.hasDirectoryPath)
  }

  private static func map() throws -> String {
    try String(contentsOf: sources.appending(path: "ARCHITECTURE.md"), encoding: .utf8)
  }

  /// The folders of parts that keep their paths and have no modules in folders.
  private static let apart: Set = ["CAnimator", "Python"]

  /// The table of the parts contains every part, and each row contains the modules of its part.
  @Test func architectureNamesEveryModule() throws {
    let parts = try Self.folders(in: Self.sources)
      .filter { !Self.apart.contains($0.lastPathComponent) }
    let rows = try Self.map().split(separator: "\n")
    for part in parts {
      let name = part.lastPathComponent
      let row = try #require(rows.first { $0.hasPrefix("| `\(name)` | `") }, "no row of \(name)")
      let cell = row.split(separator: "|")[1]
      let named = cell.matches(of: /`([^`]+)`/).map { String($0.output.1) }
      let there = try Self.folders(in: part).map(\.lastPathComponent)
      #expect(named.sorted() == there.sorted(), "the row of \(name)")
    }
  }

  /// The map names every folder of the sources, of their parts and of their modules. Deeper folders contain the
  /// contents of a module: headers, pages, templates.
  @Test func architectureNamesEveryFolder() throws {
    let map = try Self.map()
    let parts = try Self.folders(in: Self.sources)
    let modules = try parts.flatMap(Self.folders)
    let within = try modules.flatMap(Self.folders)
    #expect(parts.count > 7 && modules.count > 60 && within.count > 40)
    for name in Set((parts + modules + within).map(\.lastPathComponent)).sorted()
    where name != "include" {
      #expect(map.contains("`\(name)`"), "\(name)")
    }
  }

  @Test func architectureIsShort() throws {
    #expect(try Self.map().split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
  }

  @Test(arguments: ["CONTRIBUTING.md", "Sources/ARCHITECTURE.md"])
  func everyFileThatIsNamedIsThere(name: String) throws {
    let text = try String(contentsOf: Program.root.appending(path: name), encoding: .utf8)
    let paths = text.matches(of: /`([A-Za-z-]+\/[A-Za-z0-9_+\/.-]+\.(swift|c|h|rs|md|txt))`/)
      .map { String($0.output.1) }
    #expect(!paths.isEmpty)
    // A path with "Name" stands for a file that a recipe asks to add.
    for path in paths where !path.contains("/Name") {
      let isThere = [Program.root, Self.sources].contains {
        FileManager.default.fileExists(
          atPath: $0.appending(path: path).path(percentEncoded: false))
      }
      #expect(isThere, "\(path)")
    }
  }
}
