import Foundation
import Testing

/// Tests what the folders of plugins and examples promise to their readers.
@Suite struct FolderTests {
  private static func sources(_ endings: [String]) throws -> [URL] {
    let plugins = Gallery.root.appending(path: "Plugins")
    let all = FileManager.default.enumerator(at: plugins, includingPropertiesForKeys: nil)
    return (all?.compactMap { $0 as? URL } ?? []).filter { endings.contains($0.pathExtension) }
  }

  @Test func pluginsAreShort() throws {
    let sources = try Self.sources(["c", "swift"])
    #expect(sources.count >= 17)
    for file in sources {
      #expect(
        try String(contentsOf: file, encoding: .utf8).count(where: \.isNewline) < 170,
        "\(file.lastPathComponent)")
    }
    let shortest = try Self.sources(["c"]).map {
      try String(contentsOf: $0, encoding: .utf8).count(where: \.isNewline)
    }.min()
    #expect(try #require(shortest) < 40)
  }

  /// Plugins in C may use only √ of the mathematical functions, because sine and similar functions differ between
  /// processors.
  @Test func pluginsInCUseNoTrigonometry() throws {
    for file in try Self.sources(["c"]) {
      let text = try String(contentsOf: file, encoding: .utf8)
      for name in ["sin", "cos", "tan", "exp", "pow", "log", "acos", "asin", "atan2"] {
        #expect(
          !text.contains(" \(name)(") && !text.contains("(\(name)("), "\(file.lastPathComponent)")
      }
    }
  }

  @Test func galleryShowsEveryStrip() throws {
    let page = try String(
      contentsOf: Gallery.folder.appending(path: "README.md"), encoding: .utf8)
    for name in Gallery.names {
      let strip = Gallery.folder.appending(path: "\(name)/strip.png")
      guard let size = try? strip.resourceValues(forKeys: [.fileSizeKey]).fileSize else {
        #expect(EndsTests.rows[name] == nil, "no strip.png: run Examples/make-strips \(name)")
        continue
      }
      #expect(size <= 61_440, "\(name)")
      #expect(page.contains("(\(name)/strip.png)"), "README.md does not show \(name)")
    }
  }
}
