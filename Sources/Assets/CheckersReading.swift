package import Documents
package import Planning
package import Scenes

extension CheckersSpec: PictureReading {
  package func read(
    for place: PicturePlace, with loader: AssetLoader
  ) throws(Problem) -> any PictureSource {
    func pixels(_ points: Double) -> Int {
      Int(clamped: points * place.scale, rounded: .up, to: 1...8_192)
    }
    let bitmap = Bitmap(width: pixels(place.size.width), height: pixels(place.size.height))
    let side = pixels(side)
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width {
        let color = (x / side + y / side).isMultiple(of: 2) ? color : other
        let bytes = [color.red, color.green, color.blue, 1].map {
          UInt8(clamped: $0 * color.alpha * 255, rounded: .toNearestOrAwayFromZero, to: 0...255)
        }
        // Unsafe: a pixel inside of the bitmap.
        for c in 0..<4 { unsafe bitmap.pixels[y * bitmap.strideBytes + x * 4 + c] = bytes[c] }
      }
    }
    bitmap.scanOpacity()
    return StillPicture(bitmap, size: place.size)
  }

  package func check(
    for place: PicturePlace, with checker: AssetChecker
  ) throws(Problem) -> any PictureSource {
    StillPicture(Bitmap(width: 1, height: 1), size: place.size)
  }
}
