import Foundation
import TestSupport
import Testing

/// Tests that the kind and the time of a change of screens are measured, in recordings of documents with known values.
@Suite struct ScreenTests {
  /// A transition of 0.6 s from 0.4123 s on, between two small screens.
  struct Truth: Sendable, CustomTestStringConvertible {
    var name: String
    /// The name of the transition's track in the table.
    var track: String
    var easing: String
    /// The layers above or below the first screen, and their animation.
    var second: String
    var step: String
    /// The words that the written document must contain.
    var words: String

    var testDescription: String { name }
  }

  private static func keyframes(
    _ from: String, _ to: String, _ easing: String, of target: String = "second"
  ) -> String {
    """
    { "targets": ["\(target)"], "at": 0.4123, "duration": 0.6, "easing": "\(easing)",
      "keyframes": [{ \(from) }, { \(to) }] }
    """
  }

  static let truths: [Truth] = [
    Truth(
      name: "dimming", track: "the dimming", easing: "ease",
      second: ##""backgroundColor": "#000000", "opacity": 0"##,
      step: keyframes(#""opacity": 0"#, #""opacity": 0.4"#, "ease"), words: "cover-fade"),
    Truth(
      name: "dissolve", track: "the second screen", easing: "easeInOut",
      second: #""contents": "detail", "opacity": 0"#,
      step: keyframes(#""opacity": 0"#, #""opacity": 1"#, "easeInOut"), words: "cross-dissolve"),
    Truth(
      name: "circle", track: "the opening", easing: "easeInOut",
      second: #""contents": "detail", "mask": { "ellipse": [110, 70, 0, 0] }"#,
      step: keyframes(
        #""mask": { "ellipse": [110, 70, 0, 0] }"#,
        #""mask": { "ellipse": [-130.8, -170.8, 481.6, 481.6] }"#, "easeInOut"),
      words: "ripple-reveal"),
    Truth(
      name: "rectangle", track: "the opening", easing: "easeOut",
      second: #""contents": "detail", "mask": { "rect": [80, 140, 0, 0], "cornerRadius": 0 }"#,
      step: keyframes(
        #""mask": { "rect": [80, 140, 0, 0], "cornerRadius": 0 }"#,
        #""mask": { "rect": [0, 0, 160, 284], "cornerRadius": 0 }"#, "easeOut"),
      words: "\"rect\""),
    Truth(
      name: "slide", track: "the slide", easing: "easeInOut",
      second: #""contents": "detail", "translate": [160, 0]"#,
      step: keyframes(#""translate": [160, 0]"#, #""translate": [0, 0]"#, "easeInOut"),
      words: "\"slide\""),
    Truth(
      name: "fade of both screens", track: "the second screen", easing: "easeInOut",
      second: #""contents": "detail", "opacity": 0"#,
      step: both(
        keyframes(#""opacity": 1"#, #""opacity": 0"#, "easeInOut", of: "first"),
        keyframes(#""opacity": 0"#, #""opacity": 1"#, "easeInOut")), words: "\"ground\""),
    Truth(
      name: "slide over a screen that dims", track: "the slide", easing: "easeInOut",
      second: #""contents": "detail", "translate": [0, 284]"#,
      step: both(
        keyframes(#""opacity": 1"#, #""opacity": 0.4"#, "easeInOut", of: "first"),
        keyframes(#""translate": [0, 284]"#, #""translate": [0, 0]"#, "easeInOut")),
      words: "\"dim\": 0.6"),
    Truth(
      name: "slide that fades in", track: "the slide", easing: "easeInOut",
      second: #""contents": "detail", "translate": [0, 142], "opacity": 0"#,
      step: keyframes(
        #""translate": [0, 142], "opacity": 0"#, #""translate": [0, 0], "opacity": 1"#, "easeInOut"),
      words: "\"fade\": true"),
  ]

  private static func both(_ first: String, _ second: String) -> String {
    "{ \"parallel\": [\(first), \(second)] }"
  }

  @Test(arguments: Effort.spread(truths, test: 1)) func screensAreTold(_ truth: Truth) throws {
    let folder = try Folder()
    let art = Program.root.appending(path: "Examples/magic-push/art")
    for name in ["list.png", "detail.png"] {
      try FileManager.default.copyItem(
        at: art.appending(path: name), to: folder.url.appending(path: name))
    }
    try folder.write(
      """
      {
        "version": 1, "canvas": { "size": [160, 284], "fps": 30 }, "duration": 1.5,
        "assets": { "list": { "image": "list.png" }, "detail": { "image": "detail.png" } },
        "layers": [
          { "id": "first", "contents": "list", "frame": [0, 0, 160, 284] },
          { "id": "second", "frame": [0, 0, 160, 284], \(truth.second) }
        ],
        "timeline": \(truth.step)
      }
      """, to: "truth.json")
    let run = try Program.pipeline(["run", "truth.json", "-o", "recording.mp4"], in: folder.url)
    try #require(run.status == 0, "\(run.summary)")
    let made = try Program.pipeline(["measure", "recording.mp4", "-o", "out"], in: folder.url)
    try #require(made.status == 0, "\(made.summary)")
    let lines = made.output.split(separator: "\n").filter { !$0.hasSuffix(".json") }
    try #require(lines.count == 1, "\(made.output)")
    let parts = lines[0].components(separatedBy: "  ")
    #expect(parts[0] == truth.track && parts[2] == truth.easing, "\(lines[0])")
    let times = parts[1].components(separatedBy: " to ").map { text in
      Double(text.prefix { $0 != " " }) ?? 0
    }
    // The times of openings must be within a frame.
    #expect(abs(times[0] - 0.4123) < 1 / 30 && abs(times[1] - 1.0123) < 1 / 30, "\(lines[0])")
    let text = String(decoding: try folder.data("out/pipeline.json"), as: UTF8.self)
    #expect(text.contains(truth.words), "\(text)")
    // The written document can be rendered, and ends with the second screen.
    let again = try Program.pipeline(
      ["match", "out/pipeline.json", "recording.mp4", "--json"], in: folder.url)
    try #require(again.status == 0, "\(again.summary)")
    let match = try JSONSerialization.jsonObject(with: again.data) as? [String: Any]
    #expect((match?["meanDistance"] as? Double ?? 99) < 3, "\(again.output)")
  }

  /// A rotation in space is measured; pieces and pixel effects are reported as not measured.
  @Test(.long, arguments: [("flip", "the turn"), ("explode", "note"), ("pixel-fade", "note")])
  func othersAreNamed(_ animator: String, _ words: String) throws {
    let folder = try Folder()
    let art = Program.root.appending(path: "Examples/magic-push/art")
    let pictures = ["list.png", "detail.png"].map { art.appending(path: $0).path }
    let run = try Program.pipeline(
      [
        "transition", animator, pictures[0], pictures[1], "--size", "160x284", "--duration", "0.6",
        "-o", "truth.mkv",
      ], in: folder.url)
    try #require(run.status == 0, "\(run.summary)")
    let padded = try Program.tool(
      "ffmpeg",
      [
        "-v", "error", "-y", "-i", "truth.mkv", "-vf",
        "tpad=start_mode=clone:start_duration=0.4:stop_mode=clone:stop_duration=0.4,fps=30",
        "-c:v", "libx264", "-crf", "20", "recording.mp4",
      ], in: folder.url)
    try #require(padded.status == 0, "\(padded.summary)")
    let made = try Program.pipeline(["measure", "recording.mp4", "-o", "out"], in: folder.url)
    try #require(made.status == 0, "\(made.summary)")
    if words == "note" {
      #expect(made.errors.contains("the screens:"), "\(made.summary)")
      #expect(!made.output.contains("the opening"), "\(made.summary)")
    } else {
      #expect(made.output.contains(words), "\(made.summary)")
    }
  }
}
