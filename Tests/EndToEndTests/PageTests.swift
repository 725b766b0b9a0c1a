import Foundation
import Testing

/// Tests the code blocks of the documentation: each is run in a folder with small documents, or by the suite that the
/// tables name. Blocks without a language contain output and drawings.
@Suite struct PageTests {
  struct Block: Sendable, CustomTestStringConvertible {
    var page: String
    var language: String
    var text: String
    var testDescription: String { "\(page): \(text.prefix { $0 != "\n" })" }
  }

  /// The pages of which another suite runs every block in some languages.
  private static let suites: [String: (file: String, languages: Set<String>)] = [
    "README.md": ("EndToEndTests/ReadmeTests.swift", ["c", "json"]),
    "Documentation/animators.md": ("EndToEndTests/PluginHomeTests.swift", ["c"]),
    "Documentation/guide.md": ("EndToEndTests/GuideTests.swift", ["sh", "json"]),
    "Documentation/reference.md": ("DocumentsTests/SchemaTests.swift", ["json"]),
    "Documentation/workflows.md": ("EndToEndTests/WorkflowTests.swift", ["yaml", "groovy"]),
  ]

  /// What is done with a block that is not run here.
  private enum Cover: Sendable {
    /// The test in this file runs the block, or its commands with other names of files.
    case test(String)
    /// Every line of the block stands in the test in this file.
    case lines(String)
    /// No test runs the block, for this reason.
    case never(String)
  }

  private static let template = "Sources/Plugins/Scaffolding/Templates/shared/README.md"

  /// The other blocks that are not run here, by their page and start.
  private static let elsewhere: [(page: String, start: String, cover: Cover)] = [
    (
      "README.md", "make run",
      .never("it builds what is tested; MagicPushTests renders the document")
    ),
    ("README.md", "make build", .test("Tests/ScaffoldTests/Installed.swift")),
    ("README.md", "pipeline init", .test("Tests/EndToEndTests/ReadmeTests.swift")),
    ("README.md", "pipeline plugin new", .test("Tests/ScaffoldTests/AuthorTests.swift")),
    ("README.md", "cc ", .test("Tests/EndToEndTests/ReadmeTests.swift")),
    ("CONTRIBUTING.md", "make deps", .never("it builds and tests what is tested")),
    ("CONTRIBUTING.md", ".ci/build-tests", .never("it builds and tests what is tested")),
    ("Documentation/animators.md", "perf record", .never("perf needs rights that a test may lack")),
    (
      "Documentation/animators.md", "{\n  \"name\": \"guide.hop\"",
      .test("Tests/EndToEndTests/PluginHomeTests.swift")
    ),
    ("Documentation/embedding.md", "// swift-tools", .test("Tests/EndToEndTests/EmbedTests.swift")),
    (
      "Documentation/embedding.md", "var options",
      .lines("Tests/PipelineTests/DocumentedExamplesTests.swift")
    ),
    ("Documentation/embedding.md", "cc frames.c", .test("Tests/EndToEndTests/LibraryTests.swift")),
    ("Documentation/embedding.md", "import pipeline_render", .test("Tests/Wheel/test_pages.py")),
    ("Documentation/embedding.md", "def test_card", .test("Tests/Wheel/test_pages.py")),
    ("Documentation/export.md", "import { mount }", .test("Tests/OracleTests/ExportTests.swift")),
    ("Documentation/how-do-i.md", "import pipeline_render", .test("Tests/Wheel/test_pages.py")),
    ("Documentation/how-do-i.md", "pipeline plugin new", .test("Tests/ScaffoldTests/five-minutes")),
    (
      "Documentation/other-effects.md", "apt install",
      .test("Tests/ImportingTests/Frei0rTests.swift")
    ),
    (
      "Documentation/other-effects.md", "pipeline plugin export",
      .test("Tests/ImportingTests/ExportTests.swift")
    ),
    ("Documentation/packages.md", "import pipeline_render", .test("Tests/Wheel/test_pages.py")),
    ("Documentation/packages.md", "podman load", .test(".ci/test-image")),
    ("Documentation/testing.md", "pipeline init", .test("Tests/EndToEndTests/ReadmeTests.swift")),
    (
      "Documentation/workflows.md", "pipeline doctor",
      .test("Tests/EndToEndTests/WorkflowTests.swift")
    ),
    ("Documentation/workflows.md", "podman load", .test(".ci/test-image")),
    (template, "the-build", .test("Tests/ScaffoldTests/five-minutes")),
    (template, "pipeline plugin install", .test("Tests/EndToEndTests/PluginHomeTests.swift")),
    (template, "pipeline plugin pack", .test("Tests/EndToEndTests/PluginHomeTests.swift")),
  ]

