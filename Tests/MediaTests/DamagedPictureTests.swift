import Foundation
import Media
import Scenes
import TestSupport
import Testing

/// Tests pictures for third-party libraries that are truncated or have changed bytes: each is read or refused, and the
/// reader continues with the next one.
@Suite struct DamagedPictureTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  private static let colors: [[UInt8]] = [
    [220, 20, 20], [20, 200, 20], [20, 20, 220], [220, 220, 20],
  ]

  private func made(_ kind: String) throws -> String {
    let pictures = MadePictures(folder: folder)
    if kind == "inked" { return try pictures.inkedJPEG("good.jpg", luminance: true) }
    if kind == "heic" {
      return try pictures.heic(
        "good.heic", orientation: 6, width: 64, height: 64, colors: Self.colors)
    }
    let path = folder.path("good.avif")
    let result = try Program.tool(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x64:d=1:r=1", "-frames:v", "1",
        "-c:v", "libaom-av1", "-still-picture", "1", "-cpu-used", "8", path,
      ])
    #expect(result.status == 0, "\(result.summary)")
    return path
  }

  @Test(arguments: ["heic", "avif", "inked"]) func areReadOrRefused(_ kind: String) throws {
    let good = try made(kind)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: good)))
    let reader = ImageReader(MediaSettings(seconds: 20))
    let size = try reader.read(good)
    #expect(size.width > 0)
    var random = SeededRandom(18)
    let path = folder.path("damaged")
    var refused = 0
    for round in 0..<Effort.count(test: 24, long: 600, soak: 6_000) {
      var damaged = bytes
      if round % 3 == 0 {
        damaged = Array(bytes.prefix(Int.random(in: 12..<bytes.count, using: &random)))
      } else {
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          damaged[Int.random(in: 12..<bytes.count, using: &random)] = UInt8.random(
            in: 0...255, using: &random)
        }
      }
      try Data(damaged).write(to: URL(fileURLWithPath: path))
      do throws(MediaError) {
        let bitmap = try reader.read(path)
        #expect(bitmap.width <= 16_384 && bitmap.height <= 16_384)
      } catch {
        refused += 1
      }
    }
    #expect(refused > 0)
    let again = try reader.read(good)
    #expect(again.width == size.width && again.height == size.height)
  }
}
