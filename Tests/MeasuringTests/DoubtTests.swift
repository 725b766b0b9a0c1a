import Foundation
import TestSupport
import Testing

/// Changes that a document does not explain are reported, and typical recordings are measured.
@Suite struct DoubtTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    let art = Program.root.appending(path: "Examples/art")
    for name in ["places-map.png", "photo-fjord.png", "photo-dusk.png", "ping-day.png"] {
      try FileManager.default.copyItem(
        at: art.appending(path: name), to: folder.url.appending(path: name))
    }
  }

  /// Renders two posters over a list, and keeps the frames that `select` names.
  private func record(_ steps: String, frame: String, seconds: Double, select: String = "1") throws
  {
    try folder.write(
      """
      {
        "version": 1, "canvas": { "size": [160, 284], "fps": 30 }, "duration": \(seconds),
        "assets": {
          "list": { "image": "places-map.png" }, "poster": { "image": "photo-fjord.png" },
          "other": { "image": "photo-dusk.png" }
        },
        "layers": [
          { "id": "list", "contents": "list", "frame": [0, 0, 160, 284] },
          { "id": "other", "contents": "other", "frame": [8, 20, 40, 50] },
          { "id": "poster", "contents": "poster", "frame": \(frame) }
        ],
        "timeline": { "parallel": [\(steps)] }
      }
      """, to: "truth.json")
    let run = try Program.pipeline(["run", "truth.json", "-o", "truth.mkv"], in: folder.url)
    try #require(run.status == 0, "\(run.summary)")
    let spoiled = try Program.tool(
      "ffmpeg",
      [
        "-v", "error", "-y", "-i", "truth.mkv", "-vf", "select='\(select)'", "-fps_mode", "vfr",
        "-c:v", "libx264", "-crf", "20", "recording.mp4",
      ], in: folder.url)
    try #require(spoiled.status == 0, "\(spoiled.summary)")
  }

  private func measure() throws -> [String: Any] {
    let made = try Program.pipeline(
      ["measure", "recording.mp4", "-o", "out", "--layer", "poster=photo-fjord.png", "--json"],
      in: folder.url)
    try #require(made.status == 0, "\(made.summary)")
    return try #require(try JSONSerialization.jsonObject(with: made.data) as? [String: Any])
  }

  private func phases(_ track: String, of told: [String: Any]) throws -> [[String: Any]] {
    let tracks = try #require(told["tracks"] as? [[String: Any]])
    let one = tracks.first { $0["name"] as? String == track }
    return try #require(one?["phases"] as? [[String: Any]], "\(tracks)")
  }

  private func move(
    _ layer: String, _ to: String, _ at: Double, easing: String = "easeInOut"
  ) -> String {
    """
    { "animator": "move-and-scale", "layers": { "subject": "\(layer)" }, "at": \(at), "duration": 0.4,
      "easing": "\(easing)", "params": { "to": \(to) } }
    """
  }

  /// If a layer that was not given also moves, its frames are named, with their distance from the document.
  @Test func whatMovesBesideIsDoubted() throws {
    try record(
      move("poster", "[75, 200, 75, 50]", 0.4) + "," + move("other", "[8, 200, 40, 50]", 0.4),
      frame: "[60, 20, 75, 50]", seconds: 1.2)
    let told = try measure()
    let unexplained = try #require(told["unexplained"] as? [[String: Any]])
    let doubt = try #require(unexplained.first { $0["distance"] is Double }, "\(unexplained)")
    #expect(told["fits"] as? Bool == false)
    #expect((doubt["distance"] as? Double ?? 0) > 5, "\(doubt)")
    #expect(doubt["layer"] is NSNull && (doubt["frames"] as? [Int])?.count == 2, "\(doubt)")
    #expect(try #require(doubt["to"] as? Double) > 0.5, "\(doubt)")
    // The poster that was given is measured nevertheless.
    #expect(try phases("poster place", of: told)[0]["words"] as? String == "easeInOut")
  }

  /// A frame before and after the motion has a long duration, as in recorders that store only changes.
  @Test(.long) func heldFramesAreRest() throws {
    try record(
      move("poster", "[75, 200, 75, 50]", 0.6), frame: "[60, 20, 75, 50]", seconds: 1.8,
      select: "eq(n,0)+between(n,17,31)+eq(n,53)")
    let told = try measure()
    let phase = try phases("poster place", of: told)[0]
    #expect(told["fits"] as? Bool == true, "\(told["unexplained"] ?? "")")
    #expect(abs((phase["from"] as? Double ?? 0) - 0.6) < 0.01, "\(phase)")
    #expect(abs((phase["to"] as? Double ?? 0) - 1) < 0.01, "\(phase)")
  }

  /// A sheet comes from beyond the bottom edge: its start is before it is visible, and its opacity does not change.
  @Test(.long) func layersComeFromBeyondTheEdge() throws {
    try record(
      move("poster", "[5, 184, 150, 100]", 0.5, easing: "easeOut"), frame: "[5, 284, 150, 100]",
      seconds: 1.3)
    let told = try measure()
    let tracks = try #require(told["tracks"] as? [[String: Any]])
    #expect(tracks.compactMap { $0["name"] as? String } == ["poster place"], "\(tracks)")
    let phase = try phases("poster place", of: told)[0]
    #expect(phase["words"] as? String == "easeOut", "\(phase)")
    #expect(abs((phase["from"] as? Double ?? 0) - 0.5) < 0.034, "\(phase)")
  }

  @Test(.long) func turnsOf90DegreesAreFollowed() throws {
    try record(
      """
      { "targets": ["poster"], "at": 0.4, "duration": 0.4, "easing": "easeOut",
        "keyframes": [{ "rotate": 0 }, { "rotate": 90 }] }
      """, frame: "[35, 110, 90, 60]", seconds: 1.2)
    let told = try measure()
    let phase = try phases("poster angle", of: told)[0]
    #expect(phase["words"] as? String == "easeOut", "\(phase)")
    #expect(abs((phase["to"] as? Double ?? 0) - 0.8) < 0.01, "\(phase)")
  }

  /// Two moves with a rest in between become a flow that returns to its first screen; each curve has its description.
  @Test func severalMovesBecomeAFlow() throws {
    try record(
      move("poster", "[5, 184, 150, 100]", 0.4, easing: "easeOut") + ","
        + move("poster", "[5, 290, 150, 100]", 1.35, easing: "easeIn"),
      frame: "[5, 290, 150, 100]", seconds: 2.1)
    let told = try measure()
    let moves = try #require(told["moves"] as? [[String: Any]])
    #expect(
      moves.map { $0["operation"] as? String } == ["present", "dismiss"]
        && moves.map { $0["screen"] as? String } == ["screen-2", "screen-1"], "\(moves)")
    let names = try phases("poster place", of: told)[0]["names"] as? [String: String]
    #expect(names?["css"] == "ease-out", "\(names ?? [:])")
    #expect(names?["compose"]?.contains("CubicBezierEasing(0f, 0f, 0.58f, 1f)") == true)
    #expect((told["distance"] as? Double ?? 99) < 2, "\(told["unexplained"] ?? "")")
  }

  /// Variables are tuned only for a recording of the same content.
  @Test(.long) func aDocumentOfSomethingElseIsNotTuned() throws {
    try record(move("poster", "[75, 200, 75, 50]", 0.4), frame: "[60, 20, 75, 50]", seconds: 1.2)
    try folder.write(
      """
      {
        "version": 1, "canvas": { "size": [160, 284] }, "vars": { "length": 0.5 }, "duration": 1,
        "assets": { "poster": { "image": "ping-day.png" } },
        "layers": [{ "id": "all", "contents": "poster", "frame": [0, 0, 160, 284] }],
        "timeline": { "targets": ["all"], "duration": "${length}", "keyframes": [{ "opacity": 0.9 }] }
      }
      """, to: "other.json")
    let made = try Program.pipeline(
      ["match", "other.json", "recording.mp4", "--tune", "length"], in: folder.url)
    #expect(
      made.status == 65 && made.errors.contains("the document does not match recording.mp4"),
      "\(made.summary)")
  }
}
