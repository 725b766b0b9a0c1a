import Files
import Foundation
import Media
import Scenes
import TestSupport
import Testing

/// Tests animated pictures against the behaviour of browsers; the GIFs are written byte by byte.
@Suite struct AnimatedPictureTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  /// Index 0 is yellow, which the header declares as the background.
  private static let palette: [UInt8] = [255, 255, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255]

  struct Part {
    var rect: (x: Int, y: Int, width: Int, height: Int)
    var index: Int
    var disposal = 0
    var transparent: Int?
    var delay = 10
    var isInterlaced = false
  }

  /// Returns a GIF of 8×8 pixels whose parts have one colour each.
  private func gif(_ parts: [Part], isEnded: Bool = true) -> [UInt8] {
    var bytes = Array("GIF89a".utf8) + [8, 0, 8, 0, 0x81, 0, 0] + Self.palette
    for part in parts {
      let flags = UInt8(part.disposal << 2 | (part.transparent == nil ? 0 : 1))
      bytes += [0x21, 0xF9, 4, flags, UInt8(part.delay), 0, UInt8(part.transparent ?? 0), 0]
      bytes += [0x2C, UInt8(part.rect.x), 0, UInt8(part.rect.y), 0]
      bytes += [
        UInt8(part.rect.width), 0, UInt8(part.rect.height), 0, part.isInterlaced ? 0x40 : 0,
      ]
      // The codes have three bits: 4 clears the table and 5 ends the data. A clear code after every two codes keeps
      // them short.
      var codes: [Int] = []
      for place in 0..<part.rect.width * part.rect.height {
        if place % 2 == 0 { codes.append(4) }
        codes.append(part.index)
      }
      codes.append(5)
      var (packed, bits, count) = ([UInt8](), 0, 0)
      for code in codes {
        bits |= code << count
        count += 3
        while count >= 8 {
          packed.append(UInt8(bits & 255))
          bits >>= 8
          count -= 8
        }
      }
      packed.append(UInt8(bits & 255))
      bytes.append(2)
      for start in stride(from: 0, to: packed.count, by: 255) {
        let block = packed[start..<min(start + 255, packed.count)]
        bytes += [UInt8(block.count)] + block
      }
      bytes.append(0)
    }
    return bytes + (isEnded ? [0x3B] : [])
  }

  private func write(_ bytes: [UInt8], _ name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: folder.path(name)))
    return folder.path(name)
  }

  private static let red: [UInt8] = [255, 0, 0, 255]
  private static let green: [UInt8] = [0, 255, 0, 255]
  private static let blue: [UInt8] = [0, 0, 255, 255]
  private static let none: [UInt8] = [0, 0, 0, 0]

  /// Returns each frame's pixels at (1, 1), in the middle and at (6, 6).
  private func frames(_ path: String) throws -> [[[UInt8]]] {
    let reader = try SeekableVideo(try RegularFile(path))
    return try reader.starts.indices.map { index in
      let bitmap = try reader.frame(index)
      return [bitmap.bytes(1, 1), bitmap.bytes(3, 3), bitmap.bytes(6, 6)]
    }
  }

  @Test func gifsHaveNoBackground() throws {
    let whole = (0, 0, 8, 8), middle = (2, 2, 3, 3)
    // The first frame covers only a part, in an animation and in a still.
    var path = try write(gif([Part(rect: middle, index: 1)]), "part.gif")
    #expect(try frames(path) == [[Self.none, Self.red, Self.none]])
    #expect(try ImageReader().read(path).bytes(1, 1) == Self.none)
    // A disposed area is transparent, and a restored area has its previous contents.
    path = try write(
      gif([
        Part(rect: whole, index: 3), Part(rect: middle, index: 1, disposal: 2),
        Part(rect: (6, 6, 1, 1), index: 2), Part(rect: whole, index: 1, disposal: 3),
        Part(rect: (0, 0, 1, 1), index: 2),
      ]), "disposal.gif")
    #expect(
      try frames(path) == [
        [Self.blue, Self.blue, Self.blue], [Self.blue, Self.red, Self.blue],
        [Self.blue, Self.none, Self.green], [Self.red, Self.red, Self.red],
        [Self.blue, Self.none, Self.green],
      ])
    // The frame covers the whole canvas and is disposed of at once.
    path = try write(
      gif([
        Part(rect: whole, index: 3, disposal: 2),
        Part(rect: middle, index: 1, transparent: 1, isInterlaced: true),
      ]), "cleared.gif")
    #expect(
      try frames(path) == [
        [Self.blue, Self.blue, Self.blue], [Self.none, Self.none, Self.none],
      ])
  }

  @Test func cutGIFsAreRefused() throws {
    let whole = gif([
      Part(rect: (0, 0, 8, 8), index: 1), Part(rect: (0, 0, 8, 8), index: 2),
    ])
    for count in [20, 30, 40, 60, whole.count / 2 + 8, whole.count - 20] {
      let path = try write(Array(whole.prefix(count)), "cut.gif")
      #expect(throws: MediaError.self, "\(count)") { try ImageReader().read(path) }
      #expect(throws: MediaError.self, "\(count)") { try SeekableVideo(try RegularFile(path)) }
    }
    // A file whose pictures are complete is valid without its last byte.
    let path = try write(Array(whole.dropLast()), "unended.gif")
    #expect(try SeekableVideo(try RegularFile(path)).starts.count == 2)
  }

  /// Durations of 10 ms or less become 100 ms, as in browsers.
  @Test func shortTimesAreThoseOfBrowsers() throws {
    let rect = (0, 0, 8, 8)
    var path = try write(
      gif([0, 1, 2, 10].map { Part(rect: rect, index: $0 % 4, delay: $0) }), "delays.gif")
    var reader = try SeekableVideo(try RegularFile(path))
    #expect(reader.starts.map { Int($0.seconds * 1000 + 0.5) } == [0, 100, 200, 220])
    #expect(Int(reader.duration.seconds * 1000 + 0.5) == 320)
    // Tests a WebP with the durations 9, 1, 11 and 100 ms.
    for (index, color) in ["red", "lime", "blue", "white"].enumerated() {
      let made = try Program.tool(
        "ffmpeg",
        ["-v", "error", "-y", "-f", "lavfi", "-i", "color=\(color):s=16x16:d=0.1:r=10"]
          + ["-frames:v", "1", folder.path("\(index).png")])
      try #require(made.status == 0, "\(made.summary)")
    }
    path = folder.path("delays.webp")
    let made = try Program.tool(
      "img2webp",
      ["-lossless"]
        + zip(0..., [9, 1, 11, 100]).flatMap { ["-d", "\($1)", folder.path("\($0).png")] }
        + ["-o", path])
    try #require(made.status == 0, "\(made.summary)")
    reader = try SeekableVideo(try RegularFile(path))
    #expect(reader.starts.map { Int($0.seconds * 1000 + 0.5) } == [0, 100, 200, 211])
    // A still image shows the first picture.
    let first = try ImageReader().read(path).bytes(8, 8)
    #expect(zip(first, Self.red).allSatisfy { abs(Int($0) - Int($1)) < 4 }, "\(first)")
    #expect(AnimatedPicture.isOne(try RegularFile(path)))
  }

  /// Writes an APNG of two frames in one colour, with chunks that describe the colours.
  private func apng(_ chunks: [[UInt8]], _ name: String) throws -> String {
    let path = folder.path(name)
    let made = try Program.tool(
      "ffmpeg",
      [
        "-v", "error", "-y", "-f", "lavfi", "-i", "color=0xC85028:s=16x16:d=0.2:r=10,format=rgb24",
        "-vf", "drawbox=x=0:y=0:w=4:h=4:color=white:t=fill:enable='eq(n,1)'", "-pix_fmt", "rgb24",
        "-f", "apng",
        path,
      ])
    try #require(made.status == 0, "\(made.summary)")
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    bytes.insert(contentsOf: chunks.flatMap { $0 }, at: 33)
    return try write(bytes, name)
  }

  @Test func apngsHaveTheColoursOfStills() throws {
    // Display P3 is declared by its code points; the value equals the output of `transicc` for P3 to sRGB.
    let p3 = PNGFile.chunk("cICP", [12, 13, 0, 1])
    let linear = PNGFile.chunk("gAMA", PNGFile.big(100_000))
    let text = PNGFile.chunk(
      "tEXt", Array("Comment".utf8) + [0] + [UInt8](repeating: 65, count: 90_000))
    for (chunks, wanted) in [
      ([p3], [216, 69, 17]), ([linear], [229, 152, 110]), ([text, p3], [216, 69, 17]),
      ([text] + (0..<300).map { _ in PNGFile.chunk("tEXt", [65, 0, 65]) }, [200, 80, 40]),
    ] {
      let path = try apng(chunks, "colours.png")
      let file = try RegularFile(path)
      #expect(AnimatedPicture.isOne(file))
      let still = try ImageReader().read(path).bytes(12, 12).map(Int.init)
      let reader = try SeekableVideo(file)
      #expect(reader.starts.count == 2)
      let played = try reader.frame(1).bytes(12, 12).map(Int.init)
      #expect(still == played)
      #expect(zip(played, wanted).allSatisfy { abs($0 - $1) <= 1 }, "\(played) for \(wanted)")
    }
  }

  /// White remains white, however few bits it has.
  @Test(arguments: ["rgb555le", "rgb565le"]) func fewBitsReachWhite(_ format: String) throws {
    let path = folder.path("few.bmp")
    let made = try Program.tool(
      "ffmpeg",
      [
        "-v", "error", "-y", "-f", "lavfi", "-i", "color=white:s=16x16", "-frames:v", "1",
        "-pix_fmt", format, path,
      ])
    try #require(made.status == 0, "\(made.summary)")
    #expect(try ImageReader().read(path).bytes(8, 8) == [255, 255, 255, 255])
    let video = folder.path("few.avi")
    let filmed = try Program.tool(
      "ffmpeg",
      [
        "-v", "error", "-y", "-f", "lavfi", "-i", "color=white:s=16x16:d=0.2", "-pix_fmt",
        "rgb555le", "-c:v", "rawvideo", video,
      ])
    try #require(filmed.status == 0, "\(filmed.summary)")
    #expect(
      try SeekableVideo(try RegularFile(video)).frame(0).bytes(8, 8) == [255, 255, 255, 255])
  }

  /// Four inks are stored inverted by every writer, with Adobe's marker and without.
  @Test func inksNeedNoMarker() throws {
    let made = MadePictures(folder: folder)
    let path = try made.inkedJPEG("inks.jpg", luminance: false)
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    let wanted = try ImageReader().read(path).bytes(8, 8)
    // The marker has 14 bytes after its own two bytes.
    let place = try #require(
      (0..<bytes.count - 8).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xEE })
    bytes.removeSubrange(place..<place + 16)
    #expect(try ImageReader().read(try write(bytes, "bare.jpg")).bytes(8, 8) == wanted)
  }
}
