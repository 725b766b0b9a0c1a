import Foundation
import TestSupport
import Testing

/// A command never replaces a file that it reads, or that its document names.
@Suite struct KeptInputTests {
  /// Returns a folder with a document that shows logo.png and steps/%02d.png, and with links to its files.
  private static func folder() throws -> Folder {
    let folder = try Folder()
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [8, 8], "fps": 10, "scale": 1 },
        "layers": [
          { "id": "a", "frame": [0, 0, 8, 8],
            "contents": { "image": ["logo.png", "spare.png"] } },
          { "id": "b", "frame": [0, 0, 4, 4], "contents": { "frames": "steps/%02d.png", "fps": 10 } } ],
        "timeline": { "targets": ["a"], "duration": 0.2, "keyframes": [{ "opacity": 0 }, { "opacity": 1 }] },
        "outputs": [ { "path": "OUT" } ],
        "checks": [ { "at": 0, "equals": "gold.png" }, { "equals": "gold/%02d.png" } ] }
      """.replacing("OUT", with: "out.gif"), to: "a.json")
    let blank = """
      { "version": 1, "canvas": { "size": [8, 8], "fps": 10, "scale": 1, "background": "#369" }, "layers": [],
        "duration": 0.2 }
      """
    try folder.write(blank, to: "blank.json")
    for output in ["logo.png", "steps/%02d.png"] {
      let made = try Program.pipeline(
        ["run", "blank.json", "-q", "-o", output], in: folder.url)
      try #require(made.status == 0, "\(made.summary)")
    }
    let files = FileManager.default
    try files.linkItem(atPath: folder.path("logo.png"), toPath: folder.path("hard.png"))
    try files.createSymbolicLink(atPath: folder.path("soft.png"), withDestinationPath: "logo.png")
    try files.createSymbolicLink(atPath: folder.path("here"), withDestinationPath: ".")
    try files.createDirectory(
      atPath: folder.path("kit/animator_data"), withIntermediateDirectories: true)
    try folder.write("no plugin", to: "kit/a.so")
    try folder.write("data", to: "kit/animator_data/table.png")
    try folder.write("name\nlogo\nhere\n", to: "rows.csv")
    try folder.write("name\nrows\n", to: "rows.png")
    return folder
  }

  static let commands = [
    "run a.json -o logo.png", "run a.json -o ./steps/../logo.png", "run a.json -o here/logo.png",
    "run a.json -o hard.png", "run a.json -o soft.png", "run a.json -o steps/%02d.png",
    "run a.json -o here/steps/%02d.png", "run a.json -o steps/01.png", "run a.json -o steps/77.png",
    "frame a.json --at 0 -o logo.png", "frame a.json --at 0 -o hard.png",
    "run a.json -o x.gif --manifest logo.png", "run a.json -o x.gif --manifest a.json",
    "run a.json -o x.gif --events logo.png", "run a.json -o x.gif --events here/a.json",
    "run a.json -o x.gif -o here/x.gif", "run a.json -o x.gif --events x.gif",
    "run a.json -o x/%02d.png -o x/01.png",
    "run a.json --data rows.csv -o {name}.png", "run a.json --data rows.png -o {name}.png",
    "run a.json --data rows.csv -o o/{name}.png --at 0 --sheet o/here.png",
    "validate a.json --junit a.json", "validate a.json --junit logo.png",
    "check a.json --junit gold.png", "check a.json --junit hard.png",
    "diff logo.png logo.png --junit hard.png",
    "transition cross-fade logo.png steps/00.png -o logo.png",
    "submit a.json --engine local --dry-run -o steps/%02d.png --bundle job",
    // The cases include files that only a check names, and files that are shown only if another file is missing.
    "frame a.json --at 0 -o gold.png", "run a.json -o here/gold.png", "run a.json -o gold/%02d.png",
    "frame a.json --at 0 -o gold/01.png", "run a.json -o x.gif --manifest gold.png",
    "run a.json -o x.gif --events gold/00.png", "run a.json -o x.gif --lock gold.png",
    "submit a.json --engine local --dry-run -o gold.png --bundle job",
    "frame a.json --at 0 -o spare.png", "run a.json -o spare.png",
    "run a.json -o x.gif --locked rows.csv --manifest rows.csv",
    "run a.json -o x.gif --plugins kit --manifest kit/a.so",
    "frame a.json --at 0 --plugins kit -o kit/animator_data/table.png",
    "run a.json --plugins ./kit -o here/kit/animator_data/new/%02d.png",
  ]

  @Test(arguments: Effort.spread(commands, test: 5)) func isRefused(_ command: String) throws {
    let folder = try Self.folder()
    let before = try Self.contents(of: folder)
    let ran = try Program.pipeline(
      command.split(separator: " ").map(String.init), in: folder.url)
    #expect(ran.status == 64, "\(command): \(ran.summary)")
    let after = try Self.contents(of: folder)
    for (name, data) in before { #expect(after[name] == data, "\(command) changed \(name)") }
  }

  @Test(
    arguments: Effort.spread(
      ["logo.png", "hard.png", "steps/%02d.png", "here/logo.png", "here/gold.png"], test: 2))
  func isRefusedWhereTheDocumentNamesIt(_ output: String) throws {
    let folder = try Self.folder()
    let text = String(decoding: try folder.data("a.json"), as: UTF8.self)
    try folder.write(text.replacing("out.gif", with: output), to: "a.json")
    let before = try Self.contents(of: folder)
    for command in ["run", "validate"] {
      let ran = try Program.pipeline([command, "a.json"], in: folder.url)
      #expect(ran.status == 65 && ran.errors.contains("/outputs/0/path"), "\(ran.summary)")
    }
    #expect(try Self.contents(of: folder) == before)
  }

  /// An unreadable document may refer to every file that its text names.
  @Test(
    arguments: Effort.spread(
      ["\"version\": 2", "\"version\": 1, \"colour\": 3", "\"version\": 1, "], test: 1))
  func isRefusedBesideABrokenDocument(_ start: String) throws {
    let folder = try Self.folder()
    let text = String(decoding: try folder.data("a.json"), as: UTF8.self)
    try folder.write(text.replacing("\"version\": 1", with: start), to: "a.json")
    try folder.write("kept", to: "gold.png")
    let before = try Self.contents(of: folder)
    for command in ["validate", "check"] {
      for output in ["gold.png", "hard.png", "a.json"] {
        let ran = try Program.pipeline([command, "a.json", "--junit", output], in: folder.url)
        #expect(ran.status == 64, "\(command) \(output): \(ran.summary)")
      }
    }
    #expect(try Self.contents(of: folder) == before)
    let ran = try Program.pipeline(["validate", "a.json", "--junit", "x.xml"], in: folder.url)
    #expect(ran.status == 65 && FileManager.default.fileExists(atPath: folder.path("x.xml")))
  }

  @Test func goldensAreNoInputs() throws {
    let folder = try Self.folder()
    for change in ["", "#"] {
      let ran = try Program.pipeline(["golden", "update", "a.json"], in: folder.url)
      #expect(ran.status == 0, "\(ran.summary)\(change)")
    }
    let made = try Self.contents(of: folder)
    let drawn = try Program.pipeline(
      ["frame", "a.json", "--at", "0.1", "-o", "gold/01.png"], in: folder.url)
    #expect(drawn.status == 64 && drawn.errors.contains("gold/%02d.png"), "\(drawn.summary)")
    #expect(try Self.contents(of: folder) == made)
    let text = String(decoding: try folder.data("a.json"), as: UTF8.self)
    try folder.write(text.replacing("gold.png", with: "logo.png"), to: "a.json")
    let before = try folder.data("logo.png")
    let ran = try Program.pipeline(["golden", "update", "a.json"], in: folder.url)
    #expect(ran.status == 65, "\(ran.summary)")
    #expect(try folder.data("logo.png") == before)
  }

  @Test func partsStayAndOutputsAreReplaced() throws {
    let folder = try Self.folder()
    for shard in ["1/2", "2/2"] {
      let name = "p\(shard.prefix(1)).mkv"
      let ran = try Program.pipeline(
        ["run", "a.json", "-q", "--shard", shard, "-o", name], in: folder.url)
      try #require(ran.status == 0, "\(ran.summary)")
    }
    let before = try Self.contents(of: folder)
    for output in ["p1.mkv", "here/p2.mkv"] {
      let ran = try Program.pipeline(
        ["join", "p1.mkv", "p2.mkv", "--like", "a.json", "-o", output], in: folder.url)
      #expect(ran.status == 64, "\(ran.summary)")
    }
    #expect(try Self.contents(of: folder) == before)
    for _ in 0..<2 {
      let ran = try Program.pipeline(
        ["join", "p1.mkv", "p2.mkv", "--like", "a.json", "-o", "whole.mkv"], in: folder.url)
      #expect(ran.status == 0, "\(ran.summary)")
    }
    for _ in 0..<2 {
      let ran = try Program.pipeline(
        ["run", "a.json", "--resume", "-o", "50% off/f-%03d.png"], in: folder.url)
      #expect(ran.status == 0, "\(ran.summary)")
    }
    #expect(FileManager.default.fileExists(atPath: folder.path("50% off/f-000.png")))
  }

  private static func contents(of folder: Folder) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for case let url as URL in FileManager.default.enumerator(
      at: folder.url, includingPropertiesForKeys: nil)!
    {
      let name = url.path(percentEncoded: false)
      if let data = try? Data(contentsOf: url) { contents[name] = data }
    }
    return contents
  }

  /// The file is also protected if the shell has opened it as the command's standard output.
  @Test(
    arguments: Effort.spread(
      [
        ("run a.json -q -o -", "1<>logo.png"), ("run a.json -q -o -.mp4", "1<>hard.png"),
        ("frame a.json --at 0 -o -", "1>>steps/01.png"), ("inspect a.json --json", "1>>a.json"),
        ("validate a.json --json", "1<>here/a.json"), ("inspect a.json", "1<>steps/01.png"),
        ("inspect a.json --json", "1>>logo.png"), ("plugin list --plugins kit", "1<>kit/a.so"),
      ], test: 3))
  func standardOutputIsNoInput(_ words: String, _ redirection: String) throws {
    let folder = try Self.folder()
    let names = ["a.json", "logo.png", "steps/01.png", "kit/a.so"]
    let before = try names.map { try folder.data($0) }
    let program = Program.folder.appending(path: "pipeline").path(percentEncoded: false)
    let ran = try Program.shell(["-c", "'\(program)' \(words) \(redirection)"], in: folder.url)
    #expect(ran.status == 64, "\(ran.summary)")
    #expect(try names.map { try folder.data($0) } == before)
  }

  /// Messages are not written if standard error is an input file.
  @Test func standardErrorIsNoInput() throws {
    let folder = try Self.folder()
    let before = try folder.data("logo.png")
    let program = Program.folder.appending(path: "pipeline").path(percentEncoded: false)
    let ran = try Program.shell(
      ["-c", "'\(program)' run a.json -o x.gif --progress json 2<>logo.png"],
      in: folder.url)
    #expect(ran.status == 0, "\(ran.summary)")
    #expect(try folder.data("logo.png") == before)
  }

  /// Tests an argument that is not a file name, and a file with the same name.
  @Test(
    arguments: Effort.spread(
      ["plugin list > list", "plugin list >> list", "help pan >> pan"], test: 1))
  func aCommandIsNoInput(_ words: String) throws {
    let folder = try Self.folder()
    for name in ["list", "pan"] { try folder.write("kept\n", to: name) }
    let program = Program.folder.appending(path: "pipeline").path(percentEncoded: false)
    let ran = try Program.shell(["-c", "'\(program)' \(words)"], in: folder.url)
    #expect(ran.status == 0, "\(ran.summary)")
  }
}
