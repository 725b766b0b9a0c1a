import Foundation
import TestSupport
import Testing

/// Tests programs in C and in other languages that embed the engine.
@Suite struct LibraryTests {
  private let folder: Folder
  private let fixtures = Program.root.appending(path: "Tests/Fixtures/library")
  private let examples = Program.root.appending(path: "Examples/embed")

  /// Copies the library of the build as in an installation.
  init() throws {
    folder = try Folder()
    for name in ["libpipeline-engine.so.1", "libpipeline.so"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(name),
        withDestinationPath: Program.folder.appending(path: "libpipeline-engine.so")
          .path(percentEncoded: false))
    }
    let header = Program.root.appending(path: "Sources/Engine/CPipeline/include")
      .path(percentEncoded: false)
    try folder.write(
      """
      Name: pipeline
      Description: the build
      Version: 1.0
      Cflags: -I\(header)
      Libs: -L\(folder.path("")) -lpipeline -Wl,-rpath,\(folder.path(""))
      """, to: "pipeline.pc")
  }

  private func linked(_ source: URL) throws -> String {
    let made = folder.path(source.deletingPathExtension().lastPathComponent)
    let built = try Program.tool(
      "sh",
      [
        "-c",
        "cc -std=gnu11 -O1 -Wall -Wextra \"$0\" -o \"$1\" $(pkg-config --cflags --libs pipeline)"
          + " -lpthread -lm",
        source.path(percentEncoded: false), made,
      ], environment: ["PKG_CONFIG_PATH": folder.path("")])
    try #require(built.status == 0, "\(built.summary)")
    return made
  }

  private func ran(
    _ program: String, _ words: [String] = [], _ environment: [String: String] = [:]
  ) throws -> Program.Result {
    try Program.run(
      URL(filePath: program), words, in: folder.url, environment: environment)
  }

  /// Calls every function; the state of the process is the same afterwards.
  @Test(arguments: Effort.spread(["C", "C.UTF-8", "de_DE.UTF-8"], test: 1))
  func aProgramInC(locale: String) throws {
    let program = try linked(fixtures.appending(path: "calls.c"))
    try FileManager.default.createDirectory(
      atPath: folder.path("made"), withIntermediateDirectories: true)
    let done = try ran(program, [folder.path("made")], ["LC_ALL": locale])
    #expect(done.output == "as it should be\n" && done.errors.isEmpty, "\(done.summary)")
  }

  @Test func nothingGrows() throws {
    let program = try linked(fixtures.appending(path: "growth.c"))
    let done = try ran(program, Effort.current == .test ? ["10", "30"] : ["100", "1000"])
    #expect(done.status == 0, "\(done.summary)")
  }

  @Test func forksBeforeAndAfter() throws {
    let done = try ran(try linked(fixtures.appending(path: "forks.c")))
    #expect(done.output == "as it should be\n", "\(done.summary)")
  }

  /// Invalid calls from four threads at once return error statuses.
  @Test func misuseIsAnError() throws {
    let program = try linked(fixtures.appending(path: "misuse.c"))
    try FileManager.default.createDirectory(
      atPath: folder.path("made"), withIntermediateDirectories: true)
    let done = try ran(
      program,
      ["\(Effort.seed)", Effort.current == .test ? "150" : "5000", folder.path("made")])
    #expect(done.status == 0, "\(done.summary)")
  }

  /// A process whose address space is exhausted gets an error and can continue.
  @Test(.enabled(if: Sanitizer.current == nil)) func aFailedAllocationIsAnError() throws {
    let program = try linked(fixtures.appending(path: "shortage.c"))
    let sizes =
      Effort.current == .test ? ["4", "90", "3000"] : (1...20).map { "\($0 * $0 * 4)" } + ["3000"]
    let done = try ran(program, sizes)
    let lines = done.output.split(separator: "\n")
    #expect(
      done.status == 0 && done.errors.isEmpty && lines.count == sizes.count, "\(done.summary)")
    #expect(lines.first == "4: 0" && lines.last == "3000: 2", "\(done.summary)")
  }

  // MARK: Examples

  private static let document = "Examples/circle-pop/pipeline.json"

  /// Returns the SHA-256 of every frame of `pipeline run`.
  private func expected() throws -> [String] {
    struct Manifest: Decodable {
      struct Frame: Decodable { var sha256: String }
      struct Output: Decodable { var frames: [Frame] }
      var outputs: [Output]
    }
    let made = try Program.pipeline([
      "run", Self.document, "-o", folder.path("a.y4m"), "--scale", "0.5", "--manifest",
      folder.path("m.json"), "-q",
    ])
    try #require(made.status == 0, "\(made.summary)")
    return try JSONDecoder().decode(
      Manifest.self, from: Data(contentsOf: URL(filePath: folder.path("m.json")))
    ).outputs[0].frames.map(\.sha256)
  }

  /// Checks a program in another language: its frames equal those of `pipeline run`, it lists problems, and a thread
  /// cancels it.
  private func check(_ words: [String]) throws {
    func run(_ more: [String], into name: String) throws -> Program.Result {
      try FileManager.default.createDirectory(
        atPath: folder.path(name), withIntermediateDirectories: true)
      return try Program.tool(
        words[0], words.dropFirst() + [more[0], folder.path(name)] + more.dropFirst())
    }
    let frames = try expected()
    let done = try run([Self.document], into: "all")
    #expect(done.status == 0 && done.output.contains("\(frames.count) frames"), "\(done.summary)")
    let sums = try Program.tool(
      "sha256sum", frames.indices.map { folder.path("all/\($0).rgba") })
    #expect(sums.output.split(separator: "\n").map { String($0.prefix(64)) } == frames)

    let cancelled = try run([Self.document, "2"], into: "some")
    #expect(
      cancelled.status == 130 && cancelled.errors.contains("cancelled"), "\(cancelled.summary)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("some")).sorted() == [
        "0.rgba", "1.rgba",
      ])

    try folder.write(
      "{ \"version\": 1, \"layers\": [{ \"id\": \"a\", \"fram\": 1 }] }", to: "w.json")
    let wrong = try run([folder.path("w.json")], into: "none")
    #expect(wrong.status == 65 && wrong.errors.contains("no key \"fram\""), "\(wrong.summary)")
  }

  private static func isThere(_ tool: String) -> Bool {
    (try? Program.tool(tool, ["version"]).status) == 0
      || (try? Program.tool(tool, ["--version"]).status) == 0
  }

  /// The command of the page about embedding, beside the example.
  @Test func thePagesCommandLinks() throws {
    let page = try String(
      contentsOf: Program.root.appending(path: "Documentation/embedding.md"), encoding: .utf8)
    let block = try #require(page.components(separatedBy: "```sh\n").dropFirst().first)
    try FileManager.default.copyItem(
      atPath: examples.appending(path: "c/frames.c").path(percentEncoded: false),
      toPath: folder.path("frames.c"))
    let built = try Program.run(
      URL(filePath: "/bin/sh"), ["-e", "-c", block.components(separatedBy: "```")[0]],
      in: folder.url, environment: ["PKG_CONFIG_PATH": folder.path("")])
    try #require(built.status == 0, "\(built.summary)")
    try check([folder.path("frames")])
  }

  @Test func inC() throws { try check([try linked(examples.appending(path: "c/frames.c"))]) }

  @Test(.long, .enabled(if: isThere("rustc"), "there is no rustc")) func inRust() throws {
    let made = folder.path("frames-rust")
    let built = try Program.tool(
      "rustc",
      [
        examples.appending(path: "rust/frames.rs").path(percentEncoded: false), "-O", "-L",
        folder.path(""), "-l", "pipeline", "-C", "link-arg=-Wl,-rpath,\(folder.path(""))", "-o",
        made,
      ])
    try #require(built.status == 0, "\(built.summary)")
    try check([made])
  }

  @Test(.long, .enabled(if: isThere("go"), "there is no go")) func inGo() throws {
    let made = folder.path("frames-go")
    let built = try Program.tool(
      "go",
      ["build", "-o", made, examples.appending(path: "go/frames.go").path(percentEncoded: false)],
      environment: [
        "PKG_CONFIG_PATH": folder.path(""), "GOCACHE": folder.path("cache"), "GOFLAGS": "-mod=mod",
        "CGO_LDFLAGS_ALLOW": ".*",
      ])
    try #require(built.status == 0, "\(built.summary)")
    try check([made])
  }

  @Test(
    .enabled(
      if: isThere("node") && FileManager.default.fileExists(atPath: "/usr/include/node/node_api.h"),
      "there is no node, or none of its headers"))
  func inNode() throws {
    let built = try Program.tool(
      "sh",
      [
        "-c",
        "cc -shared -fPIC -Wall -Wextra \"$0\" -I/usr/include/node -o \"$1\""
          + " $(pkg-config --cflags --libs pipeline)",
        examples.appending(path: "node/addon.c").path(percentEncoded: false),
        folder.path("addon.node"),
      ], environment: ["PKG_CONFIG_PATH": folder.path("")])
    try #require(built.status == 0, "\(built.summary)")
    try FileManager.default.copyItem(
      atPath: examples.appending(path: "node/frames.js").path(percentEncoded: false),
      toPath: folder.path("frames.js"))
    try check(["node", folder.path("frames.js")])
  }
}
