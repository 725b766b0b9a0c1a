import Foundation
import Testing

/// A plugin that misbehaves in a document, as a user sees it.
@Suite struct PluginFaultTests {
  private static func document(_ what: String) -> String {
    """
    { "version": 1, "canvas": { "size": [16, 16], "scale": 1, "fps": 10 },
      "layers": [ { "id": "box", "frame": [4, 4, 8, 8], "backgroundColor": "#c00" } ],
      "timeline": { "id": "spoil", "animator": "test.fault", "layers": { "subject": "box" },
                    "params": { "what": "\(what)" }, "easing": "linear" } }
    """
  }

  private func folder(
    _ what: String, _ flags: [String] = [], source: String = "faults.c"
  ) throws -> Folder {
    let folder = try Folder()
    let sources = Program.root.appending(path: "Tests/Fixtures/plugins")
    let include = Program.root.appending(path: "Sources/CAnimator/include").path()
    let built = try Program.tool(
      source.hasSuffix(".cpp") ? "c++" : "cc",
      ["-shared", "-fPIC", "-O1", "-I\(include)"] + flags + [
        sources.appending(path: source).path(), "-o", folder.path("fault.so"),
      ])
    try #require(built.status == 0, "\(built.summary)")
    try folder.write(Self.document(what), to: "doc.json")
    return folder
  }

  @Test(arguments: [
    ("crash", "signal 11"), ("exit", "status 0"), ("abort", "signal 6"), ("loop", "within 0.5 s"),
    ("throw", "out of luck"),
  ])
  func endsWith76AndNamesEverything(what: String, how: String) throws {
    let folder = try folder(what, source: what == "throw" ? "throws.cpp" : "faults.c")
    let run = try Program.pipeline(
      [
        "run", "doc.json", "--plugins", ".", "-o", "out/%02d.png", "--plugin-timeout",
        what == "loop" ? "0.5" : "10",
      ], in: folder.url)
    #expect(run.status == 76, "\(run.summary)")
    for word in ["frame 4", "step spoil", "test.fault", how, "fault.so"] {
      #expect(run.errors.contains(word), "\(run.summary)")
    }
    // Finished frames stay.
    #expect(try folder.files(in: "out") == ["00.png", "01.png", "02.png", "03.png"])
  }

  /// Whatever it does while it is scanned; another plugin in the folder goes on.
  @Test(arguments: [
    ("1", "crashed with signal 11"), ("3", "ended its process with status 0"),
    ("5", "did not answer within 5 s"), ("throw", "out of luck"),
  ])
  func aFaultWhileScannedIsNamed(what: String, how: String) throws {
    let folder =
      what == "throw"
      ? try folder("throw", ["-DWHILE_LOADING"], source: "throws.cpp")
      : try folder("nothing", ["-DWHILE_LOADING=\(what)"])
    let run = try Program.pipeline(["validate", "doc.json", "--plugins", "."], in: folder.url)
    #expect(
      run.status == 76 && run.errors.contains("fault.so: while it was loaded it")
        && run.errors.contains(how), "\(run.summary)")
    let sources = Program.root.appending(path: "Tests/Fixtures/plugins")
    let built = try Program.tool(
      "cc",
      [
        "-shared", "-fPIC", "-I\(Program.root.appending(path: "Sources/CAnimator/include").path())",
        sources.appending(path: "spin.c").path(), "-o", folder.path("spin.so"),
      ])
    try #require(built.status == 0, "\(built.summary)")
    let list = try Program.pipeline(["plugin", "list", "--plugins", "."], in: folder.url)
    #expect(
      list.status == 0 && list.output.contains(how) && list.output.contains("test.spin"),
      "\(list.summary)")
  }

  @Test func neverSaysSo() throws {
    let folder = try folder("nothing")
    let run = try Program.pipeline(
      ["inspect", "doc.json", "--plugins", ".", "--isolate", "never"], in: folder.url)
    #expect(run.status == 0 && run.errors.contains("--isolate never"), "\(run.summary)")
  }
}
