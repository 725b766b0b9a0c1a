import Foundation
import TestSupport
import Testing

/// Text in documents, plugins, files, folders and arguments is shown, and is never interpreted by a terminal.
@Suite struct ShownTextTests {
  /// A file name with characters of C0 and C1, characters that reverse text, and line ends.
  private static let evil = "\u{1B}[31m\u{7}\n\u{7F}\u{85}\u{9B}2J\u{202E}live\u{2066}\u{2028}"
  /// The same characters as JSON strings write them.
  private static let evilJSON =
    #"\u001b[31m\u0007\n"# + "\u{7F}\u{85}\u{9B}2J\u{202E}live\u{2066}\u{2028}"

  /// Expects that both streams contain valid UTF-8, and no control or invisible characters except line ends.
  private func expectHarmless(
    _ run: HostRun.Result, _ words: [String], at location: SourceLocation = #_sourceLocation
  ) {
    let errors = Data(run.errors.utf8)
    for (stream, bytes) in [("output", run.output), ("errors", errors)] {
      guard let text = String(validating: bytes, as: UTF8.self) else {
        Issue.record("\(stream) of \(words) is no UTF-8", sourceLocation: location)
        continue
      }
      let bad = text.unicodeScalars.filter { scalar in
        switch scalar.properties.generalCategory {
        case .control: scalar != "\n"
        case .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
      }
      #expect(
        bad.isEmpty, "\(stream) of \(words): \(text.debugDescription)", sourceLocation: location)
    }
  }

