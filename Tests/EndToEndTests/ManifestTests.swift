import Foundation
import Testing

/// Tests `run --manifest`, which writes hashes of pixels, whatever the format, and of plugins.
@Suite struct ManifestTests {
  private struct Manifest: Decodable {
    struct Plugin: Decodable {
      var id: String
      var version: String
      var file: String
      var sha256: String
    }
    struct Frame: Decodable {
      var frame: Int
      var time: Double
      var sha256: String
    }
    struct Output: Decodable {
      var path: String
      var size: [Int]
      var frames: [Frame]
    }
    var plugins: [Plugin]
    var outputs: [Output]
  }

  @Test func hashesAreThoseOfTheFiles() throws {
    let folder = try Folder()
    let result = try Program.pipeline([
      "run", "pipeline.json", "--scale", "0.5", "--frames", "40-42",
      "-o", folder.path("%04d.png"), "-o", folder.path("a.gif"), "--fps", "50",
      "--manifest", folder.path("m.json"),
    ])
    try #require(result.status == 0, "\(result.summary)")
    let manifest = try JSONDecoder().decode(Manifest.self, from: try folder.data("m.json"))
    #expect(
      manifest.plugins.map(\.id) == [
        "cover-fade", "move-and-scale", "ripple-reveal", "shadow-lift",
      ])
    for plugin in manifest.plugins {
      let sum = try Program.tool("sha256sum", [plugin.file])
      #expect(sum.output.hasPrefix(plugin.sha256), "\(sum.summary)")
      #expect(!plugin.version.isEmpty)
    }
    #expect(manifest.outputs.map(\.frames.count) == [3, 3])
    let pictures = manifest.outputs[0]
    #expect(pictures.size == [160, 284] && pictures.frames.map(\.frame) == [40, 41, 42])
    #expect(manifest.outputs[1].frames.map(\.sha256) == pictures.frames.map(\.sha256))
    for frame in pictures.frames {
      let raw = folder.path("\(frame.frame).rgba")
      let decoded = try Program.tool(
        "ffmpeg",
        [
          "-v", "error", "-i", folder.path("00\(frame.frame).png"), "-pix_fmt", "rgba", "-f",
          "rawvideo", raw,
        ])
      #expect(decoded.status == 0, "\(decoded.summary)")
      #expect(try Program.tool("sha256sum", [raw]).output.hasPrefix(frame.sha256))
    }
  }

  @Test func aPathThatCannotBeWrittenFailsFirst() throws {
    let folder = try Folder()
    let result = try Program.pipeline([
      "run", "pipeline.json", "-o", folder.path("a.gif"), "--manifest", "/dev/full/m.json",
    ])
    #expect(result.status == 74, "\(result.summary)")
    #expect(try folder.files().isEmpty)
  }
}
