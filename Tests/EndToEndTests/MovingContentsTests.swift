import Foundation
import TestSupport
import Testing

/// Tests videos and numbered pictures as contents: how they are drawn, reported and refused.
@Suite struct MovingContentsTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  private func make(_ arguments: [String]) throws {
    let result = try Program.tool("ffmpeg", ["-v", "error", "-y"] + arguments, in: folder.url)
    try #require(result.status == 0, "\(result.summary)")
  }

  /// Creates a video at ten frames a second whose frame n has the grey 20 n + 10.
  private func greys(_ name: String, codec: [String] = ["-c:v", "ffv1"]) throws {
    try make(
      ["-f", "lavfi", "-i", "color=black:s=16x16:r=10:d=1,format=gray,geq=lum='20*N+10'"]
        + ["-vf", "scale=out_range=full", "-pix_fmt", "yuv444p", "-color_range", "pc"]
        + ["-colorspace", "bt709"] + codec + [name])
  }

  private func document(_ contents: String, layer: String = "", timeline: String = "") throws {
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [16, 16], "fps": 10 }, "duration": 2,
        "layers": [ { "id": "box", "frame": [0, 0, 16, 16]\(layer), "contents": \(contents) } ]
        \(timeline) }
      """, to: "doc.json")
  }

  /// Returns the grey of the middle pixel in every frame of a run.
  private func shown(_ arguments: [String] = []) throws -> [Int] {
    let result = try Program.pipeline(["run", "doc.json", "-o", "-"] + arguments, in: folder.url)
    try #require(result.status == 0, "\(result.errors)")
    let size = 16 * 16 * 4
    return stride(from: 0, to: result.data.count, by: size).map {
      Int(result.data[$0 + (8 * 16 + 8) * 4])
    }
  }

  private func grey(_ frame: Int) -> Int { 20 * frame + 10 }

  @Test func maps() throws {
    try greys("v.mkv")
    let cases: [(String, [Int?])] = [
      (#""loop": "hold""#, (0..<20).map { min($0, 9) }),
      (#""loop": "forever""#, (0..<20).map { $0 % 10 }),
      (#""loop": "once""#, (0..<20).map { $0 < 10 ? $0 : nil }),
      (#""reverse": true"#, (0..<20).map { max(9 - $0, 0) }),
      (#""speed": 2, "loop": "forever""#, (0..<20).map { 2 * $0 % 10 }),
      (#""from": 0.3, "to": "80%", "loop": "forever""#, (0..<20).map { 3 + $0 % 5 }),
      (#""from": "4f", "at": 0.5"#, (0..<20).map { min(9, 4 + max(0, $0 - 5)) }),
    ]
    for (keys, wanted) in cases {
      try document("{ \"video\": \"v.mkv\", \(keys) }")
      let got = try shown()
      // After its end, a video with "once" leaves the white canvas.
      let greys = wanted.map { $0.map(grey) ?? 255 }
      #expect(zip(got, greys).allSatisfy { abs($0 - $1) <= 1 }, "\(keys): \(got) for \(greys)")
    }
    // A shard shows the same as the whole run.
    let whole = try shown()
    #expect(try shown(["--frames", "7-12"]) == Array(whole[7...12]))
  }

  @Test func keyframesSetTheTime() throws {
    try greys("v.mkv")
    try document(
      #"{ "video": "v.mkv" }"#,
      timeline: """
        , "timeline": { "targets": ["box"], "duration": 1, "easing": "linear",
            "keyframes": [ { "contentsTime": 0.85 }, { "contentsTime": 0.05 } ] }
        """)
    let got = try shown()
    let wanted = (0..<20).map { grey(min(9, max(0, Int(8.5 - 0.8 * Double(min($0, 10)))))) }
    #expect(zip(got, wanted).allSatisfy { abs($0 - $1) <= 1 }, "\(got) for \(wanted)")
    let told = try Program.pipeline(
      ["inspect", "doc.json", "--at", "0.5", "--json"], in: folder.url)
    #expect(told.output.contains(#""contentsTime":0.45"#), "\(told.summary)")
    #expect(told.output.contains(#""kind":"video","video":"v.mkv""#))
  }

  @Test func numberedPictures() throws {
    try greys("v.mkv")
    try make(["-i", "v.mkv", "-start_number", "1", "art-%03d.png"])
    try document(#"{ "frames": "art-%03d.png", "fps": 5, "loop": "hold" }"#)
    let got = try shown()
    let wanted = (0..<20).map { grey($0 / 2) }
    #expect(zip(got, wanted).allSatisfy { abs($0 - $1) <= 2 }, "\(got) for \(wanted)")
    try document(#"{ "frames": "none-%03d.png", "fps": 5 }"#)
    let missing = try Program.pipeline(["validate", "doc.json"], in: folder.url)
    #expect(missing.status == 66 && missing.errors.contains("none-000.png"), "\(missing.summary)")
  }

  /// A moving file that is used as a still image is reported, and a file that is not a video is refused at its place.
  @Test func saysWhatIsMeant() throws {
    try make(["-f", "lavfi", "-i", "testsrc=s=16x16:r=5:d=1", "a.gif"])
    try document(#"{ "image": "a.gif" }"#)
    let still = try Program.pipeline(["run", "doc.json", "-o", "x.png"], in: folder.url)
    #expect(still.status == 0)
    #expect(
      still.errors.contains(#"{ "video": "a.gif" } plays it"#)
        && still.errors.contains("doc.json:"), "\(still.summary)")
    try document(#"{ "video": "doc.json" }"#)
    let wrong = try Program.pipeline(["validate", "doc.json"], in: folder.url)
    #expect(wrong.status == 65 && wrong.errors.contains("not a video"), "\(wrong.summary)")
    try document(#"{ "video": "a.gif", "from": 5 }"#)
    let beyond = try Program.pipeline(["validate", "doc.json"], in: folder.url)
    #expect(
      beyond.status == 65 && beyond.errors.contains("no part of the file is"), "\(beyond.summary)")
  }
}
