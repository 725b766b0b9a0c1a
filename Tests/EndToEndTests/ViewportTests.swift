import Foundation
import TestSupport
import Testing

/// The contents of a viewport are not visible outside it, whatever animates them.
@Suite struct ViewportTests {
  private static let transitions = [
    "slide", "cube", "flip", "fold", "portal", "turn", "cards", "checkerboard", "cross-dissolve",
    "explode", "natural-geographic", "circle-reveal", "system-push", "system-sheet", "cross-fade",
    "soft-wipe", "pixel-fade",
  ]
  /// The other animators with their parameters, which could draw outside.
  private static let effects = [
    "move-and-scale": #""layers": { "subject": "from" }, "params": { "to": [-60, -40, 260, 300] }"#,
    "shadow-lift": #"""
    "layers": { "subject": "card" }, "params": { "radius": 30, "offset": 0.4, "opacity": 1 }
    """#,
    "cover-fade": #""layers": { "cover": "to" }"#,
    "displace": #""layers": { "subject": "from" }"#,
    "lens": #""layers": { "subject": "from" }"#,
    "trail": #""layers": { "subject": "card" }"#,
    "ripple-reveal": #""layers": { "cover": "from" }, "params": { "center": [0, 0] }"#,
  ]
  private static let canvas = (width: 120, height: 160)
  /// The frame of the viewport in its upright orientation.
  private static let frame = (x: 24, y: 30, width: 60, height: 90)

  private func document(_ flow: String, _ more: String = "") -> String {
    """
    { "version": 1, "canvas": { "size": [\(Self.canvas.width), \(Self.canvas.height)], "fps": 20,
        "background": { "linear": { "from": [0, 0], "to": [1, 1] }, "stops": ["#102030", "#e0c0a0"] } },
      "viewport": { "frame": [\(Self.frame.x), \(Self.frame.y), \(Self.frame.width), \(Self.frame.height)],
        "size": [120, 180], "cornerRadius": 12 },
      "screens": {
        "home": { "background": "#ff0000", "layers": [{ "id": "card", "frame": [10, 10, 50, 50], "shadowOpacity": 1,
          "shadowRadius": 20, "backgroundColor": "#00ff00" }] },
        "next": { "background": "#0000ff", "layers": [{ "frame": [60, 90, 50, 80],
          "backgroundColor": "#ffff00" }] }
      }, \(more)
      "flow": [\(flow)] }
    """
  }

  /// Returns the frames of a document as raw pixels.
  private func frames(_ text: String) throws -> [[UInt8]] {
    let folder = try Folder()
    try text.write(to: folder.url.appending(path: "a.json"), atomically: true, encoding: .utf8)
    let made = try Program.pipeline(
      ["run", "a.json", "-o", "-", "--progress", "none"], in: folder.url)
    #expect(made.status == 0, "\(made.summary)")
    let bytes = [UInt8](made.data)
    let size = Self.canvas.width * Self.canvas.height * 4
    return stride(from: 0, to: bytes.count, by: size).map {
      Array(bytes[$0..<min($0 + size, bytes.count)])
    }
  }

  private static let turn = (degrees: 12.0, scale: 0.8)

  /// A document with a move that rotates the viewport at once.
  private static let turning = """
    { "wait": 0.1, "timeline": { "targets": ["viewport"], "duration": 0, "keyframes": [
      { "rotate": \(turn.degrees), "scale": \(turn.scale) } ] } }
    """

  /// Returns whether a pixel is outside the rounded rectangle.
  private func isOutside(_ x: Int, _ y: Int, isTurned: Bool) -> Bool {
    let f = Self.frame
    var place = (
      x: Double(x) + 0.5 - Double(f.x) - Double(f.width) / 2,
      y: Double(y) + 0.5 - Double(f.y) - Double(f.height) / 2
    )
    if isTurned {
      let angle = Self.turn.degrees * .pi / 180
      place = (
        (place.x * cos(angle) + place.y * sin(angle)) / Self.turn.scale,
        (place.y * cos(angle) - place.x * sin(angle)) / Self.turn.scale
      )
    }
    let radius = 12.0
    let (across, down) = (
      abs(place.x) - Double(f.width) / 2 + radius, abs(place.y) - Double(f.height) / 2 + radius
    )
    let corner = (max(across, 0) * max(across, 0) + max(down, 0) * max(down, 0)).squareRoot()
    let distance = corner + min(max(across, down), 0) - radius
    return distance * (isTurned ? Self.turn.scale : 1) > 0.71
  }

  private func expectStillOutside(
    _ frames: [[UInt8]], _ what: String, isTurned: Bool = false
  ) throws {
    let first = try #require(frames.first)
    var changed = 0
    for frame in frames {
      for y in 0..<Self.canvas.height {
        for x in 0..<Self.canvas.width where isOutside(x, y, isTurned: isTurned) {
          let i = (y * Self.canvas.width + x) * 4
          if frame[i..<i + 4] != first[i..<i + 4] { changed += 1 }
        }
      }
    }
    #expect(changed == 0, "\(what)")
    #expect(frames.contains { $0 != first }, "\(what) moves nothing")
  }

  @Test(arguments: Effort.spread(transitions, test: 2)) func anAnimatorStaysInside(_ name: String)
    throws
  {
    let made = try frames(
      document(
        """
        { "push": "next", "animator": "\(name)", "duration": 0.5 },
        { "pop": true, "animator": "\(name)", "duration": 0.5 }
        """))
    #expect(made.count == 20)
    try expectStillOutside(made, name)
  }

  @Test(
    arguments: Effort.spread(effects.keys.sorted(), test: 2),
    Effort.current > .test ? [false, true] : [false])
  func anEffectStaysInside(_ name: String, isTurned: Bool) throws {
    let given = try #require(Self.effects[name])
    // The effect on moving contents is visible too.
    let step = #"""
      "seam": 0.4, "timeline": { "parallel": [
        { "animator": "\#(name)", "duration": 0.5, \#(given) },
        { "targets": ["card"], "duration": 0.5, "keyframes": [
          { "translate": [0, 0] }, { "translate": [-60, -60] } ] } ] }
      """#
    let turn = isTurned ? "\(Self.turning), " : ""
    let made = try frames(
      document("\(turn){ \"push\": \"next\", \(step) }, { \"pop\": true, \(step) }"))
    #expect(made.count == (isTurned ? 22 : 20))
    try expectStillOutside(made, name, isTurned: isTurned)
  }

  @Test func everyBundledAnimatorIsTried() throws {
    let list = try Program.pipeline(["plugin", "list", "--json"])
    let read = try JSONSerialization.jsonObject(with: list.data) as? [String: Any]
    let plugins = try #require(read?["animators"] as? [[String: Any]])
    let names = Set(plugins.compactMap { $0["id"] as? String })
    #expect(names == Set(Self.transitions + Self.effects.keys))
  }

  /// The test is repeated with a rotated and smaller viewport.
  @Test(
    arguments: Effort.spread(transitions, test: 2))
  func anAnimatorStaysInsideOfATurnedViewport(_ name: String) throws {
    let made = try frames(
      document(
        """
        \(Self.turning),
        { "push": "next", "animator": "\(name)", "duration": 0.5 },
        { "pop": true, "animator": "\(name)", "duration": 0.5 }
        """))
    #expect(made.count == 22)
    try expectStillOutside(made, "turned \(name)", isTurned: true)
  }

  private static let styles = ["sheet", "form", "fullScreen", "overCurrent", "custom"]

  @Test(
    arguments: Effort.spread(styles, test: 2), Effort.current > .test ? [false, true] : [false])
  func aPresentationStaysInside(_ style: String, isTurned: Bool) throws {
    let turn = isTurned ? "\(Self.turning)," : ""
    let made = try frames(
      document(
        """
        \(turn) { "present": "next", "style": "\(style)", "backdrop": { "blur": 8 } },
        { "dismiss": true }
        """))
    #expect(made.count >= 20)
    try expectStillOutside(made, style, isTurned: isTurned)
  }

  /// A backdrop shows nothing from outside its layer.
  @Test func aBackdropEndsAtItsLayer() throws {
    func middle(_ around: String) throws -> [UInt8] {
      let text = """
        { "version": 1, "canvas": { "size": [120, 160], "fps": 1 }, "duration": 1, "layers": [
          { "frame": [0, 0, 120, 160], "backgroundColor": "\(around)" },
          { "frame": [30, 30, 60, 60], "backgroundColor": "#40c080" },
          { "frame": [30, 30, 60, 60], "backdrop": { "blur": 10 } } ] }
        """
      let frame = try #require(try frames(text).first)
      var inside: [UInt8] = []
      for y in 30..<90 {
        let start: Int = (y * 120 + 30) * 4
        inside += frame[start..<start + 240]
      }
      return inside
    }
    let (white, black) = (try middle("#ffffff"), try middle("#000000"))
    #expect(white == black)
    #expect(Array(white[0..<3]) == [0x40, 0xc0, 0x80])
  }

  /// In Chromium, the area below a card is as bright as without the card's shadow.
  @Test func shadowsAreCutOutBelowTheirLayer() throws {
    let text = """
      { "version": 1, "canvas": { "size": [120, 160], "fps": 1 }, "duration": 1, "layers": [
        { "frame": [30, 30, 60, 60], "cornerRadius": 8, "backgroundColor": "#ffffff40",
          "shadows": [{ "color": "#000000", "radius": 6, "spread": 4 }] } ] }
      """
    let frame = try #require(try frames(text).first)
    let inside = (60 * 120 + 60) * 4
    let beside = (60 * 120 + 27) * 4
    #expect(frame[inside] == 255)
    #expect(frame[beside] < 128)
  }
}
