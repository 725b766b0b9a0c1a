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

  private func folder(_ what: String, _ flags: [String] = []) throws -> Folder {
    let folder = try Folder()
    let sources = Program.root.appending(path: "Tests/Fixtures/plugins")
    let include = Program.root.appending(path: "Sources/CAnimator/include").path()
    let built = try Program.tool(
      "cc",
      ["-shared", "-fPIC", "-O1", "-I\(include)"] + flags + [
        sources.appending(path: "faults.c").path(), "-o", folder.path("fault.so"),
      ])
    try #require(built.status == 0, "\(built.summary)")
    try folder.write(Self.document(what), to: "doc.json")
    return folder
  }

  @Test(arguments: [("crash", "signal 11"), ("exit", "status 0"), ("abort", "signal 6")])
  func endsWith76AndNamesEverything(what: String, how: String) throws {
    let folder = try folder(what)
    let run = try Program.pipeline(
      ["run", "doc.json", "--plugins", ".", "-o", "out/%02d.png"], in: folder.url)
    #expect(run.status == 76, "\(run.summary)")
    for word in ["frame 4", "step spoil", "test.fault", how, "fault.so"] {
      #expect(run.errors.contains(word), "\(run.summary)")
    }
    // Finished frames stay.
    #expect(try folder.files(in: "out") == ["00.png", "01.png", "02.png", "03.png"])
  }

  @Test func aHangIsCutOff() throws {
    let folder = try folder("loop")
    let run = try Program.pipeline(
      [
        "frame", "doc.json", "--at", "0.5", "-o", "a.png", "--plugins", ".", "--plugin-timeout",
        "0.2",
      ],
      in: folder.url)
    #expect(run.status == 76 && run.errors.contains("within 0.2 s"), "\(run.summary)")
  }

  @Test func aCrashWhileScannedIsNamed() throws {
    let folder = try folder("nothing", ["-DWHILE_LOADING=1"])
    let run = try Program.pipeline(
      ["validate", "doc.json", "--plugins", "."], in: folder.url)
    #expect(run.status == 76 && run.errors.contains("fault.so: while it was loaded it crashed"))
    let list = try Program.pipeline(["plugin", "list", "--plugins", "."], in: folder.url)
    #expect(list.status == 0 && list.output.contains("crashed with signal 11"), "\(list.summary)")
  }

  @Test func neverSaysSo() throws {
    let folder = try folder("nothing")
    let run = try Program.pipeline(
      ["inspect", "doc.json", "--plugins", ".", "--isolate", "never"], in: folder.url)
    #expect(run.status == 0 && run.errors.contains("--isolate never"), "\(run.summary)")
  }
}
