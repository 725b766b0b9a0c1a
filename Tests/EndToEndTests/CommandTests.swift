import Foundation
import Media
import Testing

/// Tests the commands other than `run`, as a user runs them.
@Suite struct CommandTests {
  @Test func initMakesADocumentThatRuns() throws {
    let folder = try Folder()
    let made = try Program.pipeline(["init", "demo"], in: folder.url)
    #expect(made.status == 0 && made.output == "demo/pipeline.json\n", "\(made.summary)")
    #expect(try folder.files(in: "demo/art") == ["detail.png", "list.png"])
    let checked = try Program.pipeline(["check", "demo/pipeline.json"], in: folder.url)
    #expect(checked.output == "demo/pipeline.json: 3 checks hold\n", "\(checked.summary)")
    let run = try Program.pipeline(
      ["run", "demo/pipeline.json", "-o", "demo.gif", "--scale", "0.5"], in: folder.url)
    #expect(run.status == 0, "\(run.summary)")
    // Existing files are not replaced.
    #expect(try Program.pipeline(["init", "demo"], in: folder.url).status == 73)
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
      (["transition", "ripple-reveal", "a.png", "b.png", "-o", "x.gif"], 66, "a.png"),
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

  /// A document of ten frames.
  private static let short = """
    { "version": 1, "canvas": { "size": [20, 10], "fps": 20 },
      "layers": [ { "id": "a", "contents": { "color": "#204080" } } ],
      "timeline": { "targets": "a", "duration": 0.5, "keyframes": [ { "opacity": 1 }, { "opacity": 0 } ] } }
    """

  @Test func wordsOfTheCallThatNewcomersMeet() throws {
    let folder = try Folder()
    try folder.write(Self.short, to: "d.json")
    func run(_ words: [String]) throws -> Program.Result {
      try Program.pipeline(["run", "d.json"] + words, in: folder.url)
    }
    let one = try run(["-o", "x.png"])
    #expect(one.status == 0 && one.errors.contains("x.png: one picture, frame 0 of 10"))
    #expect(try run(["-o", "a/%d.png", "--frames", "7-"]).status == 0)
    #expect(try folder.files(in: "a") == ["7.png", "8.png", "9.png"])
    for range in ["5-12", "10-"] {
      let past = try run(["-o", "b/%d.png", "--frames", range])
      #expect(past.status == 64 || past.status == 65, "\(past.summary)")
      #expect(
        past.errors.contains("frames \(range): the number of the last frame is 9"),
        "\(past.summary)")
    }
    let resumed = try run(["-o", "x.gif", "--resume"])
    #expect(resumed.status == 64 && resumed.errors.contains("no output is a PNG sequence"))
    #expect(try run(["-o", "c/%d.png", "-o", "x.gif", "--resume"]).status == 0)
    let quiet = try run(["-o", "q.gif", "-q"])
    #expect(quiet.output == "" && quiet.errors == "", "\(quiet.summary)")
    let transition = try Program.pipeline(
      ["transition", "cube", "-q", "--fps", "5", "--size", "40x40", "-o", "t.gif"], in: folder.url)
    #expect(transition.output == "" && transition.errors == "", "\(transition.summary)")
    let pop = try Program.pipeline(["transition", "cube", "--operation", "pop", "--print-json"])
    #expect(pop.output.contains("\"operation\": \"pop\""), "\(pop.summary)")
  }

  /// `validate` reports the same warnings as `frame`, and both fail with --strict.
  @Test func aFontThatIsNotThereIsFound() throws {
    let folder = try Folder()
    try folder.write(
      Self.short.replacing(
        "{ \"color\": \"#204080\" }", with: "{ \"text\": \"a\", \"font\": \"No Such Font\" }"),
      to: "d.json")
    for words in [["validate", "d.json"], ["frame", "d.json", "--at", "0", "-o", "x.png"]] {
      for (more, status) in [([], Int32(0)), (["--strict"], 65)] {
        let result = try Program.pipeline(words + more, in: folder.url)
        #expect(result.status == status, "\(result.summary)")
        #expect(result.errors.contains("No Such Font"), "\(result.summary)")
      }
    }
  }

