import Files
import Foundation
import Media
import Scenes
import TestSupport
import Testing

/// Tests every kind of PNG exactly against the specification's definition of samples.
@Suite struct PNGReaderTests {
  let path = NSTemporaryDirectory() + "/png-" + UUID().uuidString + ".png"

  func read(_ bytes: [UInt8]) throws -> Bitmap {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return try ImageReader().read(path)
  }

  static let kinds: [(PNGFile.Kind, Int)] = [
    (.gray, 1), (.gray, 2), (.gray, 4), (.gray, 8), (.gray, 16), (.palette, 1), (.palette, 2),
    (.palette, 4), (.palette, 8), (.rgb, 8), (.rgb, 16), (.grayAlpha, 8), (.grayAlpha, 16),
    (.rgba, 8), (.rgba, 16),
  ]

  @Test(arguments: kinds, [false, true])
  func readsEveryKind(_ kind: (PNGFile.Kind, Int), isInterlaced: Bool) throws {
    for hasTransparency in [false, true] {
      if hasTransparency, kind.0 == .rgba || kind.0 == .grayAlpha { continue }
      for (width, height) in [(1, 1), (3, 2), (21, 13)] {
        var file = PNGFile(kind: kind.0, bits: kind.1, width: width, height: height)
        file.isInterlaced = isInterlaced
        let top = (1 << file.bits) - 1
        // There are few values, so that the transparent one occurs.
        let values: [Int] = [0, top, top / 3, top / 2 + 1]
        file.sample = { x, y, channel in
          let number: Int = x * 7 + y * 3 + channel * (x / 2 + y)
          return values[number % 4]
        }
        if kind.0 == .palette {
          for i in 0..<3 * min(256, top + 1) {
            file.palette.append(UInt8(truncatingIfNeeded: i * 37 + 11))
          }
        }
        if hasTransparency { file.transparency = Self.transparency(of: file) }
        let bitmap = try read(file.bytes)
        #expect(bitmap.width == width && bitmap.height == height)
        for y in 0..<height {
          for x in 0..<width {
            #expect(bitmap.color(x, y) == Self.wanted(file, x, y), "\(file.kind) at \(x), \(y)")
          }
        }
      }
    }
  }

  /// Returns alphas for half of the palette, or the samples of the first pixel.
  static func transparency(of file: PNGFile) -> [UInt8] {
    var result: [UInt8] = []
    if file.kind == .palette {
      for i in 0..<file.palette.count / 6 { result.append(UInt8(truncatingIfNeeded: i * 29)) }
    } else {
      for channel in 0..<file.kind.channels {
        let value: Int = file.sample(0, 0, channel)
        result += [UInt8(value >> 8), UInt8(value & 255)]
      }
    }
    return result
  }

  /// Returns the expected premultiplied red, green, blue and alpha.
  static func wanted(_ file: PNGFile, _ x: Int, _ y: Int) -> [UInt8] {
    var samples: [Int] = []
    for channel in 0..<file.kind.channels { samples.append(file.sample(x, y, channel)) }
    if file.kind == .palette {
      let index = samples[0]
      let alpha = index < file.transparency.count ? Int(file.transparency[index]) : 255
      let color: [Int] = file.palette[3 * index..<3 * index + 3].map { Int($0) }
      return premultiplied(color, alpha)
    }
    let top = Double((1 << file.bits) - 1)
    var channels: [Int] = samples.map { (sample: Int) -> Int in
      Int((Double(sample) * 255 / top).rounded())
    }
    var alpha = 255
    if file.kind == .rgba || file.kind == .grayAlpha {
      alpha = channels.removeLast()
    } else if !file.transparency.isEmpty, samples == key(of: file) {
      alpha = 0
    }
    if channels.count == 1 { channels = [Int](repeating: channels[0], count: 3) }
    return premultiplied(channels, alpha)
  }

  /// Returns the samples that are transparent.
  static func key(of file: PNGFile) -> [Int] {
    var key: [Int] = []
    for i in 0..<file.kind.channels {
      key.append(Int(file.transparency[2 * i]) << 8 | Int(file.transparency[2 * i + 1]))
    }
    return key
  }

