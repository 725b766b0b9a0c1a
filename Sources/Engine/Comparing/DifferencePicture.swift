package import Scenes

/// A picture that shows A, B, and their differences side by side.
package enum DifferencePicture {
  private static let gap = 8

  /// Draws A, B and their difference side by side. If `difference` is not nil, a third panel shows A in pale
  /// grey, with each differing pixel in red.
  package static func draw(_ a: Bitmap, _ b: Bitmap, _ difference: PictureDifference?) -> Bitmap {
    let panels = difference == nil ? [a.width, b.width] : [a.width, b.width, a.width]
    let picture = Bitmap(
      width: min(65_536, panels.reduce(0, +) + gap * (panels.count - 1)),
      height: max(a.height, b.height))
    fill(picture)
    put(a, into: picture, at: 0)
    put(b, into: picture, at: a.width + gap)
    if let difference { mark(a, difference.marks, into: picture, at: a.width + b.width + 2 * gap) }
    picture.scanOpacity()
    return picture
  }

  /// Draws only A in pale grey, with each differing pixel in red.
  package static func marked(_ a: Bitmap, _ difference: PictureDifference?) -> Bitmap {
    let picture = Bitmap(width: a.width, height: a.height)
    fill(picture)
    mark(
      a, difference?.marks ?? [UInt8](repeating: 0, count: a.width * a.height), into: picture, at: 0
    )
    picture.markOpaque()
    return picture
  }

  /// Fills the picture with an opaque grey, which separates the panels.
  private static func fill(_ picture: Bitmap) {
    for y in 0..<picture.height {
      // Safety, here and below: each row is addressed with the stride of its own bitmap.
      let row = unsafe picture.pixels + y * picture.strideBytes
      for x in 0..<picture.width * 4 { unsafe row[x] = x & 3 == 3 ? 255 : 128 }
    }
  }

  /// Draws a picture over white, as a viewer shows transparent pixels.
  private static func put(_ source: Bitmap, into picture: Bitmap, at left: Int) {
    for y in 0..<source.height {
      let from = unsafe source.pixels + y * source.strideBytes
      let to = unsafe picture.pixels + y * picture.strideBytes + left * 4
      for x in 0..<max(0, min(source.width, picture.width - left)) {
        let under = unsafe 255 - from[4 * x + 3]
        for c in 0..<3 { unsafe to[4 * x + c] = from[4 * x + c] + under }
      }
    }
  }

  private static func mark(
    _ a: Bitmap, _ marks: [UInt8], into picture: Bitmap, at left: Int
  ) {
    for y in 0..<a.height {
      let from = unsafe a.pixels + y * a.strideBytes
      let to = unsafe picture.pixels + y * picture.strideBytes + left * 4
      for x in 0..<max(0, min(a.width, picture.width - left)) {
        let distance = Int(marks[y * a.width + x])
        if distance > 0 {
          // Even the smallest difference is drawn in a clearly visible red.
          unsafe to[4 * x] = 255
          unsafe to[4 * x + 1] = UInt8(max(0, 96 - distance))
          unsafe to[4 * x + 2] = UInt8(max(0, 96 - distance))
        } else {
          let p = unsafe (Int(from[4 * x]), Int(from[4 * x + 1]), Int(from[4 * x + 2]))
          let under = unsafe 255 - Int(from[4 * x + 3])
          let luma = (p.0 * 54 + p.1 * 183 + p.2 * 19) / 256 + under
          for c in 0..<3 { unsafe to[4 * x + c] = UInt8(min(255, 208 + luma * 47 / 255)) }
        }
      }
    }
  }
}