  /// Both commands refuse a picture whose last rows are damaged, with the same message.
  @Test func aPictureThatIsDamagedIsFound() throws {
    let folder = try Folder()
    try folder.write(Self.short, to: "whole.json")
    let whole = try Program.pipeline(
      ["frame", "whole.json", "--at", "0", "-o", "a.png"], in: folder.url)
    #expect(whole.status == 0, "\(whole.summary)")
    let place = folder.url.appending(path: "a.png")
    var bytes = try Data(contentsOf: place)
    // The byte is before the checksum of the last rows, which the twelve bytes of IEND follow.
    bytes[bytes.count - 20] ^= 1
    try bytes.write(to: place)
    try folder.write(
      Self.short.replacing("{ \"color\": \"#204080\" }", with: "{ \"image\": \"a.png\" }"),
      to: "d.json")
    let words = try [["validate", "d.json"], ["frame", "d.json", "--at", "0", "-o", "x.png"]].map {
      let result = try Program.pipeline($0, in: folder.url)
      #expect(result.status == 65 && result.errors.contains("a.png"), "\(result.summary)")
      return result.errors
    }
    #expect(words[0] == words[1])
  }

  @Test func doctorTellsWhatTheMachineGives() throws {
    struct Diagnosis: Decodable {
      struct Helper: Decodable {
        var name: String
        var path: String?
      }
      struct Trial: Decodable {
        var name: String
        var problem: String?
      }
      var kernel: String
      var helpers: [Helper]
      var codecs: [Trial]
      var missing: [String]
    }
    let told = try Program.pipeline(["doctor", "--json"])
    #expect(told.status == 0, "\(told.summary)")
    let here = try JSONDecoder().decode(Diagnosis.self, from: Data(told.output.utf8))
    #expect(here.kernel.first?.isNumber == true && here.missing.isEmpty)
    #expect(here.helpers.count == 8 && here.helpers.allSatisfy { $0.path != nil })
    #expect(
      here.codecs.map(\.name) == ["png", "mp4", "webm", "mov", "webp", "gif", "apng"]
        && here.codecs.allSatisfy { $0.problem == nil })
    #expect(try Program.pipeline(["doctor"]).output.hasSuffix("\nnothing is missing\n"))

