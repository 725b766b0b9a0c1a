import Foundation
import TestSupport
import Testing

/// Plugins that read layers in their current state also see content that follows the wall time.
@Suite struct LiveInputTests {
  /// Returns a document with a device whose screen is seen through hot air; `more` contains additional members of the
  /// document.
  private static func document(_ more: String) -> String {
    """
    { "version": 1, "canvas": { "size": [160, 160], "fps": 20, "background": "#102030" }, "duration": 2,
      "device": { "model": "phone", "size": [120, 120] }, \(more)
      "layers": [ { "id": "box", "frame": [20, 20, 60, 40], "backgroundColor": "#ff8800" } ],
      "timeline": { "animator": "displace", "layers": { "subject": "viewport" }, "duration": 2 } }
    """
  }

  @Test func fingersAreInThem() throws {
    let folder = try Folder()
    try folder.write(Self.document(""), to: "plain.json")
    let tap = #""touches": [ { "tap": [80, 80], "at": 0.9, "duration": 0.3 } ],"#
    try folder.write(Self.document(tap), to: "touched.json")
    // The finger is visible on the screen only while it is down.
    for (time, isSeen) in [("1", true), ("0.4", false)] {
      for name in ["plain", "touched"] {
        let run = try Program.pipeline(
          ["frame", "\(name).json", "--at", time, "-o", "\(name).png"], in: folder.url)
        #expect(run.status == 0, "\(run.summary)")
      }
      let isSame = try folder.data("plain.png") == folder.data("touched.png")
      #expect(isSame != isSeen, "at \(time) s")
    }
  }
}
