import Foundation
import TestSupport
import Testing

/// Tests a plugin that requests the finger, which is the example of the author's guide.
@Suite struct FingerTests {
  private static let head = #"""
    "version": 1, "canvas": { "size": [100, 100], "scale": 1, "fps": 10 }
    """#
  private static let layer = #"""
    { "id": "a", "frame": [40, 40, 20, 20], "backgroundColor": "#ff0000" }
    """#
  private static let step = #"""
    { "animator": "guide.magnet", "layers": { "subject": "a" }, "params": { "pull": 1 },
      "duration": 1, "easing": "linear" }
    """#
  /// The gesture holds at (50, 90) from half of its distance on, and then finishes.
  private static let driven = #"""
    { \#(head), "screens": { "from": { "layers": [] }, "to": { "layers": [\#(layer)] } },
      "transition": { "operation": "push", "duration": 1, "timeline": \#(step) },
      "interaction": { "gesture": "pan", "edge": "left", "distance": 100, "scrub": "linear",
        "finishWhen": { "progress": { "gt": 0.4 } },
        "track": [[0, 0, 50], [0.5, 50, 90], [0.6, 50, 90], [1, "release"]] } }
    """#
  /// The document contains a touch that is only shown.
  private static let shown = #"""
    { \#(head), "layers": [\#(layer)], "timeline": \#(step),
      "touches": [{ "drag": true, "path": [[50, 90], [90, 90]], "at": 0.25, "duration": 0.5 }] }
    """#

  private let folder: Folder

  init() throws {
    folder = try Folder()
    let page = try String(
      contentsOf: Program.root.appending(path: "Documentation/animators.md"), encoding: .utf8)
    let block = try #require(
      page.components(separatedBy: "```c\n").first { $0.contains("guide.magnet") })
    try folder.write(block.components(separatedBy: "\n```")[0] + "\n", to: "magnet.c")
    try FileManager.default.createDirectory(
      atPath: folder.path("p"), withIntermediateDirectories: true)
    let built = try Program.tool(
      "cc",
      [
        "-shared", "-fPIC", "-I", Program.root.appending(path: "Sources/CAnimator/include").path,
        folder.path("magnet.c"), "-o", folder.path("p/magnet.so"),
      ])
    try #require(built.status == 0, "\(built.summary)")
  }

  private func translations(_ times: [Double], _ more: [String]) throws -> [[Double]] {
    let run = try Program.pipeline(
      ["inspect", "doc.json", "--json", "--plugins", "p"] + more
        + times.flatMap { ["--at", "\($0)"] }, in: folder.url)
    try #require(run.status == 0, "\(run.summary)")
    return try run.output.split(separator: "\n").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let layers = object?["layers"] as? [[String: Any]] ?? []
      let geometry = layers.first { $0["id"] as? String == "a" }?["geometry"] as? [String: Any]
      return geometry?["translate"] as? [Double] ?? []
    }
  }

  /// Tests the finger while it moves, holds and is lifted; the plugin is in a separate process, or in the program's
  /// process.
  @Test(arguments: ["always", "never"])
  func pullsALayer(isolation: String) throws {
    try folder.write(Self.driven, to: "doc.json")
    let isolate = ["--isolate", isolation]
    let seen = try translations([0, 0.25, 0.5, 1.2, 1.5], isolate)
    let expected: [[Double]] = [
      [0, 0, 0], [-18.75, 15, 0], [0, 40, 0], [0, 33.6, 0], [0, 0, 0],
    ]
    for (a, b) in zip(seen, expected) {
      #expect(zip(a, b).allSatisfy { abs($0 - $1) < 1e-6 }, "\(a), not \(b)")
    }
    try folder.write(Self.shown, to: "doc.json")
    let touched = try translations([0.1, 0.25, 0.5, 0.9], isolate)
    for (a, b) in zip(touched, [[0, 0, 0], [0, 30, 0], [20, 40, 0], [14.4, 14.4, 0]]) {
      #expect(zip(a, b).allSatisfy { abs($0 - $1) < 1e-6 }, "\(a), not \(b)")
    }
  }

  /// A finger in the studio has the same effect as the film's finger.
  @Test func isFeltAsInTheFilm() throws {
    try folder.write(Self.driven, to: "doc.json")
    let server = try PreviewServer(folder, temporary: try Folder(), options: ["--plugins", "p"])
    let version = try server.document().version
    for (points, time) in [("[0, 0, 50], [0.5, 50, 90]", 0.5), ("[0, 0, 50]", 0)] {
      let (felt, status) = try server.post(
        "gesture", #"{ "id": "\#(time)", "points": [\#(points)], "time": \#(time) }"#)
      let (film, _) = try server.get("frames/\(version)/\(Int(time * 10))")
      #expect(status == 200 && film.starts(with: [0x89, 0x50]) && film == felt, "at \(time) s")
    }
  }
}
