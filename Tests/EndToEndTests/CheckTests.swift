import Foundation
import TestSupport
import Testing

/// Tests `diff`, `check` and `golden update` as a user runs them.
@Suite struct CheckTests {
  private func document(
    _ checks: String, color: String = "#204080", start: Double = 0, duration: Double = 0.5,
    move: Double? = nil,
    more: String = ""
  ) -> String {
    """
    { "version": 1, "canvas": { "size": [40, 30], "fps": 20 },
      "screens": {
        "from": { "layers": [ { "id": "a", "contents": { "color": "\(color)" } } \(more) ] },
        "to": { "layers": [
          { "id": "b", "contents": { "color": "#80a020" }, "frame": [0, 0, 40, 30] } ] } },
      "transition": { "duration": \(duration), "timeline": { "parallel": [ {
        "targets": "to", "at": \(start), "easing": "linear", "duration": \(move ?? duration),
        "keyframes": [
          { "offset": 0, "translate": [40, 0] }, { "offset": 1, "translate": [0, 0] } ] } ] } },
      "checks": [ \(checks) ] }
    """
  }

  private func check(_ folder: Folder, _ name: String = "d.json") throws -> Program.Result {
    try Program.pipeline(["check", name], in: folder.url)
  }

  @Test func checksThatHold() throws {
    let folder = try Folder()
    try folder.write(
      document(
        """
        { "at": 0.25, "layer": "to", "frame": [20, 0, 40, 30], "opacity": 1, "hidden": false },
        { "at": "50%", "layer": "to", "translate": [20, 0], "tolerance": 0 },
        { "at": 0.2, "layer": "to", "frame": [23, 0, 40, 30], "tolerance": 1.5 },
        { "at": 0, "equals": "from" }, { "at": "end", "equals": "to" }
        """), to: "d.json")
    let result = try check(folder)
    #expect(result.status == 0, "\(result.summary)")
    #expect(result.output == "d.json: 5 checks hold\n")
  }

  @Test func everyFailureIsListed() throws {
    let folder = try Folder()
    try folder.write(
      document(
        """
        { "at": 0.25, "layer": "to", "frame": [21, 0, 40, 30], "opacity": 0.5 },
        { "at": 0.25, "equals": "to" }, { "at": 0, "equals": "from" },
        { "at": 0, "equals": "golden/start.png" }
        """), to: "d.json")
    let result = try check(folder)
    #expect(result.status == 1)
    for words in [
      "/checks/0/frame: at 0.25 s to: frame x is 20, not 21 (tolerance 0.001)",
      "/checks/0/opacity: at 0.25 s to: opacity is 1, not 0.5",
      "/checks/1: at 0.25 s the picture differs from the to screen alone in 600 pixels",
      "there is no golden picture golden/start.png",
      "4 failures in 4 checks",
    ] {
      #expect(result.output.contains(words), "\(words) in \(result.summary)")
    }
    #expect(try folder.files(in: "check-differences") == ["d-check-2.png"])
  }

  @Test func goldensAreWrittenOnPurposeOnly() throws {
    let folder = try Folder()
    let golden = "{ \"at\": 0.25, \"equals\": \"golden/mid.png\" }"
    try folder.write(document(golden), to: "d.json")
    #expect(try check(folder).status == 1)
    #expect(!FileManager.default.fileExists(atPath: folder.path("golden")))
    let update = try Program.pipeline(["golden", "update", "d.json"], in: folder.url)
    #expect(update.status == 0 && update.output == "golden/mid.png  written\n")
    #expect(try check(folder).status == 0)
    let before = try folder.data("golden/mid.png")
    try folder.write(document(golden, color: "#204081"), to: "d.json")
    let changed = try check(folder)
    #expect(changed.status == 1)
    #expect(changed.output.contains("differs from golden/mid.png in 600 pixels, at most 1"))
    #expect(try folder.data("golden/mid.png") == before)
    let again = try Program.pipeline(["golden", "update", "d.json"], in: folder.url)
    #expect(again.output == "golden/mid.png  replaced: 600 pixels changed, at most by 1\n")
    #expect(try check(folder).status == 0)
  }

