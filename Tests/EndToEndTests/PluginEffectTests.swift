import Foundation
import Testing

/// Tests a plugin in C for version 1.1 that blurs, blends and draws glass, together with a plugin that was built with
/// the header of 1.0.
@Suite struct PluginEffectTests {
  private func build(_ source: String, header: String, into folder: Folder) throws {
    let result = try Program.tool(
      "cc",
      [
        "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC",
        "-I\(Program.root.appending(path: header).path())",
        Program.root.appending(path: "Tests/Fixtures/plugins/\(source).c").path(), "-o",
        folder.path("plugins/\(source).so"),
      ])
    try #require(result.status == 0, "\(result.summary)")
  }

  /// Returns a document with four layers over stripes; the plugins change them, or equal keyframes at the time 0.5 do.
  private func document(_ values: [String], timeline: String) -> String {
    let names = ["blurred", "blended", "glass", "hopping"]
    let layers = names.enumerated().map { i, name in
      let contents = name == "glass" ? "" : ", \"backgroundColor\": \"#c62\""
      return """
        { "id": "\(name)", "frame": [\(6 + 30 * i), 16, 20, 28], "cornerRadius": 4\(contents)
          \(values[i]) }
        """
    }
    return """
      { "version": 1, "canvas": { "size": [128, 60], "scale": 1, "background": "#fff" },
        "duration": 1,
        "layers": [ { "frame": [0, 30, 128, 6], "backgroundColor": "#06c" },
          { "frame": [60, 0, 7, 60], "backgroundColor": "#083" },
          \(layers.joined(separator: ",\n")) ]\(timeline) }
      """
  }

  private func frame(_ name: String, at time: String, in folder: Folder) throws -> Data {
    let result = try Program.pipeline(
      ["frame", name, "--at", time, "--plugins", "plugins", "-o", "-"], in: folder.url)
    try #require(result.status == 0, "\(result.summary)")
    #expect(result.errors.isEmpty, "\(result.errors)")
    return result.data
  }

  @Test func itIsDrawnAsTheKeysSayIt() throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "plugins"), withIntermediateDirectories: true)
    try build("frost", header: "Sources/CAnimator/include", into: folder)
    try build("hop", header: "Tests/Fixtures/abi/v1.0", into: folder)
    let still = document(["", "", "", ""], timeline: "")
    let steps = [("blurred", "blur"), ("blended", "blend"), ("glass", "glass")].map {
      """
      { "animator": "test.frost", "layers": { "subject": "\($0)" }, "duration": 1,
        "easing": "linear", "params": { "what": "\($1)" } }
      """
    }
    let hop = """
      { "animator": "acme.hop", "layers": { "subject": "hopping" }, "duration": 1,
        "easing": "linear", "params": { "height": 12 } }
      """
    try folder.write(still, to: "still.json")
    try folder.write(
      document(
        ["", "", "", ""],
        timeline: ", \"timeline\": { \"parallel\": [\((steps + [hop]).joined(separator: ","))] }"),
      to: "moving.json")
    try folder.write(
      document(
        [
          ", \"opacity\": 0.75, \"blur\": 4", ", \"opacity\": 0.75, \"blendMode\": \"difference\"",
          """
          , "opacity": 0.75,
            "backdrop": { "blur": 3, "saturation": 2, "brightness": 1, "tint": "#ffff0040" }
          """, ", \"translate\": [0, -12]",
        ], timeline: ""
      ).replacing("#ffff0040", with: "rgba(255, 255, 0, 0.25)"), to: "keys.json")
    let (seen, meant) = try (
      frame("moving.json", at: "0.5", in: folder), frame("keys.json", at: "0", in: folder)
    )
    #expect(seen == meant)
    let (before, nothing) = try (
      frame("moving.json", at: "0", in: folder), frame("still.json", at: "0", in: folder)
    )
    #expect(before == nothing && before != seen)
    let tried = try Program.pipeline(["plugin", "test", "plugins/frost.so"], in: folder.url)
    #expect(tried.status == 0, "\(tried.summary)")
    let shown = try Program.pipeline(
      ["plugin", "doc", "test.frost", "--plugins", "plugins"], in: folder.url)
    #expect(shown.output.contains("opacity, blur, blendMode, backdrop"), "\(shown.summary)")
  }
}
