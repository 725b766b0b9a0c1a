import Foundation
import Testing

/// The commands beside `run`, as a person uses them.
@Suite struct CommandTests {
  @Test func initMakesADocumentThatRuns() throws {
    let folder = try Folder()
    let made = try Program.pipeline(["init", "demo"], in: folder.url)
    #expect(made.status == 0 && made.output == "demo/pipeline.json\n", "\(made.summary)")
    #expect(try folder.files(in: "demo/art") == ["detail.png", "list.png"])
    let run = try Program.pipeline(
      ["run", "demo/pipeline.json", "-o", "demo.gif", "--scale", "0.5"], in: folder.url)
    #expect(run.status == 0, "\(run.summary)")
    // What is there stays.
    #expect(try Program.pipeline(["init", "demo"], in: folder.url).status == 74)
  }

  @Test func transitionOfTwoPhotographs() throws {
    let folder = try Folder()
    let art = Program.root.appending(path: "Examples/art")
    let pictures = ["photo-fjord.png", "photo-dusk.png"].map {
      art.appending(path: $0).path(percentEncoded: false)
    }
    for arguments in [[], ["--size", "320x200", "--fit", "contain", "--duration", "0.2"]] {
      let result = try Program.pipeline(
        ["transition", "ripple-reveal"] + pictures + ["-o", "out.gif"] + arguments, in: folder.url)
      #expect(result.status == 0, "\(result.summary)")
      #expect(result.output.contains(arguments.isEmpty ? "900×600" : "320×200"))
    }
  }

  @Test func transitionSaysWhatIsWrong() throws {
    let folder = try Folder()
    for (arguments, status, words) in [
      (["transition", "riple-reveal", "-o", "x.gif"], 65, "did you mean \"ripple-reveal\"?"),
      (["transition", "ripple-reveal", "--param", "fitt=1", "-o", "x.gif"], 65, "\"fit\""),
      (["transition", "ripple-reveal", "a.png", "b.png", "-o", "x.gif"], 66, "b.png"),
      (["transition", "ripple-reveal", "a.png", "-o", "x.gif"], 64, "two pictures"),
      (["transition", "ripple-reveal"], 64, "-o OUT"),
      (["transition", "ripple-reveal", "--size", "0x5", "-o", "x.gif"], 64, "WxH"),
    ] as [([String], Int32, String)] {
      let result = try Program.pipeline(arguments, in: folder.url)
      #expect(result.status == status, "\(arguments): \(result.summary)")
      #expect(result.errors.contains(words), "\(arguments): \(result.summary)")
    }
    #expect(try folder.files().isEmpty)
  }

  @Test func printedJSONIsADocument() throws {
    let folder = try Folder()
    let printed = try Program.pipeline(["transition", "circle-reveal", "--print-json"])
    #expect(printed.status == 0)
    try folder.write(printed.output, to: "doc.json")
    #expect(try Program.pipeline(["validate", "doc.json"], in: folder.url).status == 0)
  }

  @Test func eventsTellTheStory() throws {
    let folder = try Folder()
    let result = try Program.pipeline(
      [
        "run", "Examples/interactive-cancel/pipeline.json", "-o", folder.path("f-%03d.png"),
        "--frames", "0-1", "--scale", "0.25", "--events", folder.path("events.jsonl"),
      ])
    #expect(result.status == 0, "\(result.summary)")
    let lines = String(decoding: try folder.data("events.jsonl"), as: UTF8.self)
      .split(separator: "\n")
    #expect(lines.first?.contains("\"event\":\"willBegin\"") == true)
    #expect(lines.last?.contains("\"event\":\"didEnd\",\"completed\":false") == true)
    #expect(lines.filter { $0.contains("cancelled") }.count == 1)
    for line in lines {
      #expect((try? JSONSerialization.jsonObject(with: Data(line.utf8))) != nil)
    }
  }

  @Test func schemaIsJSON() throws {
    let result = try Program.pipeline(["schema"])
    #expect(result.status == 0)
    let schema = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    #expect((schema as? [String: Any])?["$defs"] != nil)
    #expect(result.output.contains("ripple-reveal"))
  }

  @Test func progressAsJSONLines() throws {
    let folder = try Folder()
    let result = try Program.pipeline(
      [
        "run", "pipeline.json", "-o", folder.path("f-%d.png"), "--frames", "0-2", "--scale", "0.1",
        "--progress", "json",
      ])
    #expect(result.errors.contains("{\"frame\":3,\"frames\":3}"), "\(result.summary)")
  }

  @Test func rawFramesToStandardOutput() throws {
    let folder = try Folder()
    let program = Program.folder.appending(path: "pipeline").path(percentEncoded: false)
    let result = try Program.tool(
      "sh",
      [
        "-c",
        "'\(program)' run pipeline.json -o - --scale 0.1 --frames 0-1 > '\(folder.path("raw"))'",
      ])
    #expect(result.status == 0, "\(result.summary)")
    #expect(try folder.data("raw").count == 2 * 32 * 57 * 4)
  }

  @Test func versionAndHelp() throws {
    let version = try Program.pipeline(["--version"])
    #expect(version.output.contains("animator ABI 1.0"))
    let help = try Program.pipeline(["--help"])
    #expect(help.status == 0 && help.output.contains("transition"))
  }
}
