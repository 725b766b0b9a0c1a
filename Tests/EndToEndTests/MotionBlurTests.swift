import Foundation
import Testing

/// Tests motion blur: frames are the same in any order and for any number of threads, and checks are without blur
/// unless they request it.
@Suite struct MotionBlurTests {
  private static let document = """
    { "version": 1,
      "canvas": { "size": [64, 40], "fps": 10, "motionBlur": { "shutterAngle": 180, "samples": 24 } },
      "layers": [
        { "id": "glass", "frame": [24, 4, 16, 32], "cornerRadius": 5,
          "backdrop": { "blur": 2, "tint": "#ffffff55" } },
        { "id": "dot", "frame": [2, 14, 12, 12], "cornerRadius": 6, "backgroundColor": "#d02030" }
      ],
      "duration": 0.8,
      "timeline": { "at": 0.2, "targets": ["dot"], "duration": 0.4, "easing": "linear",
        "keyframes": [{ "translate": [0, 0] }, { "translate": [48, 0] }] },
      "checks": [{ "equals": "golden/%d.png", "motionBlur": true }] }
    """

  private func run(_ folder: Folder, _ words: String...) throws {
    let result = try Program.pipeline(["run", "d.json"] + words, in: folder.url)
    try #require(result.status == 0, "\(result.summary)")
  }

  @Test func framesDependOnTheirMomentAlone() throws {
    let folder = try Folder()
    try folder.write(Self.document, to: "d.json")
    try run(folder, "-o", "whole/%d.png", "--jobs", "1", "--manifest", "m.json")
    try FileManager.default.copyItem(
      atPath: folder.path("whole"), toPath: folder.path("golden"))
    try run(folder, "-o", "other/%d.png", "--jobs", "3", "--frames", "4-7")
    try run(folder, "-o", "other/%d.png", "--jobs", "2", "--frames", "0-3", "--resume")
    try run(folder, "-o", "sharp/%d.png", "--motion-blur", "0")
    for frame in 0..<8 {
      let blurred = try folder.data("golden/\(frame).png")
      #expect(try folder.data("other/\(frame).png") == blurred, "frame \(frame)")
      // The layer moves from frame 2 to frame 6; in both of these frames it moves while the shutter is half open.
      let isSharp = try folder.data("sharp/\(frame).png") == blurred
      #expect(isSharp == !(2...6).contains(frame), "frame \(frame)")
    }
    #expect(
      String(decoding: try folder.data("m.json"), as: UTF8.self).contains(
        "\"motionBlur\": \"0.05 s, at most 24 moments\""))
    let frame = try Program.pipeline(
      ["frame", "d.json", "--at", "0.4", "-o", "frame.png"], in: folder.url)
    #expect(frame.status == 0, "\(frame.summary)")
    let check = try Program.pipeline(["check", "d.json"], in: folder.url)
    #expect(check.status == 0, "\(check.summary)")
    try folder.write(
      Self.document.replacing(", \"motionBlur\": true }]", with: " }]"), to: "plain.json")
    let plain = try Program.pipeline(["check", "plain.json"], in: folder.url)
    #expect(plain.status == 1, "\(plain.summary)")
  }
}