  private func run(
    _ words: [String], in folder: Folder, shows: String? = nil, asNobody: Bool = false,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let run = try HostRun(words, asNobody: asNobody).wait(at: location)
    expectHarmless(run, words, at: location)
    if let shows {
      #expect(
        (run.text + run.errors).contains(shows), "\(words): \(run.text)\(run.errors)",
        sourceLocation: location)
    }
  }

  /// Returns a folder with a plugin whose texts are hostile in each of its folders, and with a document that uses one
  /// of them.
  private func rig() throws -> Folder {
    let folder = try Folder()
    for (name, flags) in [
      ("quiet", []), ("fails", ["-DSAYS=1"]), ("mumbles", ["-DSAYS=2"]), ("dies", ["-DSAYS=3"]),
      ("refuses", ["-DREFUSES"]), ("half", ["-DHALF"]),
    ] {
      try FileManager.default.createDirectory(
        at: folder.url.appending(path: name), withIntermediateDirectories: true)
      try FaultRig.build("hostile_text.c", into: folder, as: "\(name)/hostile.so", flags)
    }
    try folder.write(
      """
      { "version": 1, "name": "\(Self.evilJSON)",
        "canvas": { "size": [16, 16], "scale": 1, "fps": 10 },
        "layers": [ { "id": "box", "frame": [4, 4, 8, 8], "backgroundColor": "#c08040" } ],
        "timeline": { "id": "spoil", "animator": "test.hostile", "layers": { "subject": "box" },
                      "easing": "linear", "duration": 1 } }
      """, to: "doc.json")
    return folder
  }

  @Test(arguments: Effort.spread([false, true], test: 1)) func whatAPluginSaysIsShown(
    asNobody: Bool
  ) throws {
    guard HostRun.mayRun(asNobody: asNobody) else { return }
    let folder = try rig()
    if asNobody {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o777], ofItemAtPath: folder.path(""))
    }
    func plugins(_ name: String) -> [String] { ["--plugins", folder.path(name)] }
    func run(_ words: [String], shows: String) throws {
      try self.run(words, in: folder, shows: shows, asNobody: asNobody)
    }
    let (words, json) = (#"\u{1b}[31m"#, #"\u001b[31m"#)
    try run(["plugin", "list"] + plugins("quiet"), shows: words)
    try run(["plugin", "list", "--json"] + plugins("quiet"), shows: json)
    for name in ["quiet", "half"] {
      let list = try HostRun(["plugin", "list", "--json"] + plugins(name)).wait()
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: list.output) }
      expectHarmless(list, [name])
    }
    try run(["plugin", "doc", "test.hostile"] + plugins("quiet"), shows: words)
    try run(["plugin", "doc", "test.twice"] + plugins("quiet"), shows: words)
    try run(["plugins"] + plugins("refuses"), shows: words)
    try run(["schema"] + plugins("quiet"), shows: json)
    try run(["transition", "--list"] + plugins("quiet"), shows: words)
    let document = folder.path("doc.json")
    try run(["inspect", document] + plugins("quiet"), shows: words)
    try run(["run", document, "-o", folder.path("a.gif")] + plugins("refuses"), shows: words)
    for name in ["fails", "mumbles", "dies"] {
      let more = plugins(name) + ["-o", folder.path("\(name).gif")]
      try run(["run", document] + more, shows: words)
      try run(["run", document, "--on-plugin-fault", "skip"] + more, shows: words)
      try run(
        ["frame", document, "--at", "0.5", "-o", folder.path("f.png")] + plugins(name),
        shows: words)
      try run(["inspect", document, "--at", "0.5"] + plugins(name), shows: words)
    }
    try run(["plugin", "test", folder.path("refuses/hostile.so")], shows: words)
    let checks = ["plugin", "test", "--only", "7,14,18,21-24", folder.path("fails/hostile.so")]
    try run(checks, shows: #"\u{9b}\u{202e}"#)
    try run(checks + ["--json"], shows: #"\u009b\u202e"#)
  }

  @Test func whatADocumentSaysIsShown() throws {
    let folder = try Folder()
    let evil = Self.evilJSON
    func document(_ members: String) -> String {
      #"{ "version": 1, "canvas": { "size": [16, 16], "fps": 10 }, "duration": 1, \#(members) }"#
    }
    for (i, text) in [
      document(#""\#(evil)": 1"#), document(#""layers": [ { "id": "\#(evil)" } ]"#),
      document(#""layers": [ { "id": "a", "contents": "\#(evil)" } ]"#),
      document(#""layers": [ { "id": "a", "contents": { "image": "\#(evil).png" } } ]"#),
      document(#""layers": [ { "id": "a", "opacity": "\#(evil)" } ]"#),
      document(#""layers": [], "timeline": { "animator": "\#(evil)" }"#),
      document(#""layers": [], "timeline": { "animator": "slide", "params": { "\#(evil)": 1 } }"#),
      document(#""layers": [], "timeline": { "id": "\#(evil)", "wait": 3, "duration": "1f" }"#),
      document(#""layers": [ { "id": "a", "opacity": { "call": "\#(evil)", "args": [] } } ]"#),
      document(#""layers": [ { "id": "a", "opacity": "${\#(evil)}" } ]"#),
      document(#""layers": [], "outputs": [ { "path": "\#(evil)" } ]"#),
      document(#""layers": [], "outputs": [ { "path": "\#(evil)/a.gif" } ]"#),
      document(#""layers": [], "checks": [ { "at": 0, "layer": "\#(evil)", "opacity": 1 } ]"#),
      document(#""layers": [], "checks": [ { "at": 0, "equals": "\#(evil).png" } ]"#),
      document(#""layers": [], "checks": [ { "at": "\#(evil)", "equals": "a.png" } ]"#),
      "{ \"version\": 1, \u{1B}[31m }", "{ \"a\u{9B}\": 1, \"a\u{9B}\": 2 }", "\u{202E}{",
    ].enumerated() {
      let name = "\(i).json"
      try folder.write(text, to: name)
      // All commands read the document in the same way; with a valid document they continue.
      let commands =
        text.contains("checks")
        ? [["check"], ["golden", "update"]]
        : text.contains("outputs") || i < 2 ? [["run"], ["inspect", "--json"]] : [["inspect"]]
      for words in commands + [["validate"]] { try run(words + [folder.path(name)], in: folder) }
    }
  }

  @Test func namesOfFilesAndWordsOfTheCallAreShown() throws {
    let folder = try rig()
    let evil = Self.evil
    let inner = "\(evil)folder"
    let text =
      #"{ "version": 1, "canvas": { "size": [16, 16], "fps": 10 }, "duration": 0.2, "layers": [] }"#
    try folder.write(text, to: "\(inner)/\(evil).json")
    try folder.write("no plugin", to: "\(inner)/\(evil).so")
    try folder.write("no picture", to: "\(inner)/\(evil).png")
    func path(_ end: String) -> String { folder.path("") + "\(inner)/\(evil)\(end)" }
    let shown = #"\u{1b}[31m\u{7}\u{a}\u{7f}\u{85}\u{9b}2J\u{202e}live\u{2066}\u{2028}"#
    let document = path(".json")
    let files = [
      ["validate", document], ["inspect", document, "--json", "--at", "0"], ["run", document],
      ["run", document, "-o", path(".gif")], ["run", document, "-o", path(".nothing")],
      ["run", document, "-o", path("%d.png"), "--manifest", "/nowhere/\(evil)"],
      ["frame", document, "--at", "0", "-o", path("0.png")], ["check", document],
      ["golden", "update", document], ["diff", path("0.png"), path(".gif")],
      ["diff", path(".png"), path(".png")], ["validate", path("missing")],
      ["plugin", "list", "--plugins", folder.path("") + inner],
      ["plugin", "list", "--plugins", folder.path("") + inner, "--json"],
      ["plugin", "test", path(".so")], ["plugin", "test", path("missing")],
      ["transition", "slide", path(".png"), path(".png"), "-o", folder.path("a.gif")],
      ["init", path("new")], ["init", path("new")], ["plugin", "new", evil, "--language", "c"],
      ["preview", path("missing")],
    ]
    for words in Effort.spread(files, test: 7) { try run(words, in: folder) }
    try run(["validate", document], in: folder, shows: shown)
    try run(["plugin", "list", "--plugins", folder.path("") + inner], in: folder, shows: shown)
    for (environment, seconds) in [(["TMPDIR": "/nowhere/\(evil)"], "9"), ([:], "1")] {
      let run = try HostRun(
        ["preview", document, "--port", "0"], environment: environment,
        through: ["/usr/bin/timeout", seconds]
      ).wait()
      expectHarmless(run, ["preview", "\(environment)"])
      #expect((run.text + run.errors).contains(#"\u{1b}[31m"#), "\(run.text)\(run.errors)")
    }
    // The arguments are reported by the program and by its parser.
    let calls = [
      [evil], ["--\(evil)"], ["run", "--\(evil)", document], ["run", document, evil],
      ["run", document, "--frames", evil], ["run", document, "--fps", evil],
      ["run", document, "--limit", "\(evil)=1"], ["run", document, "--limit", evil],
      ["run", document, "--set", evil], ["run", document, "--set", "\(evil)=\(evil)"],
      ["frame", document, "--at", evil, "-o", "a.png"], ["plugin", "doc", evil],
      ["plugin", "doc", "a.\(evil)"], ["transition", evil, "-o", "a.gif"],
      ["transition", "slide", "-o", "a.gif", "--param", "\(evil)=1"],
      ["transition", "slide", "-o", "a.gif", "--size", evil],
      ["plugin", "new", "a", "--language", evil], ["diff", "a", "b", "--ignore", evil],
    ]
    for words in Effort.spread(calls, test: 6) {
      try run(words, in: folder, shows: #"\u{1b}[31m"#)
    }
    for words in [
      ["--print-json", "--param", "direction=\(evil)"], ["-o", "a.gif", "--easing", evil],
    ] { try run(["transition", "slide"] + words, in: folder, shows: #"\u001b[31m"#) }
    try run(["--help"], in: folder, shows: "USAGE")
    try run(["help", evil], in: folder, shows: #"\u{1b}[31m"#)
  }

  /// The value of a variable appears wherever the document uses it.
  @Test func variablesAreShown() throws {
    let folder = try Folder()
    for (i, place) in [
      #""id": "${v}""#, #""id": "a", "contents": "${v}""#, #""id": "a", "opacity": "${v}""#,
      #""id": "a", "contents": { "image": "${v}" }"#,
      #""id": "a", "contents": { "color": "${v}" }"#,
    ].enumerated() {
      try folder.write(
        """
        { "version": 1, "canvas": { "size": [16, 16] }, "duration": 1,
          "vars": { "v": "x" }, "layers": [ { \(place) } ] }
        """, to: "\(i).json")
      for command in ["validate", "inspect", "run"] {
        try run([command, folder.path("\(i).json"), "--set", "v=\(Self.evil)"], in: folder)
      }
    }
  }
}
