import Foundation
import TestSupport
import Testing

/// Texts and SVG pictures in a document are drawn at their visible size, with a remark about unsupported features.
@Suite struct DrawingTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  private static let svg = """
    <svg xmlns="http://www.w3.org/2000/svg" width="20.5" height="10">
    <circle cx="9" cy="5" r="4.3" fill="#c22"/><path d="M1 1L19 9" stroke="#123" fill="none"/></svg>
    """

  private func document(
    _ layers: String, scale: Double = 1, timeline: String = "", name: String = "doc.json"
  ) throws {
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [120, 60], "scale": \(scale) }, "duration": 1,
        "layers": [ \(layers) ] \(timeline.isEmpty ? "" : ", \"timeline\": \(timeline)") }
      """, to: name)
    try folder.write(Self.svg, to: "x.svg")
  }

  private func frame(
    _ arguments: [String] = [], at time: String = "0", name: String = "doc.json"
  ) throws -> Data {
    let result = try Program.pipeline(
      ["frame", name, "--at", time, "-o", "-"] + arguments, in: folder.url)
    try #require(result.status == 0, "\(result.summary)")
    return result.data
  }

  private static let both = """
    { "frame": [3, 3, 41, 20], "contents": { "image": "x.svg" } },
    { "frame": [50, 5, 60, 40], "contents": { "text": ["Sharp ", { "text": "at", "weight": "bold",
      "highlight": "#fe8" }, " every scale"], "size": 11 } }
    """

  @Test func theScaleOfTheCallIsThatOfTheCanvas() throws {
    try document(Self.both)
    let called = try frame(["--scale", "3"])
    try document(Self.both, scale: 3)
    #expect(try frame() == called)
  }

  /// A text that its layer scales to twice its size has the same bits as a text of twice the size.
  @Test func aLayerThatScalesDrawsAnew() throws {
    try document(
      """
      { "frame": [0, 0, 60, 30], "anchorPoint": [0, 0], "scale": 2,
        "contents": { "text": "Now", "size": 14 } },
      { "frame": [30, 0, 20.5, 10], "anchorPoint": [0, 0], "scale": 2,
        "contents": { "image": "x.svg" } }
      """)
    let scaled = try frame()
    try document(
      """
      { "frame": [0, 0, 120, 60], "contents": { "text": "Now", "size": 28 } },
      { "frame": [30, 0, 41, 20], "contents": { "image": "x.svg" } }
      """)
    let large = try frame()
    // The text's metrics are rounded at its own size.
    let worst = zip(scaled, large).map { abs(Int($0) - Int($1)) }.max()
    #expect(worst.map { $0 <= 8 } == true, "\(worst ?? -1)")
  }

  /// A text whose frame has grown is laid out for the new frame, whichever moments were drawn before.
  @Test func aFrameThatGrowsSetsItsTextAnew() throws {
    let text = #""contents": { "text": "one two three four five six", "size": 12 }"#
    try document(
      #"{ "id": "a", "frame": [5, 5, 40, 50], \#(text) }"#,
      timeline: """
        { "targets": ["a"], "duration": 1, "easing": "linear",
          "keyframes": [ { "frame": [5, 5, 40, 50] }, { "frame": [5, 5, 110, 50] } ] }
        """)
    let grown = try frame(at: "end")
    try document(#"{ "frame": [5, 5, 110, 50], \#(text) }"#)
    #expect(try frame() == grown)
  }

  /// Returns the frames of a whole run as raw pixels.
  private func frames(_ count: Int) throws -> [Data] {
    let result = try Program.pipeline(
      ["run", "doc.json", "-o", "-", "--fps", "\(count)"], in: folder.url)
    try #require(result.status == 0, "\(result.summary)")
    let size = result.data.count / count
    try #require(size == 120 * 60 * 4)
    return (0..<count).map { Data(result.data.dropFirst($0 * size).prefix(size)) }
  }

  /// A frame depends only on its time, whatever was drawn before.
  @Test func eachFrameIsTheSameAlone() throws {
    try document(
      """
      { "id": "a", "frame": [40, 20, 41, 20], "contents": { "image": "x.svg" } },
      { "id": "b", "frame": [30, 20, 60, 20], "contents": { "text": "Growing", "size": 11 } }
      """,
      timeline: """
        { "targets": ["a", "b"], "duration": 1,
          "keyframes": [ { "scale": 0.3, "rotate": 0 }, { "scale": 2.6, "rotate": 9 } ] }
        """)
    let all = try frames(10)
    for index in [9, 2, 5] {
      #expect(try frame(at: "\(Double(index) / 10)") == all[index], "frame \(index)")
    }
  }

  /// While a text moves slowly, the centre of its ink moves with its layer.
  @Test func inkFollowsItsLayer() throws {
    try document(
      #"{ "id": "a", "frame": [20, 20, 60, 20], "contents": { "text": "Slowly", "size": 13 } }"#,
      timeline: """
        { "targets": ["a"], "duration": 1, "easing": "linear",
          "keyframes": [ { "translate": [0, 0] }, { "translate": [4, 2] } ] }
        """)
    let count = 40
    let centers = try frames(count).map { frame in
      var (sum, x, y) = (0.0, 0.0, 0.0)
      for place in 0..<120 * 60 {
        let darkness = Double(255 - Int(frame[frame.startIndex + place * 4 + 1]))
        sum += darkness
        x += darkness * Double(place % 120)
        y += darkness * Double(place / 120)
      }
      return (x: x / sum, y: y / sum)
    }
    for (i, center) in centers.enumerated() {
      let way = Double(i) / Double(count)
      #expect(abs(center.x - centers[0].x - 4 * way) < 0.1, "frame \(i)")
      #expect(abs(center.y - centers[0].y - 2 * way) < 0.1, "frame \(i)")
    }
  }

  @Test func whatCouldNotBeDoneIsAWarning() throws {
    try document(
      #"{ "frame": [0, 0, 50, 14], "contents": { "text": "a text that is cut 𓀀", "font": "Nope" } }"#
    )
    let lines = [
      "warning: doc.json:2:16: /layers/0/contents: no font family \"Nope\" is installed; another "
        + "font "
        + "is used instead",
      "warning: doc.json:2:16: /layers/0/contents: the text is cut off: it does not fit its frame "
        + "of "
        + "50×14 points",
    ]
    for command in [["validate", "doc.json"], ["frame", "doc.json", "--at", "0", "-o", "x.png"]] {
      let result = try Program.pipeline(command, in: folder.url)
      #expect(result.status == 0)
      for line in lines {
        let words = line.components(separatedBy: "/layers").last ?? ""
        #expect(result.errors.contains("warning: doc.json:2:"), "\(result.summary)")
        #expect(result.errors.contains("/layers" + words + "\n"), "\(result.summary)")
      }
      let strict = try Program.pipeline(command + ["--strict"], in: folder.url)
      #expect(strict.status == 65 && strict.errors.contains("error: doc.json:2:"))
    }
    let json = try Program.pipeline(["validate", "doc.json", "--json"], in: folder.url)
    #expect(json.output.contains("\"fine\":true") && json.output.contains("\"warnings\":[{"))
  }

  /// An invalid colour description in a picture is reported as a warning at the picture's place.
  @Test(arguments: [
    ("iCCP", Array("x".utf8) + [0, 0, 1, 2, 3], "its "),
    // The picture declares PQ with unknown primaries.
    ("cICP", [200, 16, 0, 1], "its description of its colours cannot be used"),
  ])
  func coloursThatCannotBeUsedAreAWarning(chunk: String, bytes: [UInt8], words: String) throws {
    var file = PNGFile()
    file.others = PNGFile.chunk(chunk, bytes)
    try Data(file.bytes).write(to: folder.url.appending(path: "broken.png"))
    try document(#"{ "frame": [0, 0, 5, 5], "contents": { "image": "broken.png" } }"#)
    for command in [["validate", "doc.json"], ["frame", "doc.json", "--at", "0", "-o", "x.png"]] {
      for (more, status) in [([], Int32(0)), (["--strict"], 65)] {
        let result = try Program.pipeline(command + more, in: folder.url)
        #expect(result.status == status, "\(result.summary)")
        let word = status == 0 ? "warning" : "error"
        #expect(result.errors.contains("\(word): doc.json:2:"), "\(result.summary)")
        #expect(result.errors.contains("/contents: broken.png: \(words)"), "\(result.summary)")
        #expect(result.errors.contains("taken as sRGB"), "\(result.summary)")
      }
    }
  }

  /// A drawing that would be too large is drawn as large as the limits allow, which is reported once.
  @Test func whatIsTooLargeIsDrawnSmaller() throws {
    try document(
      """
      { "frame": [0, 0, 40, 20], "scale": 40, "contents": { "image": "x.svg" } }
      """)
    let result = try Program.pipeline(
      ["frame", "doc.json", "--at", "0", "-o", "x.png", "--limit", "pixels=100000"],
      in: folder.url)
    #expect(result.status == 0, "\(result.summary)")
    let lines = result.errors.split(separator: "\n").filter { $0.contains("--limit pixels=N") }
    #expect(lines.count == 1, "\(result.errors)")
  }

  /// An ellipsis replaces the part that the text requests; letters of the other parts remain.
  @Test func anEllipsisStandsWhereItIsAskedFor() throws {
    func text(_ words: String, _ members: String) throws -> Data {
      try document(
        """
        { "frame": [0, 0, 60, 20], "contents": { "text": "\(words)", "size": 12\(members) } }
        """)
      return try frame()
    }
    let words = "IIIIIIIIIIIIIIIIWWWWWWWW"
    let end = try text(words, "")
    #expect(try text(words, ", \"ellipsis\": \"end\"") == end)
    // None of the letters at the end remain and, in the other case, none of those at the start.
    #expect(try text("IIIIIIIIIIIIIIIIMMMMMMMM", "") == end)
    let start = try text(words, ", \"ellipsis\": \"start\"")
    #expect(try text("MMMMMMMMIIIIIIIIWWWWWWWW", ", \"ellipsis\": \"start\"") == start)
    let middle = try text(words, ", \"ellipsis\": \"middle\"")
    #expect(Set([end, start, middle]).count == 3)
  }

  /// A missing picture is left out with a warning if the document allows it; otherwise the document is refused.
  @Test func aPictureThatIsMissingIsLeftOutWhereItMayBe() throws {
    func run(_ missing: String) throws -> Program.Result {
      try document(
        """
        { "frame": [0, 0, 20, 20], "backgroundColor": "#204060",
          "contents": { "image": "none.png"\(missing) } }
        """)
      return try Program.pipeline(["frame", "doc.json", "--at", "0", "-o", "-"], in: folder.url)
    }
    let refused = try run("")
    #expect(refused.status == 66 && refused.errors.contains("none.png"), "\(refused.summary)")
    let skipped = try run(", \"missing\": \"skip\"")
    #expect(skipped.status == 0 && skipped.errors.contains("warning"), "\(skipped.summary)")
    #expect(skipped.errors.contains("none.png"), "\(skipped.summary)")
    try document("{ \"frame\": [0, 0, 20, 20], \"backgroundColor\": \"#204060\" }")
    #expect(try frame() == skipped.data)
  }
}
