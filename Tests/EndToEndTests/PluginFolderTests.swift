import Foundation
import Testing

/// Tests plugins as authors and users find them: a `.so` file in a folder.
@Suite struct PluginFolderTests {
  private func build(_ source: String, into folder: Folder, as name: String) throws {
    let result = try Program.tool(
      "cc",
      [
        "-shared", "-fPIC",
        "-I\(Program.root.appending(path: "Sources/CAnimator/include").path(percentEncoded: false))",
        Program.root.appending(path: "Tests/Fixtures/plugins/\(source)").path(
          percentEncoded: false), "-o",
        folder.path(name),
      ])
    try #require(result.status == 0, "\(result.summary)")
  }

  private static let document = """
    { "version": 1, "canvas": { "size": [64, 64], "scale": 1, "fps": 50 },
      "layers": [ { "id": "box", "frame": [16, 16, 32, 32], "backgroundColor": "#c00" } ],
      "timeline": { "animator": "acme.hop", "layers": { "subject": "box" },
                    "params": { "height": 12 }, "easing": "linear" } }
    """

  @Test func aThirdPluginIsUsed() throws {
    let source = Program.root.appending(path: "Tests/Fixtures/plugins/hop.c")
    let lines = try String(contentsOf: source, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 41)
    let folder = try Folder()
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "plugins"), withIntermediateDirectories: true)
    try build("hop.c", into: folder, as: "plugins/hop.so")
    try folder.write(Self.document, to: "doc.json")
    let seen = try Program.pipeline(
      ["inspect", "doc.json", "--at", "0.5", "--json", "--plugins", "plugins"], in: folder.url)
    #expect(seen.status == 0, "\(seen.summary)")
    let scene = try JSONDecoder().decode(Inspection.self, from: Data(seen.output.utf8))
    // Half way the height is at its maximum: 4 · ½ · (1 − ½) of 12 points.
    #expect(scene["box"]?.frame == [16, 4, 32, 32])
    let run = try Program.pipeline(
      ["run", "doc.json", "--plugins", "plugins", "-o", "hop.gif"], in: folder.url)
    #expect(run.status == 0, "\(run.summary)")
    #expect(try folder.files().contains("hop.gif"))
  }

  /// Files that are not plugins are refused one by one, and the other plugins work.
  @Test func brokenFilesChangeNothing() throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "plugins"), withIntermediateDirectories: true)
    try build("hop.c", into: folder, as: "plugins/hop.so")
    let whole = try folder.data("plugins/hop.so")
    try Data().write(to: folder.url.appending(path: "plugins/empty.so"))
    try Data("hello".utf8).write(to: folder.url.appending(path: "plugins/text.so"))
    var narrow = whole
    narrow[4] = 1
    try narrow.write(to: folder.url.appending(path: "plugins/narrow.so"))
    try whole.prefix(whole.count / 2).write(to: folder.url.appending(path: "plugins/half.so"))
    let result = try Program.pipeline(
      ["plugin", "list", "--plugins", "plugins"], in: folder.url)
    #expect(result.status == 0)
    #expect(result.output.contains("acme.hop"))
    for name in ["empty", "text", "narrow", "half"] {
      #expect(result.output.contains("plugins/\(name).so: "), "\(result.summary)")
    }
    try folder.write(Self.document, to: "doc.json")
    let run = try Program.pipeline(
      ["run", "doc.json", "--plugins", "plugins", "-o", "hop.gif"], in: folder.url)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.summary)")

    // If the refused plugin is needed by the document, its refusal is the result.
    try FileManager.default.removeItem(atPath: folder.path("plugins/hop.so"))
    try Data().write(to: folder.url.appending(path: "plugins/hop.so"))
    let missing = try Program.pipeline(
      ["run", "doc.json", "--plugins", "plugins", "-o", "hop.gif"], in: folder.url)
    #expect(missing.status == 65)
    #expect(missing.errors.contains("plugins/hop.so"), "\(missing.summary)")
  }
}
