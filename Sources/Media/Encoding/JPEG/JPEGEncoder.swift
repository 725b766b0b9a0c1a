internal import CEncoding
internal import Glibc
package import Scenes

/// Encodes opaque frames as JPEG files.
package final class JPEGEncoder: FrameEncoder {
  /// The quality as libjpeg defines it, 1 to 100.
  private let quality: Int
  private let dotsPerInch: Int

  /// Creates an encoder; `quality` is from 0, the smallest file, to 1, the best picture; nil means 0.9.
  package init(_ clip: StreamFormat, quality: Double? = nil) {
    self.quality = Int(
      clamped: 100 * (quality ?? 0.9), rounded: .toNearestOrAwayFromZero, to: 1...100)
    dotsPerInch = Int(clamped: 72 * clip.scale, rounded: .toNearestOrAwayFromZero, to: 1...65_535)
  }

  package func encode(
    _ bitmap: Bitmap, changed: [PixelRect]?
  ) throws(EncodingError) -> [UInt8] {
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    // Safety: libjpeg reads rows of the bitmap; its output is copied and then freed.
    let problem = unsafe encoding_jpeg(
      bitmap.pixels, bitmap.strideBytes, Int32(bitmap.width), Int32(bitmap.height),
      Int32(quality), Int32(dotsPerInch), &bytes, &count)
    guard problem == 0, let made = unsafe bytes else {
      throw .format(
        path: "JPEG",
        reason: "libjpeg cannot write \(bitmap.width)×\(bitmap.height) pixels (\(problem))")
    }
    defer { unsafe free(made) }
    return unsafe Array(UnsafeBufferPointer(start: made, count: count))
  }
}
