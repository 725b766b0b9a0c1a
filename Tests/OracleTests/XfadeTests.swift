import Compositing
import Encoding
import Foundation
import Media
import Scenes
import TestSupport
import Testing

/// Compares the transitions that the program shares with FFmpeg's filter `xfade`, frame by frame.
///
/// `xfade` truncates the fractions of a channel and the smooth parts of an edge. A mix may therefore differ by 1, and a
/// rim of one pixel beside the edge of a wipe is not compared. All other pixels are the same.
@Suite struct XfadeTests {
  struct Wipe: Sendable, CustomTestStringConvertible {
    /// The name of the filter's transition.
    var xfade: String
    /// The members of the document other than the screens.
    var document: String
    /// Whether the new screen appears over black from the middle of the transition on, as the filter does.
    var isOverBlack = false
    /// The maximum difference of a channel.
    var limit: Int
    /// Whether pixels at edges are not compared.
    var hasRim = false
    var testDescription: String { xfade }
  }

  private static let (width, height) = (160, 96)
  private static let frames = 16

  static let wipes: [Wipe] = [
    Wipe(
      xfade: "fade", document: transition("\"animator\": \"cross-dissolve\""), limit: 1),
    slide("slideleft", "right"), slide("slideright", "left"), slide("slideup", "bottom"),
    slide("slidedown", "top"),
    wipe("wipeleft", ["100%", 0, "100%", "100%"], [0, 0, "100%", "100%"]),
    wipe("wiperight", ["-100%", 0, "100%", "100%"], [0, 0, "100%", "100%"]),
    wipe("wipeup", [0, "100%", "100%", "100%"], [0, 0, "100%", "100%"]),
    wipe("wipedown", [0, "-100%", "100%", "100%"], [0, 0, "100%", "100%"]),
    wipe("wipetl", [0, 0, "100%", "100%"], [0, 0, 0, 0], isOutside: true),
    wipe("wipetr", [0, 0, "100%", "100%"], ["100%", 0, 0, 0], isOutside: true),
    wipe("wipebl", [0, 0, "100%", "100%"], [0, "100%", 0, 0], isOutside: true),
    wipe("wipebr", [0, 0, "100%", "100%"], ["100%", "100%", 0, 0], isOutside: true),
    // The radius depends on the cube of the progress, and the centre is the centre of a pixel.
    Wipe(
      xfade: "circlecrop",
      document: transition(
        """
        "animator": "circle-reveal", "params": { "center": [80.5, 48.5] }
        """, easing: "\"cubic-bezier(0.3333333333, 0, 0.6666666667, 0)\"", duration: 0.5),
      isOverBlack: true, limit: 0, hasRim: true),
    Wipe(
      xfade: "rectcrop",
      document: """
        "transition": { "duration": 0.5, "timeline": { "targets": "to", "duration": 0.5,
          "easing": "linear", "keyframes": [
            { "offset": 0, "mask": { "rect": [80, 48, 0, 0] } },
            { "offset": 1, "mask": { "rect": [0, 0, 160, 96] } } ] } }
        """,
      isOverBlack: true, limit: 0, hasRim: true),
  ]

  private static func transition(
    _ members: String, easing: String = "\"linear\"", duration: Double = 1
  ) -> String {
    "\"transition\": { \"duration\": \(duration), \"easing\": \(easing), \(members) }"
  }

  private static func slide(_ xfade: String, _ edge: String) -> Wipe {
    Wipe(
      xfade: xfade,
      document: transition(
        "\"animator\": \"slide\", \"params\": { \"edge\": \"\(edge)\", \"follow\": 1 }"),
      limit: 0)
  }

  /// Returns a transition in which the new screen is visible inside or outside a moving rectangle.
  private static func wipe(
    _ xfade: String, _ start: [Any], _ end: [Any], isOutside: Bool = false
  ) -> Wipe {
    func mask(_ rect: [Any]) -> String {
      let numbers = rect.map { $0 is String ? "\"\($0)\"" : "\($0)" }.joined(separator: ", ")
      return "\"mask\": { \"rect\": [\(numbers)], \"inverted\": \(isOutside) }"
    }
    return Wipe(
      xfade: xfade,
      document: """
        "transition": { "duration": 1, "timeline": { "targets": "to", "duration": 1,
          "easing": "linear", "keyframes": [
            { "offset": 0, \(mask(start)) }, { "offset": 1, \(mask(end)) } ] } }
        """,
      limit: 0, hasRim: true)
  }

