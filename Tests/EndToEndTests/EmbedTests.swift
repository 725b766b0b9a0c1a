import Foundation
import Testing

/// A separate program that imports the engine gets the frames of `pipeline run`. The program is built completely, which
/// takes minutes.
@Suite struct EmbedTests {
  @Test(.enabled(if: Effort.current > .test, "make long builds a package that imports the engine"))
  func itGivesTheFramesOfARun() throws {
    let (folder, home) = (try Folder(), try Folder())
    let example = Program.root.appending(path: "Documentation")
    let page = try String(
      contentsOf: example.appending(path: "embedding.md"), encoding: .utf8)
    let blocks = page.split(separator: "```swift\n").dropFirst()
    let manifest = String(try #require(blocks.first?.split(separator: "```").first))
    let root = Program.root.path(percentEncoded: false)
    try folder.write(
      manifest.replacing("/path/to/pipeline", with: root), to: "Package.swift")
    try folder.write(
      try String(contentsOf: example.appending(path: "Embed/main.swift"), encoding: .utf8),
      to: "Sources/embed/main.swift")
    let built = try Program.tool("swift", ["build"], in: folder.url)
    try #require(built.status == 0, "\(built.summary)")

    let document = Program.root.appending(path: "pipeline.json").path(percentEncoded: false)
    try FileManager.default.createDirectory(
      atPath: home.path("frames"), withIntermediateDirectories: true)
    let run = try Program.run(
      folder.url.appending(path: ".build/debug/embed"),
      [document, Program.folder.path(percentEncoded: false), "frames"], in: home.url,
      environment: ["HOME": home.path("")])
    try #require(run.status == 0, "\(run.summary)")

    struct Manifest: Decodable {
      struct Frame: Decodable { var frame: Int, sha256: String }
      struct Output: Decodable { var frames: [Frame] }
      var outputs: [Output]
    }
    let made = try Program.pipeline(
      ["run", document, "-o", home.path("a.y4m"), "--manifest", home.path("m.json"), "-q"])
    try #require(made.status == 0, "\(made.summary)")
    let frames = try JSONDecoder().decode(Manifest.self, from: home.data("m.json")).outputs[0]
      .frames
    let sums = try Program.tool(
      "sha256sum", frames.map { home.path("frames/\($0.frame).rgba") })
    #expect(
      sums.output.split(separator: "\n").map { $0.prefix(64) } == frames.map { $0.sha256[...] })
    #expect(frames.count > 10)
  }
}
