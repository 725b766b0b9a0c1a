import Foundation
import Testing

/// Tests frames that differ from their records, which `verify` finds.
extension FarmTests {
  /// Every change of a frame or of its inputs is found, with the frame's number.
  @Test func changedFramesAreFound() throws {
    let folder = try folder()
    try render(2, in: folder) { "part-\($0).y4m" }
    try pipeline("verify out --like doc.json --again 3", in: folder)
    let kept = try folder.data("out/05.png")
    func found(
      _ words: String, status: Int32 = 65, _ options: String = "", like: String = "doc.json",
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      for command in ["verify out", "join out/%02d.png -o a.gif"] {
        let result = try pipeline(
          "\(command) --like \(like) \(options)", in: folder, status: status,
          sourceLocation: sourceLocation)
        #expect(
          result.errors.contains(words), "\(command): \(result.summary)",
          sourceLocation: sourceLocation)
      }
      #expect(!FileManager.default.fileExists(atPath: folder.path("a.gif")))
    }
    func put(_ data: Data?, sourceLocation: SourceLocation = #_sourceLocation) throws {
      try? FileManager.default.removeItem(atPath: folder.path("out/05.png"))
      try data?.write(to: folder.url.appending(path: "out/05.png"))
    }
    try put(nil)
    try found("frame 5: missing", status: 66)
    try put(kept.dropLast(9))
    try found("frame 5: damaged")
    var flipped = kept
    flipped[kept.count / 2] ^= 4
    try put(flipped)
    try found("frame 5: damaged")
    // Another frame is stored under this frame's name.
    try put(folder.data("out/06.png"))
    try found("frame 5: damaged")
    try put(kept)
    // The frames belong to another job if the settings or the document differ.
    try found("frames 0-23: made with no variable shade", "--set shade=#00ff00")
    try found("scale 1, not 2", "--scale 2")
    try folder.write(
      Self.document.replacing("\"duration\": 2", with: "\"duration\": 2, \"seam\": \"50%\""),
      to: "other.json")
    try found("frames 0-23: made with document", like: "other.json")
    // Another job made one of the frames.
    try pipeline(
      "run other.json --set shade=#00ff00 --frames 5-5 --resume -o out/%02d.png", in: folder)
    try found("frame 5: made with document")
    try put(kept)
    // A run without records made the frames.
    let record = folder.path("out/frames-0-11.jsonl")
    let lines = String(decoding: try folder.data("out/frames-0-11.jsonl"), as: UTF8.self)
    try lines.split(separator: "\n").filter { !$0.contains("\"05.png\"") }.joined(separator: "\n")
      .write(toFile: record, atomically: true, encoding: .utf8)
    try FileManager.default.removeItem(atPath: folder.path("out/frames-5-5.jsonl"))
    try found("frame 5: no record exists")
    try lines.write(toFile: record, atomically: true, encoding: .utf8)
    // The record belongs to a frame that is drawn differently.
    let hash = try Program.tool("sha256sum", [folder.path("out/06.png")]).output.prefix(64)
    let own = try Program.tool("sha256sum", [folder.path("out/05.png")]).output.prefix(64)
    try put(folder.data("out/06.png"))
    try lines.replacing(own, with: hash).write(toFile: record, atomically: true, encoding: .utf8)
    let again = try pipeline("verify out --like doc.json --again 24", in: folder, status: 65)
    #expect(again.errors.contains("frame 5: the frame was drawn again, "), "\(again.summary)")
  }

  /// A rebuilt plugin is a different plugin.
  @Test func anotherPluginIsFound() throws {
    let folder = try folder()
    let root = Program.root.path(percentEncoded: false)
    // Names without a path refer to the program's own plugins.
    let source = try String(
      contentsOfFile: "\(root)/Plugins/circle-reveal/circle_reveal.c", encoding: .utf8)
    let own = source.replacing(".id = \"circle-reveal\"", with: ".id = \"test.reveal\"")
    try #require(own != source)
    try folder.write(own, to: "reveal.c")
    try folder.write(
      Self.document.replacing("\"circle-reveal\"", with: "\"test.reveal\""), to: "doc.json")
    func build(_ option: String) throws {
      try FileManager.default.createDirectory(
        atPath: folder.path("plugins"), withIntermediateDirectories: true)
      let result = try Program.tool(
        "gcc",
        [
          option, "-shared", "-fPIC", "-I\(root)/Sources/CAnimator/include",
          folder.path("reveal.c"), "-lm", "-o", folder.path("plugins/reveal.so"),
        ])
      try #require(result.status == 0, "\(result.summary)")
    }
    try build("-O1")
    try pipeline("run doc.json --plugins plugins --resume -o out/%02d.png", in: folder)
    try pipeline("verify out --like doc.json --plugins plugins", in: folder)
    try build("-O2")
    for command in ["verify out", "join out/%02d.png -o a.gif"] {
      let result = try pipeline(
        "\(command) --like doc.json --plugins plugins", in: folder, status: 65)
      #expect(
        result.errors.contains("frames 0-23: made with") && result.errors.contains("test.reveal"),
        "\(result.summary)")
    }
  }

  /// Another version of a library that produces pixels makes another job.
  @Test func anotherLibraryIsFound() throws {
    let folder = try folder()
    let text = Self.document.replacing(
      "{ \"color\": \"#204080\" }", with: "{ \"image\": \"single/00.png\" }")
    try pipeline("run doc.json --frames 0 -o single/%02d.png", in: folder)
    try folder.write(text, to: "doc.json")
    try pipeline("run doc.json --resume -o out/%02d.png", in: folder)
    // The program and its helpers are in a separate folder, in which they also search for libraries.
    let program = folder.url.appending(path: "program")
    try FileManager.default.createDirectory(at: program, withIntermediateDirectories: true)
    for name in try FileManager.default.contentsOfDirectory(
      atPath: Program.folder.path(percentEncoded: false))
    where name.hasPrefix("pipeline") && !name.contains(".") || name.hasSuffix(".so") {
      let source = Program.folder.appending(path: name).resolvingSymlinksInPath()
      if (try? source.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true { continue }
      if name == "pipelinePackageTests.xctest" { continue }
      try folder.install(source, as: "program/\(name)")
    }
    let path = "/usr/lib/x86_64-linux-gnu/libpng16.so.16"
    var library = try Data(contentsOf: URL(filePath: path).resolvingSymlinksInPath())
    // The changed byte is the first byte of the library's build number, which follows the name of the note.
    let note = try #require(library.firstRange(of: Data([3, 0, 0, 0]) + Data("GNU\0".utf8)))
    library[note.upperBound] ^= 1
    try library.write(to: program.appending(path: "libpng16.so.16"))
    let words = ["verify", "out", "--like", "doc.json"]
    let result = try Program.run(program.appending(path: "pipeline"), words, in: folder.url)
    #expect(result.status == 65, "\(result.summary)")
    #expect(
      result.errors.contains("frames 0-23: made with library libpng16.so.16"), "\(result.summary)")
  }
}
