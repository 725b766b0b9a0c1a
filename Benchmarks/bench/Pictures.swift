import Glibc
import Scenes

/// The opaque pictures that every side draws: waves of colour with fine grain, so that no row is like
/// the next.
enum Pictures {
  static func make(width: Int, height: Int, seed: Int) -> Bitmap {
    let bitmap = Bitmap(width: width, height: height)
    var state = UInt32(truncatingIfNeeded: seed &* 2_654_435_761) | 1
    for y in 0..<height {
      let row = unsafe bitmap.pixels + y * bitmap.strideBytes
      for x in 0..<width {
        state ^= state << 13
        state ^= state >> 17
        state ^= state << 5
        let grain = Int(state & 15)
        let shades = [(x + seed * 40) / 3, (y + x / 4) / 2, (x &* seed + y) / 5]
        for (channel, shade) in shades.enumerated() {
          let folded = shade & 511
          let wave = folded < 256 ? folded : 511 - folded
          unsafe row[x * 4 + channel] = UInt8(min(255, wave * 15 / 16 + grain))
        }
        unsafe row[x * 4 + 3] = 255
      }
    }
    bitmap.scanOpacity()
    return bitmap
  }

  /// Rows without gaps.
  static func write(_ bitmap: Bitmap, to path: String) throws {
    guard let file = unsafe fopen(path, "wb") else { throw BenchError.unwritable(path) }
    defer { unsafe fclose(file) }
    for y in 0..<bitmap.height {
      let count = unsafe fwrite(
        bitmap.pixels + y * bitmap.strideBytes, 1, bitmap.width * 4, file)
      guard count == bitmap.width * 4 else { throw BenchError.unwritable(path) }
    }
  }
}

enum BenchError: Error {
  case unwritable(String)
}
