import Foundation
import TestSupport
import Testing

/// Tests numbers at the limits of doubles and integers: one line reports what is wrong with them.
@Suite struct HugeNumberTests {
  private static func document(
    _ canvas: String = "", _ members: String = "\"duration\": 1,",
    _ step: String = "\"duration\": 1,"
  ) -> String {
    """
    { "version": 1, "canvas": { "size": [16, 16]\(canvas) }, \(members)
      "layers": [ { "id": "box", "frame": [0, 0, 8, 8], "backgroundColor": "#f00" } ],
      "timeline": { "targets": ["box"], \(step)
        "keyframes": [ { "opacity": 0 }, { "opacity": 1 } ] } }
    """
  }

  private static func transition(_ members: String) -> String {
    """
    { "version": 1, "canvas": { "size": [16, 16] },
      "screens": { "from": { "backgroundColor": "#f00" }, "to": { "backgroundColor": "#00f" } },
      "transition": { "operation": "dismiss", "duration": 1, "timeline": [], \(members) } }
    """
  }

  private static let year = "at most 31536000"

  /// A sequence of five hundred steps of a year each.
  private static let longSequence: String = {
    let keyframes = #"[{ "opacity": 0 }, { "opacity": 1 }]"#
    let step = #"{ "targets": ["a"], "duration": 31536000, "keyframes": \#(keyframes) }"#
    let steps = Array(repeating: step, count: 500).joined(separator: ",\n")
    return """
      { "version": 1, "canvas": { "size": [16, 16] }, "layers": [{ "id": "a" }], "timeline": [
      \(steps) ] }
      """
  }()

  /// The invalid documents, and the beginning of the line that refuses each.
  static let documents: [(text: String, line: String)] = [
    (
      document(", \"fps\": 1e-11", "\"duration\": \"1f\","),
      "doc.json:1:54: /canvas/fps: expected a number from 0.001 to 1000, found 1e-11"
    ),
    (
      document(", \"fps\": 1e-300"),
      "doc.json:1:54: /canvas/fps: expected a number from 0.001 to 1000, found 1e-300"
    ),
    // Each number is valid, but their combination is not.
    (
      document(", \"fps\": 0.001", "\"duration\": \"1e6f\","),
      "doc.json:1:75: /duration: a time of 1000000000 s; \(year)"
    ),
    (
      document("", "\"duration\": 31536000,", "\"duration\": \"100000%\","),
      "doc.json:1:61: /duration: 1892160000 frames; at most 1000000; --limit frames=N allows more"
    ),
    (
      document(", \"fps\": 0.01", "\"duration\": 31536000,", "\"duration\": \"100000%\","),
      "doc.json:3:49: /timeline/duration: a time of 31536000000 s; \(year)"
    ),
    (
      document("", "", "\"at\": \"1000000000f\", \"duration\": 31536000,"),
      "doc.json:3:15: /timeline: the step reaches 48202666.6667 s; \(year)"
    ),
    (longSequence, "doc.json:3:1: /timeline/1: the step reaches 63072000 s; \(year)"),
    (
      transition("\"pause\": 31536000"),
      "doc.json:3:17: /transition: the timeline lasts 31536001 s; \(year)"
    ),
    (
      transition(
        """
        "interaction": { "gesture": "progress",
          "track": [[0, 0], [1e300, 1], [2, "release"]] }
        """),
      "doc.json:4:21: /transition/interaction/track/1: expected a sample [t, x, y], [t, value]"
    ),
    (
      transition(
        "\"interaction\": { \"gesture\": \"progress\", \"track\": { \"file\": \"track.csv\" } }"),
      "doc.json:3:123: /transition/interaction/track: line 2 of the track: expected t,x,y or t,value "
        + "or t,release or t,cancel, with t within 86400 s"
    ),
  ]

  @Test(arguments: Effort.spread(documents.indices, test: 4)) func documentsAreRefused(
    _ number: Int
  ) throws {
    let (text, line) = Self.documents[number]
    let folder = try Folder()
    try folder.write(text, to: "doc.json")
    try folder.write("0,0\n1e300,1\n1e301,release\n", to: "track.csv")
    for command in [
      ["validate", "doc.json"], ["inspect", "doc.json"],
      ["frame", "doc.json", "--at", "0", "-o", "a.png"], ["run", "doc.json", "-o", "a.gif"],
    ] {
      let result = try Program.pipeline(command, in: folder.url)
      #expect(result.status == 65, "\(command): \(result.summary)")
      #expect(result.errors.hasPrefix("error: \(line)"), "\(command): \(result.summary)")
      #expect(result.errors.split(separator: "\n").count == 1, "\(command): \(result.summary)")
    }
  }

