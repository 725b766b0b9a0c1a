internal import CDeflate
internal import Scenes

/// The bytes of a PNG before and after its pixels, and the format of its chunks (W3C PNG, third edition). The picture
/// has 8 bits a channel, RGB or RGBA, and is not interlaced; the file contains no time and no program name.
struct PNGForm: Hashable, Sendable {
  let width: Int
  let height: Int
  /// Whether the colour type is 6 (RGBA) rather than 2 (RGB).
  let hasAlpha: Bool
  /// The number of pixels for each point, which the file stores as 72 · scale dots per inch.
  let scale: Double

  var pixelBytes: Int { hasAlpha ? 4 : 3 }
  var rowBytes: Int { width * pixelBytes }

  static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  static let end = chunk("IEND", [])

  /// The signature, IHDR, sRGB, and pHYs if a point is not exactly one pixel.
  var head: [UInt8] {
    let header =
      bytes(UInt32(width)) + bytes(UInt32(height)) + [8, hasAlpha ? 6 : 2, 0, 0, 0]
    var result = Self.signature + Self.chunk("IHDR", header) + Self.chunk("sRGB", [0])
    if scale != 1 && scale > 0 && scale < 1000 {
      let perMeter = bytes(UInt32(clamped: 72 * scale / 0.0254, rounded: .toNearestOrAwayFromZero))
      result += Self.chunk("pHYs", perMeter + perMeter + [1])
    }
    return result
  }

  /// Returns a chunk: the length, the name, the data, and the CRC of name and data.
  static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    // Safety: the CRC reads the array during the call.
    let crc = unsafe libdeflate_crc32(0, body, body.count)
    return bytes(UInt32(data.count)) + body + bytes(crc)
  }
}

/// Returns the bytes of a value in big-endian order.
func bytes(_ value: UInt32) -> [UInt8] {
  [
    UInt8(truncatingIfNeeded: value >> 24), UInt8(truncatingIfNeeded: value >> 16),
    UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value),
  ]
}

func bytes(_ value: UInt16) -> [UInt8] {
  [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
}