  private static let blocks: [Block] = {
    var pages = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"]
    for folder in ["Benchmarks", "Documentation", "Examples", "Plugins", "Sources", "Tests"] {
      let found = FileManager.default.enumerator(
        atPath: Program.root.appending(path: folder).path(percentEncoded: false))
      pages += (found?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".md") }.sorted()
        .map { "\(folder)/\($0)" }
    }
    // HeaderPageTests compares the pages below `header` with animator.h.
    pages.removeAll { $0.hasPrefix("Documentation/header/") }
    return pages.flatMap { page in
      let text = try? String(contentsOf: Program.root.appending(path: page), encoding: .utf8)
      return (text ?? "").matches(of: /(?m)^```([^\n]*)\n((?s:.*?))^```$/).map {
        Block(page: page, language: String($0.1), text: String($0.2))
      }
    }.filter { !["", "text"].contains($0.language) }
  }()

  private static func isElsewhere(_ block: Block) -> Bool {
    suites[block.page]?.languages.contains(block.language.prefix { $0 != " " }.description) == true
      || elsewhere.contains { $0.page == block.page && block.text.hasPrefix($0.start) }
  }

  private static let own = blocks.filter { !isElsewhere($0) }

  @Test func theTablesAreTrue() throws {
    #expect(Self.blocks.count > 100 && Self.own.count > 15)
    for (page, suite) in Self.suites {
      let name = try #require(page.split(separator: "/").last)
      #expect(try Self.text("Tests/\(suite.file)").contains(name), "\(suite.file): \(page)")
    }
    for (page, start, cover) in Self.elsewhere {
      let found = Self.blocks.filter { $0.page == page && $0.text.hasPrefix(start) }
      #expect(found.count == 1, "\(found.count) blocks of \(page) begin with \(start)")
      switch cover {
      case .test(let file):
        #expect(try !Self.text(file).isEmpty, "\(file)")
      case .lines(let file):
        let lines = Set(try Self.text(file).split(separator: "\n").map(Self.code))
        for line in found.flatMap({ $0.text.split(separator: "\n") }) {
          #expect(lines.contains(Self.code(line)), "\(page): not in \(file): \(line)")
        }
      case .never(let reason): #expect(reason.count > 20)
      }
    }
  }

  private static func text(_ file: String) throws -> String {
    try String(contentsOf: Program.root.appending(path: file), encoding: .utf8)
  }

  /// A line of Swift without its comment.
  private static func code(_ line: Substring) -> String {
    String(line.prefix(upTo: line.firstRange(of: "//")?.lowerBound ?? line.endIndex))
      .trimmingCharacters(in: .whitespaces)
  }

  /// A document of a page's block. A block without a version is a move of the page's first document, which takes
  /// the place of the first, or members of that document.
  private static func document(_ block: Block) throws -> String {
    guard !block.text.contains("\"version\"") else { return block.text }
    let whole = try #require(
      own.first { $0.page == block.page && $0.text.contains("\"version\"") }
    ).text
    if block.text.hasPrefix("{") {
      let first = try #require(whole.firstRange(of: /"flow": \[\s*\{[^}]*\}/))
      return whole.replacingCharacters(in: first, with: "\"flow\": [ \(block.text)")
    }
    let end = try #require(whole.lastIndex(of: "}"))
    return "\(whole[..<end]), \(block.text) }"
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
          try folder.write(Self.document(block), to: "block.json")
          try Self.shell("pipeline validate block.json", in: folder)
        default: Issue.record("\(page): no test runs a block in \(block.language)")
        }
      }
    }
  }

  /// Creates the files that the pages name: a document with a moving poster, its recording, screenshots, films and a table.
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
    try folder.write(
      "vec4 transition(vec2 p) { return mix(getFromColor(p), getToColor(p), progress); }\n",
      to: "circleopen.glsl")
    try folder.write("name\nAda\nBo\nCy\nDi\nEd\nFlo\nGus\n", to: "people.csv")
    for command in [
      "pipeline frame poster.json --at 0 -o poster.png",
      "pipeline frame screen.json --at 0 -o home.png",
      "pipeline run pipeline.json -o recording.mp4", "pipeline run film.json -o a.mp4",
      "for name in 1 2 3 4 5 detail share A B; do cp home.png $name.png; done",
      "cp a.mp4 b.mp4; cp a.mp4 c.mp4; cp poster.png clouds.png; cp poster.png icon.png",
      "ffmpeg -v error -f lavfi -i sine=d=1 music.mp3",
    ] {
      try shell(command, in: folder)
    }
    return folder
  }

  private static func shell(_ script: String, in folder: Folder) throws {
    let path = Program.folder.path(percentEncoded: false)
    let result = try Program.run(
      URL(filePath: "/bin/sh"), ["-e", "-c", "PATH=\(path):$PATH\n\(script)"], in: folder.url,
      environment: ["HOME": folder.path("")])
    #expect(result.status == 0, "\(script)\(result.summary)")
  }
}
