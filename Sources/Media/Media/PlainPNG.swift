internal import Scenes

/// Writes a picture as an uncompressed PNG, for other programs on this machine that read no other format.
enum PlainPNG {
  static func encoded(_ bitmap: Bitmap) -> [UInt8] {
    var png = PlainPNG.signature
    func word(_ value: UInt32) -> [UInt8] {
      [UInt8(value >> 24), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
    }
    func chunk(_ name: String, _ data: [UInt8]) {
      let body = Array(name.utf8) + data
      png += word(UInt32(clamping: data.count)) + body + word(sum(body))
    }
    chunk(
      "IHDR",
      word(UInt32(clamping: bitmap.width)) + word(UInt32(clamping: bitmap.height)) + [
        8, 6, 0, 0, 0,
      ])
    chunk("IDAT", stored(rows(of: bitmap)))
    chunk("IEND", [])
    return png
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]

  /// Returns the rows with straight alpha, each after a filter byte that means no filter.
  private static func rows(of bitmap: Bitmap) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity((bitmap.width * 4 + 1) * bitmap.height)
    for y in 0..<bitmap.height {
      bytes.append(0)
      // Safety: the pointer addresses a row of the bitmap, at its own stride.
      let row = unsafe bitmap.pixels + y * bitmap.strideBytes
      for x in 0..<bitmap.width {
        let alpha = unsafe Int(row[4 * x + 3])
        for c in 0..<3 {
          let value = unsafe Int(row[4 * x + c])
          bytes.append(alpha == 0 ? 0 : UInt8(min(255, (value * 255 + alpha / 2) / alpha)))
        }
        bytes.append(UInt8(alpha))
      }
    }
    return bytes
  }

  /// Returns a zlib stream of stored blocks (RFC 1950 and 1951).
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var at = 0
    repeat {
      let count = min(65_535, bytes.count - at)
      let isLast = at + count == bytes.count
      let (low, high) = (UInt8(count & 255), UInt8(count >> 8))
      stream += [isLast ? 1 : 0, low, high, ~low, ~high]
      stream += bytes[at..<at + count]
      at += count
    } while at < bytes.count
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return stream + [UInt8(b >> 8), UInt8(b & 255), UInt8(a >> 8), UInt8(a & 255)]
  }

  private static let table: [UInt32] = (0..<256).map { index in
    var value = UInt32(index)
    for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    return value
  }

  private static func sum(_ bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes { sum = table[Int((sum ^ UInt32(byte)) & 255)] ^ sum >> 8 }
    return ~sum
  }
}
