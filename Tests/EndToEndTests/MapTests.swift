import Foundation
import Testing

/// The map of the sources names all that is there, and nothing that is not.
@Suite struct MapTests {
  private static let sources = Program.root.appending(path: "Sources")

  private static func folders(in name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      at: sources.appending(path: name), includingPropertiesForKeys: nil
    ).filter(\.hasDirectoryPath).map(\.lastPathComponent)
  }

  @Test func architectureNamesEveryFolder() throws {
    let map = try String(
      contentsOf: Self.sources.appending(path: "ARCHITECTURE.md"), encoding: .utf8)
    for folder in try ["", "C", "Programs", "Compositing", "Encoding", "AnimatorHosting"]
      .flatMap(Self.folders)
    {
      let isNamed = map.contains("`\(folder)`") || map.contains("Sources/\(folder)`")
      #expect(isNamed, "\(folder)")
    }
  }

  @Test(arguments: ["CONTRIBUTING.md", "Sources/ARCHITECTURE.md"])
  func everyFileThatIsNamedIsThere(name: String) throws {
    let text = try String(contentsOf: Program.root.appending(path: name), encoding: .utf8)
    let paths = text.matches(of: /`([A-Za-z-]+\/[A-Za-z0-9_+\/-]+\.(swift|c|h|md))`/)
      .map { String($0.output.1) }
    #expect(paths.count > 3)
    // A file that a recipe tells to add has "Name" in its own.
    for path in paths where !path.contains("/Name") {
      let isThere = [Program.root, Self.sources].contains {
        FileManager.default.fileExists(
          atPath: $0.appending(path: path).path(percentEncoded: false))
      }
      #expect(isThere, "\(path)")
    }
  }
}