    // The program runs without its helpers, and with a missing library.
    let alone = try Folder()
    try alone.install(Program.folder.appending(path: "pipeline"), as: "pipeline")
    try alone.write("int main(void) { return 0; }", to: "main.c")
    let built = try Program.tool(
      "sh",
      [
        "-ec",
        """
        cd '\(alone.path(""))'
        cc -shared -Wl,-soname,libgone.so.1 -x c /dev/null -o libgone.so
        cc -Wl,--no-as-needed main.c ./libgone.so -o pipeline-png
        rm libgone.so
        """,
      ])
    try #require(built.status == 0, "\(built.summary)")
    let without = try Program.run(
      alone.url.appending(path: "pipeline"), ["doctor"], in: alone.url)
    #expect(without.status == 69, "\(without.summary)")
    for line in [
      "missing: pipeline-png needs libgone.so.1", "missing: pipeline-media is not installed",
    ] {
      #expect(without.output.contains(line + "\n"), "\(without.summary)")
    }
    #expect(
      without.output.contains("missing: bundled plugins are missing: cards, checkerboard, "),
      "\(without.summary)")
  }

  /// Every package that a message recommends exists in the system: the packages in the sources, and those of the
  /// helpers' libraries.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/apt-cache")))
  func advisedPackagesExist() throws {
    let sources = Program.root.appending(path: "Sources").path(percentEncoded: false)
    let said = try Program.tool(
      "grep", ["-rhoE", "apt(-get)? install( -y)? [a-z0-9][a-z0-9.+-]+", sources])
    let advised = Set(
      said.output.split(separator: "\n").map { String($0.split(separator: " ").last!) })
    #expect(advised.isSuperset(of: ["clang", "frei0r-plugins", "gdb"]), "\(said.summary)")
    let known = try Program.tool("apt-cache", ["pkgnames"])
    let names = Set(known.output.split(separator: "\n").map(String.init))
    // If the list lacks packages that are not installed, it was never fetched.
    if names.contains("supertux") {
      #expect(advised.union(["fonts-inter"]).subtracting(names).isEmpty)
    }

    let helpers = try FileManager.default.contentsOfDirectory(atPath: Program.folder.path())
      .filter { $0.hasPrefix("pipeline-") && !$0.contains(".") }
      .map { Program.folder.appending(path: $0).path(percentEncoded: false) }
    let listed = try Program.tool("ldd", helpers)
    var libraries: [String: String] = [:]
    for line in listed.output.split(separator: "\n") {
      let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
      guard words.count > 2, words[1] == "=>", words[2].hasPrefix("/lib/x86_64") else { continue }
      libraries[words[0]] = words[2]
    }
    #expect(libraries.count > 50, "\(listed.summary)")
    let owned = try Program.tool(
      "dpkg", ["-S"] + libraries.values.flatMap { [$0, "/usr\($0)"] })
    var owners: [String: String] = [:]
    for line in owned.output.split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":"), let space = line.lastIndex(of: " ") else {
        continue
      }
      let path = String(line[line.index(after: space)...])
      owners[path.replacing("/usr/lib", with: "/lib")] = String(line[..<colon])
    }
    for (library, path) in libraries {
      guard let owner = owners[path] else { continue }
      let package = HelperLibraries.package(of: library)
      #expect(package == owner || package.map { $0 + "t64" } == owner, "\(library)")
    }
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

  /// An invalid command line is reported in one line, with a suggestion.
  @Test func wordsThatAreWrongTakeOneLine() throws {
    let folder = try Folder()
    let calls: [(words: [String], told: [String])] = [
      (["frame", "a.json"], ["--at T (sets", "and --output OUT.png (sets", "are missing"]),
      (["run", "a.json", "--sacle", "2"], ["no option \"--sacle\"; did you mean \"--scale\"?"]),
      (["run", "--bogus"], ["no option \"--bogus\""]),
      (["run", "a", "b", "c"], ["too many words: \"b\", \"c\"", "<FILE.json>"]),
      (["validate", "a", "strict"], ["did you mean \"--strict\"?"]),
      (["run", "a", "-o"], ["-o OUT has no value"]),
      (["run", "a", "--scale", "-2"], ["--scale=-2"]),
      (["run", "a", "--scale", "x"], ["--scale: \"x\" is not a number; "]),
      (["preview", "--port", "x"], ["--port: \"x\" is not a port number (0 to 65535)"]),
      (["preview", "--port", "65536"], ["--port: \"65536\" is not a port number (0 to 65535)"]),
      (["run", "a", "--frames", "5-2"], ["--frames: \"5-2\" ends before it begins"]),
      (["run", "a", "--frames", "x-3"], ["--frames: \"x-3\" is not a range of whole numbers"]),
      (["run", "a", "--jobs", "2.5"], ["--jobs: \"2.5\" is not a whole number"]),
      (["run", "a", "--codec", "h267"], ["--codec: \"h267\" is not one of "]),
      (["plugin", "new", "x", "--language", "rst"], ["did you mean \"rust\"?", "c, cpp, rust"]),
      (["validate", "--strict=1", "a"], ["--strict takes no value"]),
      (["diff", "a", "b", "--tolerance", "999"], ["--tolerance takes 0 to 255"]),
      (["measure"], ["RECORDING (", "--output DIR (", "are missing"]),
    ]
    for (words, told) in calls {
      let made = try Program.pipeline(words, in: folder.url)
      #expect(made.status == 64, "\(words): \(made.summary)")
      #expect(made.errors.hasPrefix("error: ") && made.errors.split(separator: "\n").count == 1)
      for part in told { #expect(made.errors.contains(part), "\(words): \(made.errors)") }
    }
  }

  @Test func versionAndHelp() throws {
    let version = try Program.pipeline(["--version"])
    #expect(version.output.contains("animator ABI 1.3"))
    let help = try Program.pipeline(["--help"])
    #expect(help.status == 0 && help.output.contains("transition"))
  }
}
