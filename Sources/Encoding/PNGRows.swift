internal import CEncoding
internal import Scenes

/// A picture's rows as PNG wants them: straight or without alpha, each behind its filter's number.
struct PNGRows {
  let form: PNGForm
  /// All five filters, else only Sub and Up.
  let thorough: Bool

  /// Filters `rows` of a rectangle of the picture that starts at `origin`; the first row stands
  /// alone, so the result depends on nothing above it. `form` has the rectangle's size.
  func filtered(
    _ bitmap: Bitmap, origin: (x: Int, y: Int) = (0, 0), rows: Range<Int>
  ) -> [UInt8] {
    let rowBytes = form.rowBytes
    // Two rows turn about, so that the one above stays; each has one spare byte.
    var lines = [UInt8](repeating: 0, count: 2 * rowBytes + 1)
    return unsafe [UInt8](unsafeUninitializedCapacity: rows.count * (rowBytes + 1)) {
      buffer, count in
      // Unsafe: every row is `rowBytes` long in `lines`, one more in the result.
      unsafe lines.withUnsafeMutableBufferPointer { lines in
        var target = buffer.baseAddress!
        for y in rows {
          let line = unsafe lines.baseAddress! + (y & 1) * rowBytes
          let above = unsafe lines.baseAddress! + (1 - (y & 1)) * rowBytes
          let source = unsafe bitmap.pixels + (origin.y + y) * bitmap.strideBytes + origin.x * 4
          if form.hasAlpha {
            unsafe encoding_unpremultiply(source, line, form.width)
          } else {
            unsafe encoding_drop_alpha(source, line, form.width)
          }
          unsafe encoding_png_filter(
            y == rows.lowerBound ? nil : above, line, rowBytes, form.pixelBytes, thorough ? 1 : 0,
            target)
          unsafe target += rowBytes + 1
        }
      }
      count = rows.count * (rowBytes + 1)
    }
  }
}
