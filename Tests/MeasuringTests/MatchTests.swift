import Foundation
import TestSupport
import Testing

/// A document is matched with a recording, and the values of its variables are found again.
@Suite struct MatchTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    let art = Program.root.appending(path: "Examples/magic-push/art")
    for name in ["list.png", "poster-1.png"] {
      try FileManager.default.copyItem(
        at: art.appending(path: name), to: folder.url.appending(path: name))
    }
  }

  private func document(length: Double, left: Double, at start: Double) -> String {
    """
    {
      "version": 1, "canvas": { "size": [320, 568], "fps": 60 },
      "vars": { "length": \(length), "left": \(left), "name": "none" },
      "duration": \(start + 1.4),
      "assets": { "list": { "image": "list.png" }, "poster": { "image": "poster-1.png" } },
      "layers": [
        { "id": "list", "contents": "list", "frame": [0, 0, 320, 568] },
        { "id": "poster", "contents": "poster", "frame": [12, 60, 88, 115] }
      ],
      "timeline": {
        "animator": "move-and-scale", "layers": { "subject": "poster" }, "at": \(start),
        "duration": "${length}", "easing": "easeInOut",
        "params": { "to": ["${left}", 300, 110, 143.75] }
      }
    }
    """
  }

  private func record() throws {
    try folder.write(document(length: 0.6, left: 160, at: 0.5), to: "truth.json")
    let run = try Program.pipeline(["run", "truth.json", "-o", "truth.mkv"], in: folder.url)
    try #require(run.status == 0, "\(run.summary)")
    let spoiled = try Program.tool(
      "ffmpeg",
      [
        "-v", "error", "-y", "-i", "truth.mkv", "-vf",
        "select='not(mod(n\\,2))',scale=400:710,pad=480:710:40:0", "-fps_mode", "vfr", "-c:v",
        "libx264", "-crf", "23", "recording.mp4",
      ], in: folder.url)
    try #require(spoiled.status == 0, "\(spoiled.summary)")
  }

  private func match(_ arguments: [String]) throws -> [String: Any] {
    let made = try Program.pipeline(
      ["match", "document.json", "recording.mp4", "--json"] + arguments, in: folder.url)
    try #require(made.status == 0, "\(made.summary)")
    return try #require(try JSONSerialization.jsonObject(with: made.data) as? [String: Any])
  }

  @Test func variablesAreFoundAgain() throws {
    try record()
    let off = document(length: 0.78, left: 112, at: 0.1)
    try folder.write(off, to: "document.json")
    let tuned = try match(["--tune", "length", "left", "-o", "pictures"])
    let values = try #require(tuned["tuned"] as? [String: Double])
    #expect(abs((values["length"] ?? 0) / 0.6 - 1) < 0.02)
    #expect(abs((values["left"] ?? 0) / 160 - 1) < 0.02)
    #expect(abs((tuned["start"] as? Double ?? 0) - 0.4) < 0.01)
    // The letter box is detected, and only the values are changed.
    let place = tuned["place"] as? [Double] ?? []
    for (a, b) in zip(place, [40.0, 0, 400, 710]) { #expect(abs(a - b) < 1) }
    let text = String(decoding: try folder.data("document.json"), as: UTF8.self)
    let restored = text.replacing(
      try Regex(#""length": [0-9.]+, "left": [0-9.]+"#), with: "\"length\": 0.78, \"left\": 112.0")
    #expect(restored == off)
    // The tuned document is more similar than the original one, and about as similar as the true document.
    let now = try match([])
    try folder.write(document(length: 0.6, left: 160, at: 0.1), to: "document.json")
    let truth = try match([])
    let (a, b) = (now["meanDistance"] as? Double ?? 99, truth["meanDistance"] as? Double ?? 0)
    #expect(a < 1.3 * b + 0.05, "\(a) \(b)")
    #expect(!(try folder.data("pictures/match.png")).isEmpty)
    #expect(!(try folder.data("pictures/match.mp4")).isEmpty)
    let layers = truth["layers"] as? [[String: Any]] ?? []
    #expect(layers.map { $0["name"] as? String } == ["poster"])
    #expect((layers.first?["points"] as? Double ?? 99) < 0.5)
  }

  /// Tests a time, a colour and a point, each wrong by a third.
  @Test(.long) func timesColoursAndPointsAreFoundAgain() throws {
    func document(length: String, tint: String, way: String) -> String {
      """
      {
        "version": 1, "canvas": { "size": [160, 284], "fps": 60, "background": "#f4f4f0" },
        "vars": { "length": \(length), "tint": \(tint), "way": \(way) },
        "duration": 1.5,
        "layers": [
          { "id": "card", "backgroundColor": "${tint}", "cornerRadius": 8, "frame": [12, 200, 60, 48] },
          { "id": "bar", "backgroundColor": "#203040", "frame": [0, 0, 160, 20] }
        ],
        "timeline": {
          "targets": ["card"], "at": 0.4, "duration": "${length}", "easing": "easeInOut",
          "keyframes": [{ "translate": [0, 0] }, { "translate": "${way}" }]
        }
      }
      """
    }
    try folder.write(
      document(length: "\"600ms\"", tint: "\"#c04080\"", way: "[70, -120]"), to: "truth.json")
    let run = try Program.pipeline(["run", "truth.json", "-o", "truth.mkv"], in: folder.url)
    try #require(run.status == 0, "\(run.summary)")
    let spoiled = try Program.tool(
      "ffmpeg",
      [
        "-v", "error", "-y", "-i", "truth.mkv", "-vf", "select='mod(n\\,3)',scale=240:426",
        "-fps_mode", "vfr", "-c:v", "libx264", "-crf", "20", "recording.mp4",
      ], in: folder.url)
    try #require(spoiled.status == 0, "\(spoiled.summary)")
    let off = document(length: "\"780ms\"", tint: "\"#862d5a\"", way: "[ 91,-84 ]")
    try folder.write(off, to: "document.json")
    let tuned = try match(["--tune", "length", "tint", "way"])
    let values = try #require(tuned["tuned"] as? [String: Any])
    let length = try #require(values["length"] as? String)
    #expect(length.hasSuffix("ms") && abs((Double(length.dropLast(2)) ?? 0) / 600 - 1) < 0.02)
    let way = try #require(values["way"] as? [Double])
    for (found, truth) in zip(way, [70.0, -120]) {
      #expect(abs(found / truth - 1) < 0.02, "\(way)")
    }
    let tint = try #require(values["tint"] as? String)
    let rgb = try #require(UInt32(tint.dropFirst(), radix: 16))
    for (shift, truth) in zip([UInt32(16), 8, 0], [0xC0, 0x40, 0x80]) {
      #expect(abs(Int(rgb >> shift & 0xFF) - truth) <= 5, "\(tint)")
    }
    // Only the bytes of the values are changed.
    var expected = off.replacing("\"780ms\"", with: "\"\(length)\"")
    expected = expected.replacing("\"#862d5a\"", with: "\"\(tint)\"")
    let text = String(decoding: try folder.data("document.json"), as: UTF8.self)
    let restored = text.replacing(try Regex(#"\[ [-0-9.]+,[-0-9.]+ \]"#), with: "[ 91,-84 ]")
    #expect(restored == expected)
  }

  @Test func whatCannotBeTunedIsSaid() throws {
    try folder.write(document(length: 0.6, left: 160, at: 0.1), to: "document.json")
    for (name, words) in [("lenght", "did you mean \"length\"?"), ("name", "contains no number")] {
      let made = try Program.pipeline(
        ["match", "document.json", "missing.mp4", "--tune", name], in: folder.url)
      #expect(made.status == 64 && made.errors.contains(words), "\(made.summary)")
    }
    let missing = try Program.pipeline(
      ["match", "document.json", "missing.mp4"], in: folder.url)
    #expect(missing.status == 66, "\(missing.summary)")
  }
}
