import Foundation
import Testing

/// Contents whose picture depends on the time: read, told, asked and drawn.
@Suite struct ClipTests {
  @Test func aClipShowsItsColoursByTurns() throws {
    let folder = try Folder()
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [8, 6], "scale": 2 }, "duration": 2,
        "layers": [ { "id": "box", "frame": [2, 1, 4, 4],
                      "contents": { "clip": "#ff0000", "then": "#0000ff", "period": 0.5 } } ] }
      """, to: "doc.json")
    let file = folder.url.appending(path: "doc.json").path()
    for (time, expected) in [("0.25", "#ff0000"), ("0.75", "#0000ff"), ("1.25", "#ff0000")] {
      try folder.write(
        """
        { "version": 1, "canvas": { "size": [8, 6], "scale": 2 }, "duration": 2,
          "layers": [ { "frame": [2, 1, 4, 4], "contents": { "color": "\(expected)" } } ] }
        """, to: "plain.json")
      let plain = folder.url.appending(path: "plain.json").path()
      let shown = try ["a": file, "b": plain].map { name, path in
        let picture = folder.url.appending(path: "\(name).png")
        let result = try Program.pipeline([
          "frame", path, "--at", time, "-o", picture.path(),
        ])
        try #require(result.status == 0, "\(result.summary)")
        return try Data(contentsOf: picture)
      }
      #expect(shown[0] == shown[1], "at \(time)")
    }
    let told = try Program.pipeline(["inspect", file, "--at", "0.75", "--json"])
    #expect(told.status == 0, "\(told.summary)")
    #expect(
      told.output.contains(
        #""contents":{"kind":"clip","first":[1,0,0,1],"second":[0,0,1,1],"period":0.5,"#
          + #""time":0.75,"size":[4,4]}"#), "\(told.output)")
  }
}