  // MARK: Pictures

  /// A picture with steep and flat parts, in which no pixel equals a pixel of the other screen.
  private static let goes = """
    { "frame": [0, 0, 160, 96], "contents": { "gradient": {
      "linear": { "from": [0, 0], "to": [1, 1] }, "stops": ["#2b5fd9", "#12306e"] } } },
    { "frame": [20, 16, 50, 40], "backgroundColor": "#d0e0f0" }
    """
  private static let comes = """
    { "frame": [0, 0, 160, 96], "contents": { "gradient": {
      "linear": { "from": [0, 1], "to": [1, 0] }, "stops": ["#f4c430", "#c0392b"] } } },
    { "frame": [70, 30, 60, 50], "backgroundColor": "#7a1f5c" }
    """
  private static let black = "{ \"frame\": [0, 0, 160, 96], \"backgroundColor\": \"#000000\" }"

  private static func drawing(_ document: String, at time: Double) throws -> Pixels {
    var scene = OracleScene("", layers: "", html: "")
    scene.document = document
    scene.size = (width, height)
    scene.background = "#000000"
    scene.time = time
    return Pixels(try OurDrawing.draw(scene))
  }

  /// Returns the frames of the filter; the first frame shows only the old picture.
  private static func filtered(_ xfade: String) throws -> [Pixels] {
    let folder = try TestSupport.Folder()
    for (name, layers) in [("a", goes), ("b", comes)] {
      let picture = try drawing("\"layers\": [\(layers)]", at: 0)
      try Data(SmallPNG.encode(picture.bitmap, isOpaque: true))
        .write(to: folder.url.appending(path: "\(name).png"))
    }
    let input = ["-loop", "1", "-framerate", "\(frames)", "-t", "2", "-i"]
    let result = try Program.tool(
      "ffmpeg",
      ["-v", "error"] + input + ["a.png"] + input + [
        "b.png", "-filter_complex",
        "[0]format=gbrp[a];[1]format=gbrp[b];"
          + "[a][b]xfade=transition=\(xfade):duration=1:offset=0,format=rgba",
        "-frames:v", "\(frames + 1)", "-f", "rawvideo", "out.rgba",
      ], in: folder.url)
    try #require(result.status == 0, "ffmpeg is needed: make deps")
    let bytes = [UInt8](try folder.data("out.rgba"))
    let size = width * height * 4
    try #require(bytes.count == size * (frames + 1))
    return (0...frames).map {
      Pixels(width: width, height: height, bytes: Array(bytes[$0 * size..<($0 + 1) * size]))
    }
  }

  @Test(arguments: wipes) func drawsLikeTheFilter(_ wipe: Wipe) throws {
    let theirs = try Self.filtered(wipe.xfade)
    var (largest, place) = (0, "")
    var compared = 0
    // In its first frame the filter's slides read beyond the ends of rows.
    for frame in (wipe.isOverBlack ? Self.frames / 2 : 0) + 1...Self.frames {
      let time = Double(frame - (wipe.isOverBlack ? Self.frames / 2 : 0)) / Double(Self.frames)
      let ours = try Self.drawing(
        """
        "screens": { "from": { "layers": [\(wipe.isOverBlack ? Self.black : Self.goes)] },
          "to": { "layers": [\(Self.comes)] } }, \(wipe.document)
        """, at: time)
      for y in 0..<Self.height {
        for x in 0..<Self.width {
          let isRim = ours.contrast(x, y) > 6 || theirs[frame].contrast(x, y) > 6
          if wipe.hasRim && isRim { continue }
          compared += 1
          let difference = ours.distance(x, y, to: theirs[frame], x, y)
          if difference > largest {
            (largest, place) = (difference, "(\(x), \(y)) of frame \(frame)")
          }
        }
      }
    }
    print("oracle: xfade \(wipe.xfade): \(largest) of \(wipe.limit)")
    #expect(largest <= wipe.limit, "at \(place)")
    #expect(compared > Self.width * Self.height * 4)
  }
}