  /// A golden picture within its check's tolerance is not changed, and neither is one that is not named.
  @Test func aGoldenThatHoldsStays() throws {
    let folder = try Folder()
    let goldens = """
      { "at": 0.25, "equals": "golden/near.png", "tolerance": 2 },
      { "at": 0.3, "equals": "golden/one.png" }, { "at": 0.35, "equals": "golden/two.png" }
      """
    try folder.write(document(goldens), to: "d.json")
    try Program.pipeline(["golden", "update", "d.json"], in: folder.url)
    try folder.write(document(goldens, color: "#204081"), to: "d.json")
    let one = try Program.pipeline(
      ["golden", "update", "d.json", "--only", "one.png"], in: folder.url)
    #expect(one.output.hasPrefix("golden/one.png  replaced: "), "\(one.summary)")
    #expect(one.output.split(separator: "\n").count == 1)
    let rest = try Program.pipeline(["golden", "update", "d.json"], in: folder.url)
    #expect(rest.output.hasPrefix("golden/near.png  unchanged\ngolden/one.png  unchanged\n"))
    #expect(rest.output.contains("golden/two.png  replaced: "), "\(rest.summary)")
    #expect(try check(folder).status == 0)
  }

  /// Documents with the same name in several folders, one of which is broken, get one report of each kind for all of them.
  @Test func severalDocuments() throws {
    let folder = try Folder()
    let golden = "{ \"at\": 0.25, \"equals\": \"mid.png\" }"
    for name in ["a", "b"] { try folder.write(document(golden), to: "\(name)/d.json") }
    try folder.write("{ \"version\": 1, \"canvas\": 3 }", to: "c,1/d.json")
    let both = ["a/d.json", "b/d.json"]
    let update = try Program.pipeline(["golden", "update"] + both, in: folder.url)
    #expect(
      update.output == "a/d.json: mid.png  written\nb/d.json: mid.png  written\n",
      "\(update.summary)")
    let held = try Program.pipeline(["check"] + both, in: folder.url)
    #expect(held.status == 0 && held.output == "a/d.json: 1 check holds\nb/d.json: 1 check holds\n")
    for (name, color) in [("a", "#204081"), ("b", "#204082")] {
      try folder.write(document(golden, color: color), to: "\(name)/d.json")
    }
    try folder.write("old", to: "check-differences/a-d-check-7.png")
    let failed = try Program.pipeline(
      ["check", "c,1/d.json"] + both + ["--junit", "all.xml", "--format", "github"], in: folder.url)
    #expect(failed.status == 65, "\(failed.summary)")
    #expect(
      try folder.files(in: "check-differences") == ["a-d-check-1.png", "b-d-check-1.png"])
    let lines = failed.output.split(separator: "\n")
    #expect(lines.count == 3, "\(failed.summary)")
    #expect(lines[0].hasPrefix("::error file=c%2C1/d.json,line=1,col=27,title="), "\(lines[0])")
    #expect(lines[1].hasPrefix("::error file=a/d.json,line=10,col=15,title=at 0.25 s%3A mid.png::"))
    let junit = String(decoding: try folder.data("all.xml"), as: UTF8.self)
    #expect(junit.components(separatedBy: "<testsuite ").count == 4, "\(junit)")
    #expect(junit.contains("<testsuites name=\"pipeline\" tests=\"3\" failures=\"3\""), "\(junit)")
    let page = try Program.pipeline(["check"] + both + ["--html", "page"], in: folder.url)
    #expect(page.status == 1)
    let html = String(decoding: try folder.data("page/index.html"), as: UTF8.self)
    for name in ["a-d-made-1.png", "b-d-made-1.png"] {
      #expect(html.contains("pictures/\(name)"), "\(html)")
    }
    let valid = try Program.pipeline(
      ["validate", "c,1/d.json"] + both + ["--format", "gitlab"], in: folder.url)
    #expect(valid.status == 65, "\(valid.summary)")
    let issues = try #require(
      try JSONSerialization.jsonObject(with: Data(valid.output.utf8)) as? [[String: Any]])
    #expect(issues.first?["severity"] as? String == "major", "\(valid.summary)")
    #expect((issues.first?["location"] as? [String: Any])?["path"] as? String == "c,1/d.json")
    #expect(Set(issues.compactMap { $0["fingerprint"] as? String }).count == issues.count)
    // After a check that passes, no picture of an earlier failure remains.
    try Program.pipeline(["golden", "update"] + both, in: folder.url)
    #expect(try Program.pipeline(["check"] + both, in: folder.url).status == 0)
    #expect(try folder.files(in: "check-differences").isEmpty)
  }

  /// A golden folder contains every frame.
  @Test func aGoldenFolderHoldsEveryFrame() throws {
    let folder = try Folder()
    let golden = "{ \"equals\": \"golden/%02d.png\" }"
    try folder.write(document(golden), to: "d.json")
    #expect(try check(folder).output.contains("10 failures in 10 checks"))
    let update = try Program.pipeline(["golden", "update", "d.json"], in: folder.url)
    #expect(update.status == 0, "\(update.summary)")
    #expect(try folder.files(in: "golden") == (0...9).map { "0\($0).png" })
    #expect(try check(folder).output == "d.json: 10 checks hold\n")
    try Program.pipeline(["run", "d.json", "-o", "run/%02d.png"], in: folder.url)
    #expect(try Program.pipeline(["diff", "golden", "run"], in: folder.url).status == 0)

    try folder.write(document(golden, duration: 0.45), to: "d.json")
    let shorter = try check(folder)
    #expect(shorter.status == 1, "\(shorter.summary)")
    #expect(
      shorter.output.contains("but the golden picture golden/09.png exists"),
      "\(shorter.summary)")
    try folder.write(document("{ \"at\": 0, \"equals\": \"golden/%02d.png\" }"), to: "d.json")
    #expect(try check(folder).errors.contains("so \"at\" is not allowed"))
    try folder.write(document("{ \"equals\": \"golden/00.png\" }"), to: "d.json")
    #expect(try check(folder).errors.contains("a check needs \"at\""))
  }

  /// However many of its frames have changed, a golden folder is reported in one line with its worst frame.
  @Test func aGoldenFolderThatChangedIsOneLine() throws {
    let folder = try Folder()
    let golden = "{ \"equals\": \"golden/%02d.png\" }"
    try folder.write(document(golden, duration: 1.8), to: "d.json")
    let missing = try check(folder)
    #expect(missing.output.contains("there is no golden picture of 36 of 36 frames"))
    try Program.pipeline(["golden", "update", "d.json"], in: folder.url)
    try folder.write(document(golden, color: "#204081", duration: 1.8), to: "d.json")
    let changed = try check(folder)
    #expect(changed.status == 1)
    let lines = changed.output.split(separator: "\n")
    #expect(lines.count == 2, "\(changed.summary)")
    #expect(
      lines[0].hasSuffix(
        "golden/%02d.png: 36 of 36 frames differ; the worst is frame 0 at 0 s: 1200 pixels, at most 1:"
          + " check-differences/d-check-1-0.png"), "\(changed.summary)")
    #expect(lines[1] == "d.json: 36 failures in 36 checks")
    #expect(try folder.files(in: "check-differences").count == 36)
  }

  // MARK: Reports

  /// Returns the numbers of tests, failures and skipped tests that an independent reader of JUnit files finds.
  private func counts(_ folder: Folder, _ name: String) throws -> [Int] {
    let script = """
      import sys
      from junitparser import JUnitXml
      x = JUnitXml.fromfile(sys.argv[1])
      cases = [case for suite in x for case in suite]
      assert len(cases) == x.tests
      assert sum(len(case.result) for case in cases) == x.failures + x.skipped
      print(x.tests, x.failures, x.skipped)
      """
    let read = try Program.run(
      URL(filePath: "/usr/bin/python3"), ["-c", script, folder.path(name)], in: folder.url)
    try #require(read.status == 0, "\(read.summary)")
    return read.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
  }

  @Test func reportsAreReadByOthers() throws {
    let folder = try Folder()
    try folder.write(
      document(
        """
        { "at": 0.25, "layer": "to", "frame": [21, 0, 40, 30] },
        { "at": 0.25, "equals": "to" }, { "at": 0, "equals": "from" }
        """), to: "d & <d>.json")
    let words = ["check", "d & <d>.json"]
    let reported = try Program.pipeline(
      words + ["--json", "--junit", "check.xml", "--html", "page"], in: folder.url)
    #expect(reported.status == 1, "\(reported.summary)")
    #expect(try counts(folder, "check.xml") == [3, 2, 0])
    struct Report: Decodable {
      struct Check: Decodable {
        struct Finding: Decodable {
          var line: Int
          var pointer: String
          var pixels: Int?
          var picture: String?
        }
        var at: Double
        var holds: Bool
        var findings: [Finding]
      }
      var failed: Int
      var checks: [Check]
    }
    let report = try JSONDecoder().decode(Report.self, from: Data(reported.output.utf8))
    #expect(report.failed == 2 && report.checks.map(\.holds) == [false, false, true])
    #expect(report.checks[0].findings.map(\.pointer) == ["/checks/0/frame"])
    #expect(report.checks[1].findings.map(\.pixels) == [600])
    #expect(report.checks[1].findings.map(\.picture) == ["page/pictures/check-2.png"])
    #expect(
      try folder.files(in: "page/pictures") == ["check-2.png", "expected-2.png", "made-2.png"])
    let page = String(decoding: try folder.data("page/index.html"), as: UTF8.self)
    for name in try folder.files(in: "page/pictures") {
      #expect(page.contains("src=\"pictures/\(name)\""))
    }
    #expect(page.contains("d &amp; &lt;d&gt;.json") && !page.contains("http"))

    // A page is also written if all checks pass.
    try folder.write(document("{ \"at\": 0, \"equals\": \"from\" }"), to: "d.json")
    let held = try Program.pipeline(["check", "d.json", "--html", "held", "-q"], in: folder.url)
    #expect(held.status == 0 && held.output == "", "\(held.summary)")
    #expect(try folder.files(in: "held") == ["index.html"])

    let valid = try Program.pipeline(
      ["validate", "d.json", "--json", "--junit", "valid.xml"], in: folder.url)
    #expect(valid.output == "{\"file\":\"d.json\",\"fine\":true,\"problems\":[],\"warnings\":[]}\n")
    #expect(try counts(folder, "valid.xml") == [1, 0, 0])
    try folder.write("{ \"version\": 1, \"canvas\": { \"sise\": 1 }, \"x\": 0 }", to: "bad.json")
    let bad = try Program.pipeline(
      ["validate", "bad.json", "--json", "--junit", "bad.xml"], in: folder.url)
    let problems = bad.errors.split(separator: "\n").count
    #expect(bad.status == 65 && problems > 1 && bad.output.contains("\"fine\":false"))
    #expect(try counts(folder, "bad.xml") == [problems, problems, 0])

    let diff = try Program.pipeline(
      [
        "diff", "page/pictures/expected-2.png", "page/pictures/made-2.png", "--junit", "diff.xml",
        "-q",
      ], in: folder.url)
    #expect(diff.status == 1, "\(diff.summary)")
    #expect(try counts(folder, "diff.xml") == [1, 1, 0])
    let plugin = Program.folder.appending(path: "libcube.so").path(percentEncoded: false)
    let tried = try Program.pipeline(
      ["plugin", "test", plugin, "--only", "1-3", "--junit", "plugin.xml"], in: folder.url)
    #expect(tried.status == 0, "\(tried.summary)")
    #expect(try counts(folder, "plugin.xml") == [3, 0, 0])
  }

  @Test func whatCannotBeCheckedIsAFault() throws {
    let folder = try Folder()
    for (checks, words) in [
      ("{ \"at\": 0, \"layer\": \"tu\", \"opacity\": 1 }", "did you mean \"to\"?"),
      ("{ \"at\": 9, \"layer\": \"to\", \"opacity\": 1 }", "after the end"),
      ("{ \"at\": 0, \"equals\": \"../x.png\" }", "leaves the document's folder"),
      ("", "no \"checks\""),
    ] {
      try folder.write(document(checks), to: "d.json")
      let result = try check(folder)
      #expect(result.status == (words.hasPrefix("leaves") ? 77 : 65), "\(result.summary)")
      #expect(result.errors.contains(words), "\(result.summary)")
    }
  }

  // MARK: diff

  @Test func diffSaysHowAndDrawsIt() throws {
    let folder = try Folder()
    try folder.write(document("{ \"at\": 0, \"equals\": \"from\" }"), to: "d.json")
    func render(_ arguments: [String]) throws {
      let result = try Program.pipeline(["run", "d.json"] + arguments, in: folder.url)
      try #require(result.status == 0, "\(result.summary)")
    }
    try render(["-o", "a/%02d.png", "-o", "a.gif", "-o", "a.mp4"])
    try render(["-o", "late/%02d.png", "--frames", "1-9"])
    let same = try Program.pipeline(["diff", "a", "a"], in: folder.url)
    #expect(same.status == 0 && same.output == "the same 10 frames\n", "\(same.summary)")
    let frames = try Program.pipeline(["diff", "a", "late", "--json"], in: folder.url)
    #expect(frames.status == 1 && frames.output.contains("\"kind\":\"missingFrames\""))
    let kinds = try Program.pipeline(
      ["diff", "a.gif", "a.mp4", "--tolerance", "255"], in: folder.url)
    #expect(kinds.status == 0, "\(kinds.summary)")
    let other = try Program.pipeline(
      ["diff", "a/00.png", "a/05.png", "-o", "x/d.png"], in: folder.url)
    #expect(other.status == 1 && other.output.contains("00.png against 05.png"))
    #expect(other.output.contains("the difference is in x/d.png"))
    #expect(try folder.files(in: "x") == ["d.png"])
  }

  /// Without -o, `diff` writes its picture to the folder for temporary files and prints the path; the current folder
  /// does not change.
  @Test func diffLeavesNothingUnasked() throws {
    let folder = try Folder()
    try folder.write(document("{ \"at\": 0, \"equals\": \"from\" }"), to: "d.json")
    for (time, name) in [("0", "a.png"), ("end", "b.png")] {
      try Program.pipeline(["frame", "d.json", "--at", time, "-o", name], in: folder.url)
    }
    let temporary = try Folder()
    func diff(_ arguments: [String]) throws -> Program.Result {
      try Program.pipeline(
        ["diff"] + arguments, in: folder.url, environment: ["TMPDIR": temporary.path("")])
    }
    let before = try folder.files()
    #expect(try diff(["a.png", "a.png"]).status == 0)
    #expect(try diff(["a.png", "b.png", "-q"]).status == 1)
    #expect(try temporary.files().isEmpty)
    let told = try diff(["a.png", "b.png"])
    let picture = try #require(try temporary.files().first)
    #expect(told.status == 1 && told.output.contains("/\(picture)\n"), "\(told.summary)")
    #expect(try diff(["a.png", "b.png", "--json"]).output.contains("pipeline-difference-"))
    #expect(try temporary.files().count == 2)
    #expect(try folder.files() == before)
  }

  /// `diff` reports each kind of change by its name.
  @Test func diffNamesTheChange() throws {
    let folder = try Folder()
    func render(_ name: String, _ text: String) throws {
      try folder.write(text, to: "\(name).json")
      let result = try Program.pipeline(
        ["run", "\(name).json", "-o", "\(name)/%02d.png"], in: folder.url)
      try #require(result.status == 0, "\(result.summary)")
    }
    func difference(_ a: String, _ b: String) throws -> Program.Result {
      let result = try Program.pipeline(
        ["diff", a, b, "--json", "-o", "\(b)-difference.png"], in: folder.url)
      #expect(result.status == 1, "\(result.summary)")
      #expect(FileManager.default.fileExists(atPath: folder.path("\(b)-difference.png")))
      return result
    }
    try render("plain", document(""))

    try render("dot", document(""))
    let dot = ", { \"frame\": [3, 4, 1, 1], \"backgroundColor\": \"#214080\" }"
    try folder.write(document("", more: dot), to: "dotted.json")
    try Program.pipeline(
      ["frame", "dotted.json", "--at", "0.25", "-o", "dot/05.png"], in: folder.url)
    let pixel = try difference("plain", "dot")
    for words in ["\"kind\":\"onePixel\"", "(3, 4) of 05.png, by 1", "\"05.png\""] {
      #expect(pixel.output.contains(words), "\(words) in \(pixel.summary)")
    }

    try render("early", document("", move: 0.4))
    try render("late", document("", start: 0.05, move: 0.4))
    let shift = try difference("early", "late")
    #expect(
      shift.output.contains("\"kind\":\"shift\"") && shift.output.contains("1 frame later"),
      "\(shift.summary)")

    try render("slow", document("", duration: 0.7))
    let duration = try difference("plain", "slow")
    #expect(
      duration.output.contains("\"kind\":\"duration\"")
        && duration.output.contains("A has 10 frames, B has 14"), "\(duration.summary)")
  }

  @Test func aFrameHasTheBytesOfARun() throws {
    let folder = try Folder()
    try folder.write(document(""), to: "d.json")
    for arguments in [
      ["run", "d.json", "-o", "d/%02d.png"], ["frame", "d.json", "--at", "0.25", "-o", "x.png"],
    ] {
      let result = try Program.pipeline(arguments, in: folder.url)
      try #require(result.status == 0, "\(result.summary)")
    }
    let (frame, whole) = try (
      Data(contentsOf: URL(filePath: folder.path("x.png"))),
      Data(contentsOf: URL(filePath: folder.path("d/05.png")))
    )
    #expect(frame == whole)
  }

  static let faults: [([String], Int32)] = [
    (["a.png", "none.png"], 66), (["a.png", "text.png"], 65), (["a.png", "empty"], 65),
    (["a.png", "a.png", "--tolerance", "300"], 64), (["a.png", "a.png", "--ignore", "1,2"], 64),
    (["a.png", "b.png", "-o", "a.png"], 64), (["a.png", "b.png", "-o", "/dev/full/x.png"], 74),
  ]

  @Test(arguments: Effort.spread(faults, test: 3))
  func diffHasItsExitStatuses(_ arguments: [String], _ status: Int32) throws {
    let folder = try Folder()
    try folder.write(document("{ \"at\": 0, \"equals\": \"from\" }"), to: "d.json")
    for (time, name) in [("0", "a.png"), ("end", "b.png")] {
      try Program.pipeline(["frame", "d.json", "--at", time, "-o", name], in: folder.url)
    }
    try folder.write("no picture", to: "text.png")
    try folder.write("", to: "empty/nothing.txt")
    let result = try Program.pipeline(["diff"] + arguments, in: folder.url)
    #expect(result.status == status, "\(result.summary)")
  }
}