  static func premultiplied(_ channels: [Int], _ alpha: Int) -> [UInt8] {
    var result: [UInt8] = []
    for channel in channels { result.append(UInt8((Double(channel * alpha) / 255).rounded())) }
    result.append(UInt8(alpha))
    return result
  }

  @Test func roundsEverySixteenBitSample() throws {
    var file = PNGFile(kind: .gray, bits: 16, width: 256, height: 256)
    file.sample = { x, y, _ in y << 8 | x }
    let bitmap = try read(file.bytes)
    for value in 0..<65_536 {
      let wanted = UInt8((Double(value) * 255 / 65_535).rounded())
      #expect(bitmap.color(value & 255, value >> 8)[0] == wanted)
    }
  }

  @Test func multipliesEveryAlpha() throws {
    var file = PNGFile(width: 256, height: 256)
    file.sample = { x, y, channel in
      let samples: [Int] = [x, 255 - x, x / 2, y]
      return samples[channel]
    }
    let bitmap = try read(file.bytes)
    for y in 0..<256 {
      for x in 0..<256 {
        #expect(bitmap.color(x, y) == Self.premultiplied([x, 255 - x, x / 2], y))
      }
    }
  }

  /// The rest of the file is valid, and other readers accept it.
  @Test(arguments: [2, 8], [false, true])
  func anIndexPastThePaletteIsBlack(bits: Int, isInterlaced: Bool) throws {
    var file = PNGFile(kind: .palette, bits: bits, width: 5, height: 3)
    file.isInterlaced = isInterlaced
    file.palette = [10, 20, 30, 40, 50, 60, 70, 80, 90]
    file.transparency = [0, 255, 255]
    file.sample = { x, _, _ in x == 4 ? (1 << bits) - 1 : x % 3 }
    let bitmap = try read(file.bytes)
    #expect(bitmap.color(4, 2) == [0, 0, 0, 255])
    #expect(bitmap.color(2, 2) == [70, 80, 90, 255] && bitmap.color(0, 2) == [0, 0, 0, 0])
  }

