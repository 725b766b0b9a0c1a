import Foundation
import Media
import Testing

/// Tests devices that are pictures, and devices in landscape orientation.
@Suite struct DeviceTests {
  /// Returns a layer as `inspect` prints it.
  private func layer(
    _ id: String, _ file: String, at time: Double = 0, in folder: Folder
  ) throws -> [String: Any] {
    let told = try Program.pipeline(["inspect", file, "--at", "\(time)", "--json"], in: folder.url)
    let read = try JSONSerialization.jsonObject(with: told.data) as? [String: Any]
    let layers = try #require(read?["layers"] as? [[String: Any]], "\(told.summary)")
    return try #require(layers.first { $0["id"] as? String == id })
  }

  private func frame(of id: String, _ file: String, in folder: Folder) throws -> [Double] {
    try #require(try layer(id, file, in: folder)["frame"] as? [Double])
  }

  @Test func theGlassIsWhereAPictureIsTransparent() throws {
    let folder = try Folder()
    // The picture of 60 × 100 pixels is transparent outside of 2…57 × 2…97 and inside of 10…49 × 15…84.
    var bezel = PNGFile(width: 60, height: 100)
    bezel.sample = { x, y, channel in
      let isBody = (2..<58).contains(x) && (2..<98).contains(y)
      let isGlass = (10..<50).contains(x) && (15..<85).contains(y)
      return channel < 3 ? 40 : isBody && !isGlass ? 255 : 0
    }
    try Data(bezel.bytes).write(to: folder.url.appending(path: "bezel.png"))
    for scale in [1, 2] {
      try folder.write(
        """
        { "version": 1, "canvas": { "size": [120, 200], "scale": \(scale), "fps": 10 },
          "device": { "image": "bezel.png", "frame": [0, 0, 120, 200] },
          "screens": { "home": { "background": "#ff0000" } },
          "flow": [{ "wait": 0.1 }], "checks": [{ "at": 0, "layer": "home", "frame": [20, 30, 80, 140] }] }
        """, to: "a.json")
      #expect(try frame(of: "viewport", "a.json", in: folder) == [20, 30, 80, 140])
      for command in ["validate", "check"] {
        let told = try Program.pipeline([command, "a.json"], in: folder.url)
        #expect(told.status == 0, "\(told.summary)")
      }
      let drawn = try Program.pipeline(
        ["frame", "a.json", "--at", "0", "-o", "\(scale).png"], in: folder.url)
      #expect(drawn.status == 0, "\(drawn.summary)")
      let picture = Pixels(try ImageReader().read(folder.path("\(scale).png")))
      func pixel(_ x: Int, _ y: Int) -> [UInt8] {
        let start = (y * picture.width + x) * 4
        return Array(picture.bytes[start..<start + 4])
      }
      #expect(pixel(60 * scale, 100 * scale) == [255, 0, 0, 255])
      #expect(pixel(10 * scale, 100 * scale) == [40, 40, 40, 255])
    }
  }

  @Test func aPictureWithoutAHoleIsRefused() throws {
    let folder = try Folder()
    try Data(PNGFile(width: 8, height: 8).bytes).write(to: folder.url.appending(path: "bezel.png"))
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [120, 200] }, "device": { "image": "bezel.png" },
        "screens": { "home": {} }, "flow": [{ "wait": 0.1 }] }
      """, to: "a.json")
    let told = try Program.pipeline(["validate", "a.json"], in: folder.url)
    #expect(told.status == 65)
    #expect(
      told.errors.contains(
        "a.json:1:61: /device: the middle of the picture is not "
          + "transparent"))
  }

  @Test(arguments: [("iphone-16", 852.0, 393.0), ("tablet", 1180, 820), ("phone", 844, 390)])
  func aDeviceLiesOnItsSide(_ model: String, _ width: Double, _ height: Double) throws {
    let folder = try Folder()
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [1400, 1000] },
        "device": { "model": "\(model)", "orientation": "landscape", "statusBar": true },
        "screens": { "home": {} }, "flow": [{ "wait": 0.1 }] }
      """, to: "a.json")
    let screen = try frame(of: "viewport", "a.json", in: folder)
    #expect(abs(screen[2] / screen[3] - width / height) < 1e-3)
    let clock = try frame(of: "status-clock", "a.json", in: folder)
    #expect(clock[0] >= screen[0] && clock[1] >= screen[1])
  }

  /// The clock is black over white contents and white over black contents, even if a move begins at once.
  @Test func theStatusBarIsSeenOnEveryScreen() throws {
    let folder = try Folder()
    let move = "\"duration\": 0.5"
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [400, 800], "scale": 1 },
        "device": { "model": "phone", "statusBar": true }, "tabs": ["home", "profile"],
        "screens": { "home": { "background": "#fff" }, "profile": { "background": "#fff" },
          "night": { "layers": [ { "frame": [0, 0, 390, 844], "backgroundColor": "#000" } ] } },
        "flow": [ { "push": "night", \(move) }, { "pop": true, \(move) },
          { "tab": "profile", \(move) }, { "push": "night", \(move) },
          { "popToRoot": true, \(move) }, { "tab": "home", \(move) },
          { "replace": "night", \(move) } ] }
      """, to: "a.json")
    for (number, screen) in ["w", "b", "w", "w", "b", "w", "w", "b"].enumerated() {
      let time = Double(number) / 2
      let black = try #require(
        try layer("status-bar", "a.json", at: time, in: folder)["opacity"] as? Double)
      #expect(black == (screen == "w" ? 1 : 0), "at \(time) s")
    }
  }
}
