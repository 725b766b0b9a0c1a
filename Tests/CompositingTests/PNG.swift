import Foundation
import Scenes

/// Writes a bitmap as an uncompressed PNG for a person to view.
func writePNG(_ bitmap: Bitmap, to path: String) throws {
  var crcTable: [UInt32] = []
  for n in 0..<256 {
    var c = UInt32(n)
    for _ in 0..<8 { c = c & 1 != 0 ? 0xEDB8_8320 ^ (c >> 1) : c >> 1 }
    crcTable.append(c)
  }
  func bigEndian(_ x: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: x >> (24 - 8 * $0)) }
  }
  func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + body
    var crc: UInt32 = 0xFFFF_FFFF
    for b in named { crc = crcTable[Int((crc ^ UInt32(b)) & 255)] ^ (crc >> 8) }
    return bigEndian(UInt32(body.count)) + named + bigEndian(crc ^ 0xFFFF_FFFF)
  }
  var raw: [UInt8] = []
  for y in 0..<bitmap.height {
    raw.append(0)
    for x in 0..<bitmap.width {
      let p = bitmap.pixel(x, y)
      let a = max(Int(p[3]), 1)
      raw += [0, 1, 2].map { UInt8(min(255, (Int(p[$0]) * 255 + a / 2) / a)) } + [p[3]]
    }
  }
  var packed: [UInt8] = [0x78, 0x01]
  var (a, b): (UInt32, UInt32) = (1, 0)
  for byte in raw {
    a = (a + UInt32(byte)) % 65521
    b = (b + a) % 65521
  }
  var i = 0
  while i < raw.count {
    let n = min(65535, raw.count - i)
    packed.append(i + n == raw.count ? 1 : 0)
    packed += [UInt8(n & 255), UInt8(n >> 8), UInt8(~n & 255), UInt8((~n >> 8) & 255)]
    packed += raw[i..<i + n]
    i += n
  }
  packed += bigEndian(b << 16 | a)
  let header =
    bigEndian(UInt32(bitmap.width)) + bigEndian(UInt32(bitmap.height)) + [8, 6, 0, 0, 0]
  let file =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("IDAT", packed)
    + chunk("IEND", [])
  try Data(file).write(to: URL(fileURLWithPath: path))
}
