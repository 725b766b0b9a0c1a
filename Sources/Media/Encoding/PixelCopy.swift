internal import CEncoding
package import Scenes

extension Bitmap {
  /// Copies the RGBA pixels, with 8 bits a channel, to rows that start every `stride` bytes; the result is
  /// premultiplied or straight.
  @unsafe package func copy(
    to target: UnsafeMutableRawPointer, stride: Int, straight: Bool
  ) {
    for y in 0..<height {
      // Safety: the caller's memory has room for the rows.
      let source = unsafe UnsafePointer(pixels + y * strideBytes)
      let row = unsafe target + y * stride
      if straight {
        unsafe encoding_unpremultiply(source, row.assumingMemoryBound(to: UInt8.self), width)
      } else {
        unsafe row.copyMemory(from: source, byteCount: width * 4)
      }
    }
  }
}
