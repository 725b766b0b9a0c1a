import Foundation
import TestSupport
import Testing

/// A plugin's answer in a worker may not cost the host more than a frame may.
@Suite struct PluginCostTests {
  private static let kinds = ["CUBICS", "BACKDROPS", "BLURS", "MASKS", "WIDE"]

  @Test(arguments: Effort.spread(kinds, test: 1))
  func aCostlyAnswerIsTheFaultOfItsPlugin(_ kind: String) throws {
    let folder = try Self.folder(with: kind)
    let ran = try Program.pipeline(
      ["frame", "a.json", "--at", "0.9", "-o", "o.png", "--plugins", "p"], in: folder.url)
    #expect(ran.status == 76, "\(ran.summary)")
    for part in ["at 0.9 s", "step spoil", "test.costly", "units of work", "costly.so"] {
      #expect(ran.errors.contains(part), "\(ran.summary)")
    }
  }

  /// The memory of a plugin counts towards the same limit as the pictures.
  @Test func aPluginsMemoryIsCounted() throws {
    let folder = try Self.folder(with: "MEMORY")
    let arguments = ["frame", "a.json", "--at", "0.9", "-o", "o.png", "--plugins", "p"]
    let ran = try Program.pipeline(
      arguments + ["--limit", "memory=200000000"], in: folder.url)
    #expect(ran.status == 65, "\(ran.summary)")
    for part in ["at 0.9 s", "step spoil", "the plugin costly.so", "--limit memory=N"] {
      #expect(ran.errors.contains(part), "\(ran.summary)")
    }
    let whole = try Program.pipeline(arguments, in: folder.url)
    #expect(whole.status == 0, "\(whole.summary)")
  }

  /// A still is drawn and stored once, however many pieces show the layer.
  @Test func piecesShareTheirStill() throws {
    let folder = try Self.folder(with: "SHARED")
    let ran = try MeasuredRun(
      ["frame", "a.json", "--at", "0.9", "-o", "o.png", "--plugins", "p"], in: folder)
    #expect(ran.status == 0, "\(ran.errors)")
    #expect(ran.byteCount < 300 << 20, "\(ran.byteCount >> 20) MiB")
  }

  private static func folder(with kind: String) throws -> Folder {
    let folder = try Folder()
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "p"), withIntermediateDirectories: true)
    let built = try Program.tool(
      "cc",
      [
        "-shared", "-fPIC", "-D\(kind)",
        "-I\(Program.root.appending(path: "Sources/CAnimator/include").path())",
        Program.root.appending(path: "Tests/Fixtures/plugins/costly.c").path(), "-o",
        folder.path("p/costly.so"),
      ])
    try #require(built.status == 0, "\(built.summary)")
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [640, 400], "scale": 2, "fps": 10 },
        "layers": [ { "id": "box", "frame": [0, 0, 640, 400], "backgroundColor": "#c08040" } ],
        "timeline": { "id": "spoil", "animator": "test.costly", "layers": { "subject": "box" },
          "duration": 1 } }
      """, to: "a.json")
    return folder
  }
}
