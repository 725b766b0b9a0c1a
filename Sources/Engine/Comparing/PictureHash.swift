package import Files
package import Scenes

extension SHA256 {
  /// The hash of a picture's pixels: its rows, RGBA8 premultiplied, without the padding of the stride.
  package static func ofPixels(_ bitmap: Bitmap) -> String {
    var hash = SHA256()
    for y in 0..<bitmap.height {
      // Safety: a row of the bitmap, at its own stride.
      unsafe hash.add(
        UnsafeRawBufferPointer(
          start: bitmap.pixels + y * bitmap.strideBytes, count: bitmap.width * 4))
    }
    return hash.hexadecimal()
  }
}
