/// A PNG of any kind, which is created sample by sample without compression.
package struct PNGFile {
  package init(kind: Kind = .rgba, bits: Int = 8, width: Int = 1, height: Int = 1) {
    (self.kind, self.bits, self.width, self.height) = (kind, bits, width, height)
  }

  /// The colour type in the header.
  package enum Kind: UInt8, CaseIterable {
    case gray = 0
    case rgb = 2
    case palette = 3
    case grayAlpha = 4
    case rgba = 6

    package var channels: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }
  }

  package var kind: Kind
  package var bits: Int
  package var width: Int
  package var height: Int
  package var isInterlaced = false
  /// The palette as red, green, blue, and so on.
  package var palette: [UInt8] = []
  /// The contents of tRNS; there is no such chunk if it is empty.
  package var transparency: [UInt8] = []
  /// The chunks between the header and the data.
  package var others: [UInt8] = []
  /// Returns a sample from 0 to 2^bits − 1.
  package var sample: (_ x: Int, _ y: Int, _ channel: Int) -> Int = { _, _, _ in 0 }

  package var bytes: [UInt8] { file(data: Self.stored(rows)) }

  /// Returns the file with `data` in place of its compressed rows.
  package func file(data: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]
    var head: [UInt8] = Self.big(UInt32(width))
    head += Self.big(UInt32(height))
    head += [UInt8(bits), kind.rawValue, 0, 0, isInterlaced ? 1 : 0]
    result += Self.chunk("IHDR", head)
    result += others
    if !palette.isEmpty { result += Self.chunk("PLTE", palette) }
    if !transparency.isEmpty { result += Self.chunk("tRNS", transparency) }
    // The data is divided into two chunks, as encoders do.
    let middle = data.count / 2
    result += Self.chunk("IDAT", Array(data[..<middle]))
    result += Self.chunk("IDAT", Array(data[middle...]))
    result += Self.chunk("IEND", [])
    return result
  }

  private struct Pass { let left: Int, top: Int, across: Int, down: Int }

  /// The passes are defined in PNG 1.2, chapter 2.6.
  private static let passes: [Pass] = [
    Pass(left: 0, top: 0, across: 8, down: 8), Pass(left: 4, top: 0, across: 8, down: 8),
    Pass(left: 0, top: 4, across: 4, down: 8), Pass(left: 2, top: 0, across: 4, down: 4),
    Pass(left: 0, top: 2, across: 2, down: 4), Pass(left: 1, top: 0, across: 2, down: 2),
    Pass(left: 0, top: 1, across: 1, down: 2),
  ]

  /// Every row after a filter byte of zero; an interlaced picture has the rows pass by pass.
  package var rows: [UInt8] {
    let passes = isInterlaced ? Self.passes : [Pass(left: 0, top: 0, across: 1, down: 1)]
    var result: [UInt8] = []
    for pass in passes where pass.left < width {
      for y in stride(from: pass.top, to: height, by: pass.down) {
        result.append(0)
        var (word, count) = (0, 0)
        for x in stride(from: pass.left, to: width, by: pass.across) {
          for channel in 0..<kind.channels {
            word = word << bits | sample(x, y, channel)
            count += bits
            while count >= 8 {
              count -= 8
              result.append(UInt8(truncatingIfNeeded: word >> count))
            }
          }
        }
        if count > 0 { result.append(UInt8(truncatingIfNeeded: word << (8 - count))) }
      }
    }
    return result
  }

  /// Returns a zlib stream of stored blocks.
  package static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: max(1, bytes.count), by: 65_535) {
      let end = min(start + 65_535, bytes.count)
      let size = UInt16(end - start)
      result.append(end == bytes.count ? 1 : 0)
      result += [UInt8(size & 255), UInt8(size >> 8), UInt8(~size & 255), UInt8(~size >> 8)]
      result += bytes[start..<end]
    }
    var (low, high) = (UInt32(1), UInt32(0))
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return result + big(high << 16 | low)
  }

  /// Returns a chunk with a correct CRC.
  package static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body: [UInt8] = Array(name.utf8) + data
    var sum = UInt32.max
    for byte in body { sum = sum >> 8 ^ table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] }
    return big(UInt32(data.count)) + body + big(~sum)
  }

  private static let table: [UInt32] = {
    var table: [UInt32] = []
    for start in UInt32(0)..<256 {
      var value = start
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xedb8_8320 : value >> 1 }
      table.append(value)
    }
    return table
  }()

  package static func big(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }
}
