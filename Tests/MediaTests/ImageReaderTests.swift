import Files
import Foundation
import Media
import Scenes
import TestSupport
import Testing

@Suite struct ImageReaderTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  func make(_ arguments: String...) throws {
    let result = try Program.tool("ffmpeg", ["-v", "error", "-y"] + arguments)
    #expect(result.status == 0, "\(result.summary)")
  }

  func write(_ bytes: [UInt8], _ name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: folder.path(name)))
    return folder.path(name)
  }

  @Test(arguments: Effort.spread(["png", "jpg", "webp", "gif", "bmp", "tiff"], test: 3))
  func readsWhatPeopleHave(_ ending: String) throws {
    let path = folder.path("x.\(ending)")
    try make(
      "-f", "lavfi", "-i", "testsrc=s=64x40:d=1:r=1", "-frames:v", "1", "-pix_fmt",
      ["jpg": "yuvj444p", "webp": "bgra", "gif": "rgb8"][ending] ?? "rgb24",
      ending == "webp" ? "-lossless" : "-q:v", "1", path)
    try expect(path, within: ending == "jpg" ? 3 : 0)
  }

  /// Expects that the picture equals the output of the ffmpeg program.
  func expect(_ path: String, within tolerance: Int) throws {
    try make(
      "-i", path, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgba", folder.path("x.raw"))
    let wanted = Array(try Data(contentsOf: URL(fileURLWithPath: folder.path("x.raw"))))
    let bitmap = try ImageReader().read(path)
    #expect(wanted.count == bitmap.width * bitmap.height * 4)
    var worst = 0
    for y in 0..<bitmap.height {
      for x in 0..<(bitmap.width * 4) {
        let got = unsafe bitmap.pixels[y * bitmap.strideBytes + x]
        worst = max(worst, abs(Int(got) - Int(wanted[y * bitmap.width * 4 + x])))
      }
    }
    #expect(worst <= tolerance)
  }

  @Test(arguments: ["gray", "gray16be", "rgb48be", "rgba64be", "ya8", "pal8", "monob"])
  func readsEveryKindOfPNG(_ format: String) throws {
    try make(
      "-f", "lavfi", "-i", "testsrc=s=33x17:d=1:r=1", "-frames:v", "1", "-pix_fmt", format,
      folder.path("x.png"))
    try expect(folder.path("x.png"), within: 1)
  }

  /// Returns a TIFF of one row; `extra` declares the kind of its fourth sample (tag 338: 1 is an alpha by which the
  /// colours are multiplied, and 2 an alpha by which they are not).
  private func tiff(_ samples: [UInt16], bits: Int, extra: UInt32?) -> [UInt8] {
    func short(_ value: UInt32) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }
    func long(_ value: UInt32) -> [UInt8] { short(value & 0xffff) + short(value >> 16) }
    var entries: [(UInt32, UInt32, UInt32, UInt32)] = [
      (256, 4, 1, UInt32(samples.count / 4)), (257, 4, 1, 1), (258, 3, 4, 0), (259, 3, 1, 1),
      (262, 3, 1, 2), (273, 4, 1, 0), (277, 3, 1, 4), (278, 4, 1, 1),
      (279, 4, 1, UInt32(samples.count * bits / 8)),
    ]
    if let extra { entries.append((338, 3, 1, extra)) }
    let end = UInt32(8 + 2 + entries.count * 12 + 4)
    entries[2].3 = end
    entries[5].3 = end + 8
    return [0x49, 0x49, 42, 0] + long(8) + short(UInt32(entries.count))
      + entries.flatMap { short($0) + short($1) + long($2) + long($3) } + long(0)
      + [UInt8(bits), 0, UInt8(bits), 0, UInt8(bits), 0, UInt8(bits), 0]
      + samples.flatMap { bits == 8 ? [UInt8($0)] : short(UInt32($0)) }
  }

  /// Colours that are multiplied by alpha are not multiplied again, and no channel exceeds its alpha.
  @Test(arguments: [8, 16]) func readsBothAlphasOfTIFF(bits: Int) throws {
    let samples: [UInt16] = [100, 50, 0, 128, 200, 200, 200, 255, 90, 3, 0, 60]
    func read(_ extra: UInt32?) throws -> [UInt8] {
      let wide = bits == 8 ? samples : samples.map { $0 * 257 }
      let path = try write(tiff(wide, bits: bits, extra: extra), "x.tiff")
      let bitmap = try ImageReader().read(path)
      return (0..<12).map { unsafe bitmap.pixels[$0] }
    }
    #expect(try read(1) == [100, 50, 0, 128, 200, 200, 200, 255, 60, 3, 0, 60])
    #expect(try read(2) == [50, 25, 0, 128, 200, 200, 200, 255, 21, 1, 0, 60])
    #expect(try read(nil) == read(2))
  }

  /// Returns a PNG of the given size with hardly any data.
  func png(width: UInt32, height: UInt32) -> [UInt8] {
    PNGFile(width: Int(width), height: Int(height)).file(
      data: [0x78, 0x01, 0x63, 0, 0, 0, 5, 0, 1])
  }

  @Test func refusesHostileFiles() throws {
    try make(
      "-f", "lavfi", "-i", "testsrc=s=320x240:d=1:r=1", "-frames:v", "1", folder.path("good.png"))
    let good = Array(try Data(contentsOf: URL(fileURLWithPath: folder.path("good.png"))))
    var flipped = good
    flipped[good.count / 2] ^= 0x40
    _ = unsafe mkfifo(folder.path("pipe.png"), 0o600)
    let reader = ImageReader()
    let unusable = [
      try write(Array(good.prefix(good.count / 2)), "truncated.png"),
      try write(flipped, "flipped.png"),
      try write(png(width: 1 << 31, height: 1 << 31), "huge.png"),
      try write(png(width: 0x7fff_ffff, height: 1), "wide.png"),
      try write(png(width: 20_000, height: 20_000), "large.png"),
      try write(png(width: 16_385, height: 1), "side.png"),
      try write(png(width: 0, height: 5), "zero.png"),
      try write(Array("hello, this is text".utf8), "text.png"),
      try write([], "empty.png"), folder.path(""), folder.path("pipe.png"), "/dev/zero",
    ]
    for path in unusable {
      let error = #expect(throws: MediaError.self) { try reader.read(path) }
      guard case .unusable(path, let reason) = error else {
        Issue.record("\(path): \(String(describing: error))")
        continue
      }
      #expect(!reason.isEmpty && error?.status == .content)
    }
    #expect(throws: MediaError.missing(path: folder.path("none.png"))) {
      try reader.read(folder.path("none.png"))
    }
    // The same helper still works.
    #expect(try reader.read(folder.path("good.png")).width == 320)
  }

  /// A BMP header of 40 bytes cannot declare that the fourth byte of a pixel is alpha.
  @Test func fourthByteOfAShortBMPIsNoAlpha() throws {
    var bytes: [UInt8] = Array("BM".utf8) + [62, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0]
    bytes += [40, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 32, 0] + Array(repeating: 0, count: 24)
    let bitmap = try ImageReader().read(write(bytes + [30, 20, 10, 128, 60, 50, 40, 0], "x.bmp"))
    #expect(Pixels(bitmap).bytes == [10, 20, 30, 255, 40, 50, 60, 255])
  }

  @Test func namesTheLimit() throws {
    let path = try write(png(width: 20_000, height: 2), "wide.png")
    let error = #expect(throws: MediaError.self) { try ImageReader().read(path) }
    #expect("\(error!)".contains("20000×2") && "\(error!)".contains("16384"))
  }
}