  /// The limit of frames also counts the durations of steps and holds.
  static let tooMany: [(text: String, command: [String], status: Int32)] = [
    (document("", "", "\"duration\": 1e6,"), ["run", "doc.json", "-o", "a.gif"], 64),
    (document("", "", "\"duration\": 1e6,"), ["run", "doc.json", "-o", "%d.png"], 64),
    (
      document("", "\"outputs\": [{ \"path\": \"a.mp4\", \"hold\": 1e6 }],"),
      ["run", "doc.json"], 65
    ),
    (
      document("", "\"checks\": [{ \"equals\": \"g/%d.png\" }],", "\"duration\": 1e6,"),
      ["check", "doc.json"], 65
    ),
  ]

  @Test(arguments: Effort.spread(tooMany.indices, test: 2)) func tooManyFramesAreRefused(
    _ number: Int
  ) throws {
    let (text, command, status) = Self.tooMany[number]
    let folder = try Folder()
    try folder.write(text, to: "doc.json")
    let result = try Program.pipeline(command, in: folder.url)
    #expect(result.status == status, "\(result.summary)")
    #expect(
      result.errors.contains(" frames; at most 1000000; --limit frames=N allows more\n"),
      "\(result.summary)")
    #expect(try folder.files() == ["doc.json"])
  }

  @Test(
    arguments: Effort.spread(
      [
        "1e300", "1e308", "1e300ms", "1e308f", "1e308%", "9223372036854775808", "1e10", "-1e300",
      ], test: 2)) func timesOutsideAreRefused(_ time: String) throws
  {
    let folder = try Folder()
    try folder.write(Self.document(), to: "doc.json")
    for command in [
      ["inspect", "doc.json", "--at=\(time)"],
      ["frame", "doc.json", "--at=\(time)", "-o", "a.png"],
    ] {
      let result = try Program.pipeline(command, in: folder.url)
      #expect(result.status == 64, "\(command): \(result.summary)")
      #expect(
        result.errors.hasPrefix("error: the time \(time) is not from 0 to 1.0 s"),
        "\(command): \(result.summary)")
    }
  }

  @Test(
    arguments: Effort.spread(
      [
        (
          ["run", "doc.json", "-o", "a.gif", "--fps", "1e-300"],
          "--fps takes 0.001 to 1000, found 1e-300"
        ),
        (
          ["run", "doc.json", "-o", "a.gif", "--fps", "nan"], "--fps takes 0.001 to 1000, found nan"
        ),
        (
          ["run", "doc.json", "-o", "a.gif", "--fps=-0.0"], "--fps takes 0.001 to 1000, found -0.0"
        ),
        (
          ["run", "doc.json", "-o", "a.gif", "--scale", "1e300"],
          "--scale takes 0.001 to 64, found 1e+300"
        ),
        (
          ["run", "doc.json", "-o", "a.gif", "--scale", "inf"],
          "--scale takes 0.001 to 64, found inf"
        ),
        (
          ["frame", "doc.json", "--at", "0", "-o", "a.png", "--scale", "5e-324"],
          "--scale takes 0.001 to 64, found 5e-324"
        ),
        (["run", "doc.json", "-o", "a.gif", "--frames", "0-9223372036854775808"], "--frames"),
        (["run", "doc.json", "-o", "a.gif", "--jobs", "1e300"], "--jobs"),
        (
          ["run", "doc.json", "-o", "a.gif", "--plugin-timeout", "1e300"],
          "--plugin-timeout takes 0.01"
        ),
        (["run", "doc.json", "-o", "a.gif", "--media-timeout", "1e19"], "--media-timeout"),
        (
          ["run", "doc.json", "-o", "a.gif", "--limit", "frames=1e19"],
          "--limit frames takes 1 to 10000000, found \"1e19\""
        ),
        (["diff", "a", "b", "--tolerance", "1e300"], "--tolerance takes 0 to 255"),
        (["diff", "a", "b", "--ignore=-9223372036854775808,0,1,1"], "--ignore"),
        (["diff", "a", "b", "--ignore", "0,0,9223372036854775807,1"], "--ignore"),
        (
          ["transition", "slide", "--size", "1e300x5", "-o", "a.gif"],
          "--size takes WxH in pixels, found \"1e300x5\""
        ),
        (["transition", "slide", "--fps", "1e-11", "-o", "a.gif"], "--fps takes 0.001 to 1000"),
        (["preview", "doc.json", "--port", "1e300"], "--port"),
        (["plugin", "test", "a.so", "--only", "1-9223372036854775808"], "--only"),
      ], test: 4)) func optionsAreRefused(_ command: [String], words: String) throws
  {
    let folder = try Folder()
    try folder.write(Self.document(), to: "doc.json")
    let result = try Program.pipeline(command, in: folder.url)
    #expect(result.status == 64, "\(result.summary)")
    #expect(result.errors.contains(words), "\(result.summary)")
    #expect(try folder.files() == ["doc.json"])
  }
}
