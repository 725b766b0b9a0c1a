package import Files
package import Scenes

extension SHA256 {
  /// The hash of a picture's pixels: rows of premultiplied RGBA8 without the padding between rows.
  package static func ofPixels(_ bitmap: Bitmap) -> String {
    var hash = SHA256()
    for y in 0..<bitmap.height {
      // Safety: the buffer is one row of the bitmap.
      unsafe hash.add(
        UnsafeRawBufferPointer(
          start: bitmap.pixels + y * bitmap.strideBytes, count: bitmap.width * 4))
    }
    return hash.hexadecimal()
  }
}
