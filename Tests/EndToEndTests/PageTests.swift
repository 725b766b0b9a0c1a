import Foundation
import Testing

/// The code blocks of the documentation: each is run here, in a folder with small documents, or by the suite
/// that the tables name. Blocks without a language are output and drawings.
@Suite struct PageTests {
  struct Block: Sendable, CustomTestStringConvertible {
    var page: String
    var language: String
    var text: String
    var testDescription: String { "\(page): \(text.prefix { $0 != "\n" })" }
  }

  /// The pages whose blocks another suite runs.
  private static let suites = [
    "README.md": "EndToEndTests/ReadmeTests.swift",
    "Documentation/animators.md": "EndToEndTests/PluginHomeTests.swift",
    "Documentation/guide.md": "EndToEndTests/GuideTests.swift",
    "Documentation/reference.md": "DocumentsTests/SchemaTests.swift",
    "Documentation/testing.md": "EndToEndTests/ReadmeTests.swift",
    "Documentation/workflows.md": "EndToEndTests/WorkflowTests.swift",
  ]

  /// The other blocks that are not run here, by their page and start, with the file that covers them.
  private static let elsewhere = [
    ("CONTRIBUTING.md", "make deps", "Makefile"),
    ("CONTRIBUTING.md", ".ci/build-tests", ".ci/build-tests"),
    ("Documentation/embedding.md", "// swift-tools", "Tests/EndToEndTests/EmbedTests.swift"),
    ("Documentation/embedding.md", "var options", "Tests/EndToEndTests/LibraryTests.swift"),
    ("Documentation/embedding.md", "cc frames.c", "Tests/EndToEndTests/LibraryTests.swift"),
    ("Documentation/embedding.md", "import pipeline_render", "Tests/Wheel/test_film.py"),
    ("Documentation/embedding.md", "def test_card", "Tests/Wheel/test_plugin.py"),
    ("Documentation/export.md", "import { mount }", "Tests/OracleTests/ExportTests.swift"),
    ("Documentation/how-do-i.md", "import pipeline_render", "Tests/Wheel/test_film.py"),
    ("Documentation/how-do-i.md", "pipeline plugin new", "Tests/ScaffoldTests/AuthorTests.swift"),
    (
      "Documentation/other-effects.md", "pipeline plugin import-glsl",
      "Tests/ImportingTests/GLSLTests.swift"
    ),
    ("Documentation/other-effects.md", "apt install", "Tests/ImportingTests/Frei0rTests.swift"),
    (
      "Documentation/other-effects.md", "pipeline plugin export",
      "Tests/ImportingTests/ExportTests.swift"
    ),
    ("Documentation/packages.md", "import pipeline_render", "Tests/Wheel/test_film.py"),
    ("Documentation/packages.md", "podman load", ".ci/test-image"),
  ]

  private static let blocks: [Block] = {
    var pages = ["README.md", "CONTRIBUTING.md"]
    let folder = Program.root.appending(path: "Documentation")
    let names =
      FileManager.default.enumerator(
        atPath: folder.path(percentEncoded: false))?.compactMap { $0 as? String } ?? []
    // HeaderPageTests compares the pages below `header` with animator.h.
    pages += names.filter { $0.hasSuffix(".md") && !$0.hasPrefix("header/") }.sorted()
      .map { "Documentation/\($0)" }
    return pages.flatMap { page in
      let text = try? String(contentsOf: Program.root.appending(path: page), encoding: .utf8)
      return (text ?? "").matches(of: /(?m)^```([^\n]*)\n((?s:.*?))^```$/).map {
        Block(page: page, language: String($0.1), text: String($0.2))
      }
    }.filter { !["", "text"].contains($0.language) }
  }()

  private static func isElsewhere(_ block: Block) -> Bool {
    suites[block.page] != nil
      || elsewhere.contains { $0.0 == block.page && block.text.hasPrefix($0.1) }
  }

  private static let own = blocks.filter { !isElsewhere($0) }

  @Test func theTablesAreTrue() throws {
    #expect(Self.blocks.count > 100 && Self.own.count > 15)
    for (page, suite) in Self.suites {
      let test = Program.root.appending(path: "Tests/\(suite)")
      let name = try #require(page.split(separator: "/").last)
      #expect(try String(contentsOf: test, encoding: .utf8).contains(name), "\(suite): \(page)")
    }
    for (page, start, file) in Self.elsewhere {
      let found = Self.blocks.count { $0.page == page && $0.text.hasPrefix(start) }
      #expect(found == 1, "\(found) blocks of \(page) begin with \(start)")
      let path = Program.root.appending(path: file).path(percentEncoded: false)
      #expect(FileManager.default.fileExists(atPath: path), "\(file)")
    }
  }

