import Foundation
import TestSupport
import Testing

/// Tests documents that `init --template` creates from a user's own pictures.
@Suite struct TemplateTests {
  private static let names = [
    "store-preview", "readme-gif", "flow", "captions", "compare", "cards",
  ]

  /// Creates three pictures with the proportions of a phone.
  private func pictures(in folder: Folder) throws -> [String] {
    try ["#d9480f", "#2b8a3e", "#364fc7"].enumerated().map { number, color in
      let text = """
        { "version": 1, "canvas": { "size": [98, 213], "scale": 3, "background": "\(color)" },
          "layers": [{ "frame": [10, 40, 78, 60], "backgroundColor": "#ffffff", "cornerRadius": 8 },
            { "frame": [20, 170, 58, 16], "backgroundColor": "#ffd43b", "cornerRadius": 8 }] }
        """
      try text.write(
        to: folder.url.appending(path: "\(number).json"), atomically: true, encoding: .utf8)
      let made = try Program.pipeline(
        ["frame", "\(number).json", "--at", "0", "-o", "\(number).png"], in: folder.url)
      #expect(made.status == 0, "\(made.summary)")
      return "\(number).png"
    }
  }

  @Test(arguments: Effort.spread(names, test: 2)) func aTemplatePassesItsOwnCheck(_ name: String)
    throws
  {
    let folder = try Folder()
    let pictures = try pictures(in: folder)
    let made = try Program.pipeline(
      ["init", "work", "--template", name] + pictures, in: folder.url)
    #expect(made.status == 0, "\(made.summary)")
    // A finger taps the button, and the last caption differs from that of the previous screen.
    let text = try String(
      contentsOf: folder.url.appending(path: "work/pipeline.json"), encoding: .utf8)
    if !["compare", "cards"].contains(name) {
      #expect(text.matches(of: /"tap": \["50%", "8[34]%"\]/).count == 2, "\(text)")
      #expect(text.contains(#""at": "back" }"#) == text.contains("captions\": {"))
    }
    let checked = try Program.pipeline(["check", "work/pipeline.json"], in: folder.url)
    #expect(checked.status == 0, "\(checked.summary)")
    let judged = try Program.pipeline(
      ["validate", "--strict", "work/pipeline.json"], in: folder.url)
    #expect(judged.status == 0, "\(judged.summary)")
  }

  @Test func aScreenshotIsAsWideAsItsScreen() throws {
    let folder = try Folder()
    let pictures = try pictures(in: folder)
    let text = """
      { "version": 1, "canvas": { "size": [49, 60], "background": "#000000" },
        "screens": { "a": "\(pictures[0])", "b": { "screenshot": "\(pictures[1])" } },
        "flow": [{ "wait": 0.2 }, { "push": "b", "tap": [100, 100], "duration": 0.2 }] }
      """
    try text.write(to: folder.url.appending(path: "a.json"), atomically: true, encoding: .utf8)
    let seen = try Program.pipeline(
      ["inspect", "a.json", "--at", "0.3", "--json"], in: folder.url)
    #expect(seen.status == 0, "\(seen.summary)")
    let scene = try #require(
      try JSONSerialization.jsonObject(with: seen.data) as? [String: Any])
    let layers = try #require(scene["layers"] as? [[String: Any]])
    func frame(_ id: String) -> [Double]? {
      layers.first { $0["id"] as? String == id }?["frame"] as? [Double]
    }
    #expect(frame("a/0") == [0, 0, 49, 106.5])
    // The position is 100 of 294 pixels, in the middle of the ring.
    let ring = try #require(frame("touch"))
    #expect(abs(ring[0] + ring[2] / 2 - 100.0 / 6) < 0.01)
    #expect(abs(ring[1] + ring[3] / 2 - 100.0 / 6) < 0.01)
  }
}