  /// sRGB, a broken profile, text and the frames of an animation do not change the pixels.
  @Test func takesPixelsAsTheyAre() throws {
    var file = PNGFile(width: 9, height: 5)
    file.sample = { x, y, channel in channel == 3 ? 255 : x * 20 + y + channel }
    let plain = try read(file.bytes)
    var chunks: [[UInt8]] = []
    // A chunk that declares sRGB takes precedence over other descriptions.
    chunks.append(PNGFile.chunk("sRGB", [0]) + PNGFile.chunk("gAMA", PNGFile.big(100_000)))
    chunks.append(PNGFile.chunk("iCCP", [120, 0, 0]))
    chunks.append(PNGFile.chunk("tEXt", [97, 0, 98]))
    chunks.append(PNGFile.chunk("sBIT", [5, 5, 5, 5]))
    chunks.append(PNGFile.chunk("acTL", [0, 0, 0, 1, 0, 0, 0, 0]))
    chunks.append(PNGFile.chunk("abCd", [1, 2, 3]))
    for chunk in chunks {
      file.others = chunk
      let bitmap = try read(file.bytes)
      for y in 0..<5 { for x in 0..<9 { #expect(bitmap.color(x, y) == plain.color(x, y)) } }
    }
  }

  /// Data after a complete picture has no effect.
  @Test func takesWhatFollows() throws {
    var file = PNGFile(width: 4, height: 4)
    file.sample = { x, y, channel in channel == 3 ? 255 : x * 16 + y }
    let (whole, rows) = (file.bytes, file.rows)
    let data: [UInt8] = PNGFile.stored(rows)
    var files: [[UInt8]] = [whole + Array("garbage".utf8), whole + whole]
    files.append(file.file(data: data + [1, 2, 3]))
    files.append(file.file(data: PNGFile.stored(rows + rows)))
    for bytes in files { #expect(try read(bytes).color(3, 2) == [50, 50, 50, 255]) }
  }

  struct Damage: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let says: String
    let bytes: [UInt8]

    init(_ name: String, says: String, _ bytes: [UInt8]) {
      testDescription = name
      self.says = says
      self.bytes = bytes
    }
  }

  static var file: PNGFile { PNGFile(width: 4, height: 4) }

  /// Returns the file without its last bytes, or with a changed byte.
  static func cut(_ count: Int) -> [UInt8] { Array(file.bytes.dropLast(count)) }
  static func flipped(_ place: Int) -> [UInt8] {
    var bytes: [UInt8] = file.bytes
    bytes[place] ^= 1
    return bytes
  }

  /// Returns the file with other rows.
  static func file(rows: [UInt8]) -> [UInt8] { file.file(data: PNGFile.stored(rows)) }
  static func wrongSum() -> [UInt8] {
    var data: [UInt8] = PNGFile.stored(file.rows)
    data[data.count - 1] ^= 1
    return file.file(data: data)
  }

  static func changed(_ change: (inout PNGFile) -> Void) -> [UInt8] {
    var other = file
    change(&other)
    return other.bytes
  }

  static func damaged() -> [Damage] {
    let rows: [UInt8] = file.rows
    let short = "the file has fewer rows than its header says"
    var all: [Damage] = []
    all.append(Damage("no end", says: "the file ends early", cut(12)))
    all.append(Damage("half an end", says: "the file ends early", cut(5)))
    all.append(Damage("hardly a file", says: "the file ends early", cut(file.bytes.count - 8)))
    all.append(Damage("the header's CRC", says: "IHDR: CRC error", flipped(29)))
    all.append(Damage("the data's sum", says: "IDAT: incorrect data check", wrongSum()))
    var filters: [UInt8] = rows
    filters[0] = 9
    all.append(Damage("a filter", says: "bad adaptive filter value", file(rows: filters)))
    all.append(Damage("one byte less", says: short, file(rows: Array(rows.dropLast()))))
    all.append(Damage("no rows", says: short, file(rows: [])))
    all.append(
      Damage(
        "a chunk that matters", says: "ABCD: unhandled critical chunk",
        changed { $0.others = PNGFile.chunk("ABCD", [1]) }))
    all.append(
      Damage("no palette", says: "IDAT: Missing PLTE", changed { $0.kind = .palette }))
    all.append(
      Damage(
        "four bits of alpha", says: "Invalid color type/bit depth combination",
        changed { $0.bits = 4 }))
    return all
  }

  /// An optional chunk with a wrong checksum is ignored, and reported if the picture may look different.
  @Test(arguments: [
    ("tEXt", false), ("sRGB", false), ("gAMA", true), ("eXIf", true), ("tRNS", true),
  ])
  func leavesOutWhatIsDamaged(_ name: String, isSaid: Bool) throws {
    var chunk = PNGFile.chunk(name, [0, 0, 0x27, 0x10, 0, 0, 0, 0])
    chunk[chunk.count - 1] ^= 1
    var file = PNGFile(kind: .rgb, width: 4, height: 4)
    file.sample = { x, y, channel in 50 * x + 10 * y + channel }
    let whole = try read(file.bytes)
    file.others = chunk
    try Data(file.bytes).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let (bitmap, remark) = try ImageReader().reading(try .init(path))
    #expect(
      remark == (isSaid ? "the chunk \(name) is left out, because its checksum is wrong" : nil))
    #expect(Pixels(bitmap).bytes == Pixels(whole).bytes)
  }

  @Test(arguments: damaged()) func refusesWhatIsDamaged(_ damage: Damage) throws {
    let error = #expect(throws: MediaError.self) { try read(damage.bytes) }
    let words = error.map { "\($0)" } ?? ""
    #expect(words.contains("cannot be decoded: \(damage.says)"), "\(words)")
    #expect(error?.status == .content)
  }
}

extension Bitmap {
  /// Returns the red, green, blue and alpha of a pixel.
  func color(_ x: Int, _ y: Int) -> [UInt8] {
    // Safety: the four bytes are inside the row.
    (0..<4).map { unsafe pixels[y * strideBytes + 4 * x + $0] }
  }
}
