import Foundation
import Media
import Scenes
import TestSupport
import Testing

/// Tests EXIF's eight orientations, written by ExifTool and others, for every format that supports them.
@Suite struct OrientationTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  /// The colours of the quarters of the stored picture: top left, top right, bottom left, bottom right.
  private static let colors: [[UInt8]] = [
    [220, 20, 20, 255], [20, 200, 20, 255], [20, 20, 220, 255], [220, 220, 20, 255],
  ]

  /// The sources of the quarters of the upright picture, as EXIF 2.32 defines rows and columns.
  private static let sources: [[Int]] = [
    [0, 1, 2, 3], [1, 0, 3, 2], [3, 2, 1, 0], [2, 3, 0, 1],
    [0, 2, 1, 3], [2, 0, 3, 1], [3, 1, 2, 0], [1, 3, 0, 2],
  ]

  /// Returns a TIFF of one directory with one entry.
  private static func record(_ orientation: Int) -> [UInt8] {
    [
      0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0,
      0, 0, 0, 0,
    ]
  }

  private static let endings = ["png", "interlaced.png", "jpg", "webp", "tiff"]

  @Test(arguments: Effort.spread(endings, test: 1))
  func allEightAreApplied(_ ending: String) throws {
    let (width, height) = (48, 32)
    var file = PNGFile()
    (file.width, file.height) = (width, height)
    file.isInterlaced = ending == "interlaced.png"
    file.sample = { x, y, c in
      Int(Self.colors[(y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)][c])
    }
    let made = folder.path("made.png")
    try Data(file.bytes).write(to: URL(fileURLWithPath: made))
    let plain = folder.path("plain.\(ending)")
    if ending.hasSuffix("png") {
      try FileManager.default.copyItem(atPath: made, toPath: plain)
    } else {
      let result = try Program.tool(
        "ffmpeg",
        [
          "-v", "error", "-i", made, ending == "webp" ? "-lossless" : "-q:v", "1", "-pix_fmt",
          ["jpg": "yuvj444p", "webp": "bgra"][ending] ?? "rgb24", plain,
        ])
      #expect(result.status == 0, "\(result.summary)")
    }
    // A sample reads each orientation from two formats.
    let place = Self.endings.firstIndex(of: ending)!
    for orientation in 1...8 where Effort.current > .test || orientation % 3 == place % 3 {
      let path = folder.path("\(orientation).\(ending)")
      // ExifTool cannot write WebP.
      let record = folder.path("record")
      try Data(Self.record(orientation)).write(to: URL(fileURLWithPath: record))
      let result =
        ending == "webp"
        ? try Program.tool("webpmux", ["-set", "exif", record, plain, "-o", path])
        : try Program.tool(
          "exiftool", ["-q", "-n", "-Orientation=\(orientation)", "-o", path, plain])
      #expect(result.status == 0, "\(result.summary)")
      let bitmap = try ImageReader().read(path)
      try expect(bitmap, orientation, width: width, height: height, within: 4)
    }
  }

  /// HEIC rotates and mirrors by its own boxes.
  @Test(arguments: Effort.current == .test ? [2, 6] : Array(1...8))
  func heicIsTurned(_ orientation: Int) throws {
    let path = try MadePictures(folder: folder).heic(
      "x.heic", orientation: orientation, width: 96, height: 64, colors: Self.colors)
    let bitmap = try ImageReader().read(path)
    try expect(bitmap, orientation, width: 96, height: 64, within: 12)
  }

  private func expect(
    _ bitmap: Bitmap, _ orientation: Int, width: Int, height: Int, within tolerance: Int
  ) throws {
    let sides = orientation > 4 ? [height, width] : [width, height]
    try #require([bitmap.width, bitmap.height] == sides, "\(orientation)")
    for quarter in 0..<4 {
      let x = bitmap.width * (quarter % 2 == 0 ? 1 : 3) / 4
      let y = bitmap.height * (quarter < 2 ? 1 : 3) / 4
      let wanted = Self.colors[Self.sources[orientation - 1][quarter]]
      let got = bitmap.bytes(x, y)
      let worst = zip(got, wanted).map { abs(Int($0) - Int($1)) }.max() ?? 255
      #expect(
        worst <= tolerance, "orientation \(orientation), quarter \(quarter): \(got), not \(wanted)")
    }
  }

  /// Records without an orientation, or with an invalid one, do not change the picture.
  @Test func brokenRecordsAreLeft() throws {
    let head: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8]
    let records: [[UInt8]] = [
      [], [0x4D, 0x4D], head, head + [0, 1], head + [0xFF, 0xFF, 1, 0x12],
      [0x4D, 0x4D, 0, 42, 0xFF, 0xFF, 0xFF, 0xFF, 0, 1],
      head + [0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 9, 0, 0],
    ]
    for record in records {
      var file = PNGFile()
      (file.width, file.height) = (3, 2)
      file.others = PNGFile.chunk("eXIf", record)
      let path = folder.path("x.png")
      try Data(file.bytes).write(to: URL(fileURLWithPath: path))
      let bitmap = try ImageReader().read(path)
      #expect(bitmap.width == 3 && bitmap.height == 2)
    }
  }
}

extension Bitmap {
  func bytes(_ x: Int, _ y: Int) -> [UInt8] {
    precondition(x >= 0 && y >= 0 && x < width && y < height)
    return (0..<4).map { unsafe pixels[y * strideBytes + x * 4 + $0] }
  }
}
