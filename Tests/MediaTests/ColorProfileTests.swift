import Foundation
import Media
import Scenes
import TestSupport
import Testing

/// Compares colours with Little CMS's own tool, within 1.
@Suite struct ColorProfileTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  /// The 216 colours, one pixel each.
  private static let colors = (0..<216).map { [$0 / 36 * 51, $0 / 6 % 6 * 51, $0 % 6 * 51] }

  private static let shades = colors.map { $0.map { Double($0) } }

  private func png(bits: Int = 8, gray: Bool = false, others: [UInt8] = []) throws -> String {
    var file = PNGFile()
    file.kind = gray ? .gray : .rgb
    file.bits = bits
    (file.width, file.height) = (Self.colors.count, 1)
    file.others = others
    let step = bits == 16 ? 257 : 1
    file.sample = { x, _, c in (gray ? x : Self.colors[x][c]) * step }
    let path = folder.path("plain-\(bits)-\(gray).png")
    try Data(file.bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func write(_ profile: [UInt8]) throws -> String {
    let path = folder.path("profile.icc")
    try Data(profile).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// Returns transicc's result for colours of 0…255, with the relative colorimetric intent and black point compensation.
  private func wanted(_ profile: String, _ colors: [[Double]]) throws -> [[Double]] {
    let input = folder.path("colors.txt")
    let lines = colors.joined().map { "\($0)\n" }.joined()
    try lines.write(toFile: input, atomically: true, encoding: .utf8)
    let result = try Program.tool(
      "sh", ["-c", "transicc -v0 -n -t1 -b -i \(profile) -o '*sRGB' < \(input)"])
    let numbers = result.output.split(whereSeparator: \.isWhitespace).compactMap {
      Double($0).map { min(max($0, 0), 255) }
    }
    #expect(numbers.count >= colors.count * 3, "\(result.summary)")
    return (0..<min(colors.count, numbers.count / 3)).map { Array(numbers[$0 * 3..<$0 * 3 + 3]) }
  }

  private func expect(_ path: String, _ wanted: [[Double]]) throws {
    let bitmap = try ImageReader().read(path)
    var (worst, moved) = (0.0, 0.0)
    for (x, color) in wanted.enumerated() {
      for c in 0..<3 {
        worst = max(worst, abs(Double(bitmap.bytes(x, 0)[c]) - color[c]))
        moved = max(moved, abs(Double(bitmap.bytes(x, 0)[c]) - Double(Self.colors[x][c])))
      }
    }
    #expect(worst <= 1, "\(path)")
    #expect(moved > 10, "the profile does something")
  }

  @Test(arguments: [8, 16]) func displayP3(bits: Int) throws {
    let profile = try write(ICCProfile.displayP3)
    let path = folder.path("p3.png")
    let plain = try png(bits: bits)
    let result = try Program.tool(
      "exiftool", ["-q", "-icc_profile<=\(profile)", "-o", path, plain])
    #expect(result.status == 0, "\(result.summary)")
    try expect(path, wanted(profile, Self.shades))
  }

  @Test(arguments: [8, 16]) func gray(bits: Int) throws {
    let profile = try write(ICCProfile.gray(gamma: 1.4))
    let path = folder.path("gray.png")
    let plain = try png(bits: bits, gray: true)
    let result = try Program.tool(
      "exiftool", ["-q", "-icc_profile<=\(profile)", "-o", path, plain])
    #expect(result.status == 0, "\(result.summary)")
    let levels = (0..<216).map { [Double($0)] }
    let bitmap = try ImageReader().read(path)
    for (x, color) in try wanted(profile, levels).enumerated() {
      #expect(abs(Double(bitmap.bytes(x, 0)[0]) - color[0]) <= 1, "\(x)")
    }
    #expect(abs(Int(bitmap.bytes(100, 0)[0]) - 100) > 10)
  }

  /// In the other formats, the same profile gives the same colours as in PNG, within the loss of the format.
  @Test(arguments: ["jpg", "webp", "tiff"])
  func otherFormats(_ ending: String) throws {
    let profile = try write(ICCProfile.displayP3)
    let plain = folder.path("plain.\(ending)"), path = folder.path("p3.\(ending)")
    let color = [200.0, 60, 40]
    for (tool, words) in [
      (
        "ffmpeg",
        [
          "-v", "error", "-f", "lavfi", "-i", "color=0xC83C28:s=32x32:d=1:r=1",
          "-frames:v", "1", ending == "webp" ? "-lossless" : "-q:v", "1", "-pix_fmt",
          ["jpg": "yuvj444p", "webp": "bgra"][ending] ?? "rgb24", plain,
        ]
      ),
      ending == "webp"
        ? ("webpmux", ["-set", "icc", profile, plain, "-o", path])
        : ("exiftool", ["-q", "-icc_profile<=\(profile)", "-o", path, plain]),
    ] {
      let result = try Program.tool(tool, words)
      #expect(result.status == 0, "\(tool): \(result.summary)")
    }
    let goal = try wanted(profile, [color])[0]
    let got = try ImageReader().read(path).bytes(16, 16)
    for c in 0..<3 {
      #expect(abs(Double(got[c]) - goal[c]) <= 4, "\(got)")
    }
    #expect(got[0] > 210)
  }

  /// Tests four inks, some of which FFmpeg would convert to red, green and blue.
  @Test(arguments: [false, true]) func inks(luminance: Bool) throws {
    let seed = Program.root.appending(path: "Tests/Fuzz/Seeds/photo/cmyk").path()
    let plain = try MadePictures(folder: folder).inkedJPEG("inks.jpg", luminance: luminance)
    let path = folder.path("profiled.jpg")
    let result = try Program.tool("exiftool", ["-q", "-icc_profile<=\(seed)", "-o", path, plain])
    #expect(result.status == 0, "\(result.summary)")
    // The tool reads inks in percent.
    let goal = try wanted(seed, [[128, 51, 102, 26].map { $0 / 2.55 }])[0]
    let got = try ImageReader().read(path).bytes(8, 8)
    for c in 0..<3 { #expect(abs(Double(got[c]) - goal[c]) <= 1.5, "\(got), not \(goal)") }
    // Without a profile, the light is (1 − ink)(1 − black).
    let light = try ImageReader().read(plain).bytes(8, 8)
    for (c, ink) in [128.0, 51, 102].enumerated() {
      #expect(abs(Double(light[c]) - (255 - ink) * (255 - 26) / 255) <= 1.5, "\(light)")
    }
  }

  /// P3 declared by code points equals P3 declared by a profile.
  @Test func codePoints() throws {
    let path = try png(others: PNGFile.chunk("cICP", [12, 13, 0, 1]))
    try expect(path, wanted(write(ICCProfile.displayP3), Self.shades))
  }

  @Test func gammaAndPrimaries() throws {
    let gamma = PNGFile.chunk("gAMA", PNGFile.big(100_000))
    let path = try png(others: gamma)
    try expect(path, wanted(write(ICCProfile.linear), Self.shades))
  }

  /// A profile that declares sRGB changes no bit, and neither does a broken profile, which is reported.
  @Test func whatChangesNothing() throws {
    let plain = try ImageReader().read(try png())
    for chunk in [
      PNGFile.chunk("cICP", [1, 13, 0, 1]), PNGFile.chunk("sRGB", [0]),
      PNGFile.chunk("iCCP", Array("x".utf8) + [0, 0, 1, 2, 3]),
    ] {
      let read = try ImageReader().read(try png(others: chunk))
      for x in 0..<216 { #expect(read.bytes(x, 0) == plain.bytes(x, 0)) }
    }
  }

  /// Black is unchanged, 203 nits follow BT.2390's curve, and 1,000 nits or more are white.
  ///
  /// The cases are PQ of 0, 203, 1,000 and 10,000 nits, and HLG whose screen of 1,000 nits shows 0, 203 and 1,000 (in
  /// BT.2408, three quarters of the signal are 203 nits).
  @Test(
    arguments: zip(
      [16, 18] as [UInt8], [[0, 38_055, 49_271, 65_535], [0, 49_151, 65_535, 65_535]]))
  func lightBeyondWhite(transfer: UInt8, samples: [Int]) throws {
    var file = PNGFile()
    file.kind = .rgb
    file.bits = 16
    (file.width, file.height) = (4, 1)
    file.others = PNGFile.chunk("cICP", [9, transfer, 0, 1])
    file.sample = { x, _, _ in samples[x] }
    let path = folder.path("light.png")
    try Data(file.bytes).write(to: URL(fileURLWithPath: path))
    let read = try ImageReader().read(path)
    #expect(read.bytes(0, 0) == [0, 0, 0, 255])
    let gray = read.bytes(1, 0)
    // By the report's formulas, 203 of 1,000 nits on a screen of 203 nits become 159 nits, which is 229 in sRGB.
    #expect(gray.prefix(3).allSatisfy { abs(Int($0) - 229) <= 1 }, "\(gray)")
    #expect(read.bytes(2, 0) == [255, 255, 255, 255])
    #expect(read.bytes(3, 0) == [255, 255, 255, 255])
  }
}