  /// The commands for one line of a page, which may stand for several machines, for a scheduler that is not
  /// installed, or for a film that takes long.
  private static func commands(_ line: Substring) -> [String] {
    var command = line.split(separator: " #", maxSplits: 1)[0].trimmingCharacters(in: .whitespaces)
    if command.contains(" --shard 1/4") {
      return (1...4).map { command.replacing("--shard 1/4", with: "--shard \($0)/4") }
    }
    if command.hasPrefix("pipeline submit"), !command.contains("--dry-run") {
      command += " --dry-run"
    }
    return [command.replacing("pipeline run store/", with: "pipeline validate store/")]
  }

  @Test func everyOtherBlockWorks() throws {
    let files = try Self.files()
    for page in Set(Self.own.map(\.page)).sorted() {
      let folder = try Folder()
      for name in try files.files() {
        try FileManager.default.copyItem(
          atPath: files.path(name), toPath: folder.path(name))
      }
      for block in Self.own where block.page == page {
        switch block.language {
        case "sh":
          for line in block.text.split(separator: "\n") {
            #expect(line.hasPrefix("pipeline "), "\(page): no test runs \(line)")
            for command in Self.commands(line) { try Self.shell(command, in: folder) }
          }
        case "json":
          try folder.write(block.text, to: "block.json")
          try Self.shell("pipeline validate block.json", in: folder)
        default: Issue.record("\(page): no test runs a block in \(block.language)")
        }
      }
    }
  }

  /// The files that the pages name: a document with a moving poster, its recording, screenshots, films and a
  /// table.
  private static func files() throws -> Folder {
    let folder = try Folder()
    func canvas(_ width: Int, _ height: Int, _ scale: Int) -> String {
      """
      "version": 1, "canvas": { "size": [\(width), \(height)], "scale": \(scale), "fps": 30,
        "background": "#20304a" }
      """
    }
    let parts = """
      "layers": [
        { "frame": [0, 0, 40, 40], "backgroundColor": "#ff7722" },
        { "frame": [6, 8, 12, 20], "backgroundColor": "#1133aa" },
        { "frame": [22, 5, 10, 10], "backgroundColor": "#ffffff" },
        { "frame": [20, 24, 15, 9], "backgroundColor": "#118844" } ]
      """
    try folder.write("{ \(canvas(40, 40, 1)), \(parts) }", to: "poster.json")
    try folder.write("{ \(canvas(393, 852, 3)), \(parts) }", to: "screen.json")
    try folder.write("{ \(canvas(16, 16, 1)), \"duration\": 8, \(parts) }", to: "film.json")
    try folder.write(
      """
      { \(canvas(160, 120, 1)), "vars": { "length": "600ms", "left": 30 }, "duration": 1.6,
        "layers": [
          { "id": "poster", "contents": { "image": "poster.png" }, "frame": [10, 30, 40, 40] } ],
        "timeline": [
          { "targets": "poster", "at": 0.5, "duration": "${length}",
            "keyframes": [{ "position": ["${left}", 50] }, { "position": [120, 70] }] } ],
        "checks": [{ "at": 0.8, "equals": "golden/middle.png" }],
        "outputs": [{ "path": "out/a.png" }] }
      """, to: "pipeline.json")
    try folder.write(
      """
      { \(canvas(32, 32, 1)), "vars": { "name": "Ada" }, "duration": 0.1,
        "layers": [{ "contents": { "text": "${name}", "size": 10 }, "frame": [0, 0, 32, 32] }],
        "outputs": [{ "path": "out/card.png" }] }
      """, to: "card.json")
    try folder.write("name\nAda\nBo\nCy\nDi\nEd\nFlo\nGus\n", to: "people.csv")
    for command in [
      "pipeline frame poster.json --at 0 -o poster.png",
      "pipeline frame screen.json --at 0 -o home.png",
      "pipeline run pipeline.json -o recording.mp4", "pipeline run film.json -o a.mp4",
      "for name in 1 2 3 4 5 detail share A B; do cp home.png $name.png; done",
      "cp a.mp4 b.mp4; cp a.mp4 c.mp4; cp poster.png clouds.png",
    ] {
      try shell(command, in: folder)
    }
    return folder
  }

  private static func shell(_ script: String, in folder: Folder) throws {
    let path = Program.folder.path(percentEncoded: false)
    let result = try Program.run(
      URL(filePath: "/bin/sh"), ["-e", "-c", "PATH=\(path):$PATH\n\(script)"], in: folder.url)
    #expect(result.status == 0, "\(script)\(result.summary)")
  }
}
