import Foundation
import Testing

/// Tests films that are cut together, shown on screens, and joined by transitions with the names that other programs use.
@Suite struct FilmTests {
  /// Creates a film of one and a half seconds in one colour, with a tone.
  private func film(_ name: String, _ color: String, in folder: Folder) throws {
    try Data(Self.tone).write(to: folder.url.appending(path: "tone.wav"))
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [64, 48], "background": "\(color)", "fps": 20 },
        "layers": [], "duration": 1.5, "audio": [{ "file": "tone.wav", "loop": true }] }
      """, to: "\(name).json")
    let made = try Program.pipeline(["run", "\(name).json", "-o", "\(name).mp4"], in: folder.url)
    #expect(made.status == 0, "\(made.summary)")
  }

  /// A tone of 500 Hz for a tenth of a second, with 16 bits, mono, at 48 kHz.
  private static let tone: [UInt8] = {
    func bytes(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let samples = (0..<4_800).flatMap { i in
      bytes(Int(8_000 * sin(2 * Double.pi * 500 * Double(i) / 48_000)), 2)
    }
    let parts: [[UInt8]] = [
      Array("RIFF".utf8), bytes(36 + samples.count, 4), Array("WAVEfmt ".utf8), bytes(16, 4),
      bytes(1, 2), bytes(1, 2), bytes(48_000, 4), bytes(96_000, 4), bytes(2, 2), bytes(16, 2),
      Array("data".utf8), bytes(samples.count, 4), samples,
    ]
    return Array(parts.joined())
  }()

  @Test func everyCommandTakesASpeed() throws {
    let folder = try Folder()
    try film("a", "#d9480f", in: folder)
    try film("b", "#2b8a3e", in: folder)
    func lines(_ words: String...) throws -> String {
      let made = try Program.pipeline(words, in: folder.url)
      #expect(made.status == 0, "\(made.summary)")
      return made.summary
    }
    let cuts = try lines(
      "cuts", "a.mp4", "b.mp4", "--every", "1", "--speed", "0.5", "-o", "c.mp4")
    #expect(cuts.contains("80 frames") && cuts.contains("sound is left out"), "\(cuts)")
    let two = try lines(
      "transition", "slide", "a.mp4", "b.mp4", "--duration", "1", "--speed", "2", "-o", "t.mp4")
    #expect(two.contains("10 frames"), "\(two)")
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [40, 10], "fps": 20, "motionBlur": { "shutterAngle": 360 } },
        "layers": [{ "id": "a", "frame": [0, 0, 10, 10], "backgroundColor": "#ffffff" }],
        "timeline": { "targets": ["a"], "duration": 1, "keyframes": [{ "translate": [0, 0] }, { "translate": [30, 0] }] } }
      """, to: "m.json")
    _ = try lines("run", "m.json", "--speed", "0.25", "-o", "f-%02d.png")
    _ = try lines("frame", "m.json", "--speed", "0.25", "--at", "40f", "-o", "one.png")
    #expect(try folder.data("one.png") == folder.data("f-40.png"))
  }

  /// Returns the loudness of a range of a WAV file that the program has written, with 24 bits and stereo.
  private func power(_ file: String, from: Double, to: Double, in folder: Folder) throws -> Double {
    let data = try Data(contentsOf: folder.url.appending(path: file))
    var sum = 0.0
    let samples = Int(from * 48_000)..<Int(to * 48_000)
    for sample in samples {
      let place = 44 + sample * 6
      let value =
        Int32(
          bitPattern: UInt32(data[place]) << 8 | UInt32(data[place + 1]) << 16
            | UInt32(data[place + 2]) << 24) >> 8
      sum += pow(Double(value) / 8_388_608, 2)
    }
    return (sum / Double(samples.count)).squareRoot()
  }

  @Test func filmsAreCutTogetherWithTheirSound() throws {
    let folder = try Folder()
    try film("a", "#ff0000", in: folder)
    try film("b", "#0000ff", in: folder)
    let made = try Program.pipeline(
      [
        "cuts", "a.mp4", "b.mp4", "--every", "1", "--overlap", "0.5", "--with", "xfade:wipeleft",
        "-o", "x.wav", "-o", "f-%04d.png",
      ], in: folder.url)
    #expect(made.status == 0, "\(made.summary)")
    let first = try power("x.wav", from: 0.2, to: 0.8, in: folder)
    #expect(first > 0.05)
    // With equal power, the sound never gets quieter than either film.
    #expect(try power("x.wav", from: 1.1, to: 1.4, in: folder) > 0.9 * first)
    #expect(try power("x.wav", from: 1.6, to: 1.9, in: folder) > 0.9 * first)
    let frames = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
      .filter { $0.hasPrefix("f-") }
    #expect(frames.count == 40, "20 frames a second, as the films have")
  }

  /// The layers that an animator adds are visible only in its own move.
  @Test func layersOfAnAnimatorAreSeenInItsMove() throws {
    let folder = try Folder()
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [40, 40] }, "screens": { "a": {}, "b": {} },
        "flow": [{ "wait": 1 },
          { "replace": "b", "animator": "ripple-reveal", "duration": 1 }, { "wait": 1 }] }
      """, to: "a.json")
    for (time, isHidden) in [("0.5", true), ("1.2", false), ("2.5", true)] {
      let seen = try Program.pipeline(["inspect", "a.json", "--at", time], in: folder.url)
      let cover = try #require(
        seen.output.split(separator: "\n").first { $0.contains("/cover") }, "\(seen.summary)")
      #expect(cover.contains("hidden") == isHidden, "\(time): \(cover)")
    }
  }

  @Test func aDocumentKnowsTheNamesOfXfade() throws {
    let folder = try Folder()
    func told(_ animator: String) throws -> (Int32, String) {
      try folder.write(
        """
        { "version": 1, "canvas": { "size": [40, 40] }, "screens": { "a": {}, "b": {} },
          "flow": [{ "push": "b", "animator": "\(animator)" }] }
        """, to: "a.json")
      let seen = try Program.pipeline(["validate", "a.json"], in: folder.url)
      return (seen.status, seen.summary)
    }
    for name in ["circleopen", "xfade:circleopen", "soft-wipe"] {
      #expect(try told(name).0 == 0, "\(name)")
    }
    let wrong = try told("xfade:circleopn")
    #expect(wrong.0 == 65 && wrong.1.contains("did you mean \"xfade:circleopen\"?"))
  }

  @Test func subtitlesBecomeCaptions() throws {
    let folder = try Folder()
    let titles = """
      WEBVTT

      00:00.500 --> 00:01.000 line:0
      <b>Hello</b> &amp; you

      00:03.000 --> 00:04.000
      Too late

      """
    try folder.write(titles, to: "talk.vtt")
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [200, 200] }, "layers": [], "duration": 2,
        "captions": { "file": "talk.vtt", "style": "quiet" } }
      """, to: "a.json")
    func isHidden(at time: Double) throws -> Bool? {
      let seen = try Program.pipeline(
        ["inspect", "a.json", "--at", "\(time)", "--json"], in: folder.url)
      let scene = try JSONSerialization.jsonObject(with: seen.data) as? [String: Any]
      let layers = try #require(scene?["layers"] as? [[String: Any]], "\(seen.summary)")
      return layers.first { $0["id"] as? String == "caption-1" }?["hidden"] as? Bool
    }
    let said = try Program.pipeline(["validate", "a.json"], in: folder.url)
    #expect(said.status == 0 && said.summary.contains("1 of 2 titles are left out"))
    #expect(try isHidden(at: 0.2) == true)
    #expect(try isHidden(at: 0.75) == false)
    #expect(try isHidden(at: 1.2) == true, "it has gone at its end")
  }

  @Test func aRecordingIsAScreen() throws {
    let folder = try Folder()
    try film("a", "#ff0000", in: folder)
    let made = try Program.pipeline(
      ["init", "work", "--template", "flow", "a.mp4"], in: folder.url)
    #expect(made.status == 0, "\(made.summary)")
    for command in ["validate", "check"] {
      let seen = try Program.pipeline([command, "work/pipeline.json"], in: folder.url)
      #expect(seen.status == 0, "\(seen.summary)")
    }
    let heard = try Program.pipeline(
      ["run", "work/pipeline.json", "-o", "x.wav"], in: folder.url)
    #expect(heard.status == 0, "\(heard.summary)")
    #expect(try power("x.wav", from: 0.2, to: 1.2, in: folder) > 0.05)
  }
}
