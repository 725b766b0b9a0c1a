import Foundation
import TestSupport
import Testing

/// Measures recordings of documents with known values by the program.
@Suite struct RecordingTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    let art = Program.root.appending(path: "Examples/magic-push/art")
    for name in ["list.png", "poster-1.png", "poster-2.png"] {
      try FileManager.default.copyItem(
        at: art.appending(path: name), to: folder.url.appending(path: name))
    }
  }

  /// Renders a document with two posters at one pixel for each point, and degrades the recording.
  private func record(
    _ steps: String, seconds: Double, filter: String = "null", other: String = "poster-2.png"
  ) throws {
    try folder.write(
      """
      {
        "version": 1, "canvas": { "size": [320, 568], "fps": 60 }, "duration": \(seconds),
        "assets": {
          "list": { "image": "list.png" }, "poster": { "image": "poster-1.png" },
          "other": { "image": "\(other)" }
        },
        "layers": [
          { "id": "list", "contents": "list", "frame": [0, 0, 320, 568] },
          { "id": "other", "contents": "other", "frame": [108, 400, 88, 115] },
          { "id": "poster", "contents": "poster", "frame": [12, 273, 88, 115] }
        ],
        "timeline": { "parallel": [\(steps)] }
      }
      """, to: "truth.json")
    let run = try Program.pipeline(["run", "truth.json", "-o", "truth.mkv"], in: folder.url)
    try #require(run.status == 0, "\(run.summary)")
    let spoiled = try Program.tool(
      "ffmpeg",
      [
        "-v", "error", "-y", "-i", "truth.mkv", "-vf", filter, "-fps_mode", "vfr", "-c:v",
        "libx264", "-crf", "23", "recording.mp4",
      ], in: folder.url)
    try #require(spoiled.status == 0, "\(spoiled.summary)")
  }

  private func measure(_ arguments: [String]) throws -> Program.Result {
    try Program.pipeline(["measure", "recording.mp4", "-o", "out"] + arguments, in: folder.url)
  }

  private func steps() throws -> [[String: Any]] {
    let json = try JSONSerialization.jsonObject(with: folder.data("out/pipeline.json"))
    let timeline = (json as? [String: Any])?["timeline"] as? [String: Any]
    return try #require(timeline?["parallel"] as? [[String: Any]])
  }

  @Test func moveAndFadeAreMeasured() throws {
    try record(
      """
      { "animator": "move-and-scale", "layers": { "subject": "poster" }, "at": 0.4123,
        "duration": 0.6, "easing": "easeInOut", "params": { "to": [150, 100, 110, 143.75] } },
      { "targets": ["other"], "at": 0.5123, "duration": 0.4, "easing": "linear",
        "keyframes": [{ "opacity": 1 }, { "opacity": 0 }] }
      """, seconds: 1.5, filter: "select='not(eq(mod(n,11),5))'")
    let made = try measure(["--layer", "poster=poster-1.png", "--layer", "other=poster-2.png"])
    try #require(made.status == 0, "\(made.summary)")
    let steps = try steps()
    try #require(steps.count == 2)
    #expect(steps[0]["animator"] as? String == "move-and-scale")
    #expect(steps[0]["easing"] as? String == "easeInOut")
    #expect(abs((steps[0]["duration"] as? Double ?? 0) - 0.6) < 0.003)
    let to = (steps[0]["params"] as? [String: Any])?["to"] as? [Double] ?? []
    for (a, b) in zip(to, [150, 100, 110, 143.75]) { #expect(abs(a - b) < 0.3) }
    #expect(to.count == 4)
    #expect(steps[1]["easing"] as? String == "linear")
    // The error is within a quarter of a frame, although a codec delays small changes.
    #expect(abs((steps[1]["at"] as? Double ?? 0) - 0.1) < 1 / 240)
    #expect(abs((steps[1]["duration"] as? Double ?? 0) - 0.4) < 0.01)
    // The written document can be rendered, and no file is overwritten.
    let run = try Program.pipeline(["run", "out/pipeline.json", "-o", "again.gif"], in: folder.url)
    #expect(run.status == 0, "\(run.summary)")
    let again = try measure([])
    #expect(again.status == 73 && again.errors.contains("already exists"))
  }

  @Test(.long) func layersOfOnePictureAreToldApart() throws {
    try record(
      """
      { "animator": "move-and-scale", "layers": { "subject": "poster" }, "at": 0.4123,
        "duration": 0.5, "easing": "easeInOut", "params": { "to": [150, 100, 110, 143.75] } },
      { "animator": "move-and-scale", "layers": { "subject": "other" }, "at": 0.4123,
        "duration": 0.6, "easing": "easeOut", "params": { "to": [200, 430, 88, 115] } }
      """, seconds: 1.5, other: "poster-1.png")
    let made = try measure(["--layer", "a=poster-1.png", "--layer", "b=poster-1.png"])
    try #require(made.status == 0, "\(made.summary)")
    let moves = try steps().filter { $0["animator"] as? String == "move-and-scale" }
    try #require(moves.count == 2, "\(made.summary)")
    let easings = Set(moves.map { $0["easing"] as? String ?? "" })
    #expect(easings == ["easeInOut", "easeOut"], "\(made.summary)")
  }

  @Test func whatIsNoTransitionIsRefused() throws {
    let sources: [(name: String, source: String, seconds: String, words: String)] = [
      ("still", "color=c=gray:s=160x120:r=30", "2", "nothing moves"),
      ("noise", "nullsrc=s=160x120:r=30,geq=random(1)*255:128:128", "2", "during a motion"),
      ("film", "testsrc=s=160x120:r=2", "200", "limit is 120 s"),
      ("moving", "testsrc2=s=160x120:r=30", "7", "at most 5 s"),
      (
        "cut", "color=c=red:s=160x120:r=30:d=1[a];color=c=blue:s=160x120:r=30:d=1[b];[a][b]concat",
        "2", "a cut"
      ),
    ]
    for (name, source, seconds, words) in sources {
      let made = try Program.tool(
        "ffmpeg",
        ["-v", "error", "-y", "-f", "lavfi", "-i", source, "-t", seconds, "recording.mp4"],
        in: folder.url)
      try #require(made.status == 0, "\(made.summary)")
      let result = try measure([])
      #expect(result.status == 65, "\(name): \(result.summary)")
      #expect(result.errors.contains(words), "\(name): \(result.summary)")
      #expect(result.errors.split(separator: "\n").count == 1, "\(name): \(result.summary)")
      #expect(!FileManager.default.fileExists(atPath: folder.path("out")))
    }
    let photo = try Program.pipeline(["measure", "list.png", "-o", "out"], in: folder.url)
    #expect(photo.status == 65, "\(photo.summary)")
    try folder.write("no video", to: "broken.mp4")
    let broken = try Program.pipeline(["measure", "broken.mp4", "-o", "out"], in: folder.url)
    #expect(broken.status == 65, "\(broken.summary)")
    let missing = try Program.pipeline(["measure", "missing.mp4", "-o", "out"], in: folder.url)
    #expect(missing.status == 66, "\(missing.summary)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("out")))
  }
}
