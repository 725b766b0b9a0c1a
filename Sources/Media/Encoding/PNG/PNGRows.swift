internal import CEncoding
internal import Scenes

/// The rows of a picture in PNG's format, with straight alpha or without alpha; each row follows the number of its filter.
struct PNGRows {
  let form: PNGForm
  /// Whether the encoder tries all five filters instead of only Sub and Up.
  let thorough: Bool

  static func byteCount(_ form: PNGForm, rows: Int) -> Int { rows * (form.rowBytes + 1) }
  /// Returns the size of two alternating rows, so that the previous row remains available, and one spare byte.
  static func lineByteCount(_ form: PNGForm) -> Int { 2 * form.rowBytes + 1 }

  /// Filters `rows` of a rectangle that starts at `origin`; the filter of the first row does not use the row above.
  /// `form` has the rectangle's size.
  func filtered(
    _ bitmap: Bitmap, origin: (x: Int, y: Int) = (0, 0), rows: Range<Int>
  ) -> [UInt8] {
    let size = Self.byteCount(form, rows: rows.count)
    var lines = [UInt8](repeating: 0, count: Self.lineByteCount(form))
    return unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      // Safety: both buffers have the sizes that `filter` requires.
      unsafe lines.withUnsafeMutableBufferPointer { lines in
        unsafe filter(
          bitmap, origin: origin, rows: rows, lines: lines.baseAddress!, to: buffer.baseAddress!)
      }
      count = size
    }
  }

  /// Filters rows into memory: `lines` has `lineByteCount` bytes, and `target` has the `byteCount` of the rows.
  @unsafe func filter(
    _ bitmap: Bitmap, origin: (x: Int, y: Int) = (0, 0), rows: Range<Int>,
    lines: UnsafeMutablePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>
  ) {
    let rowBytes = form.rowBytes
    var target = unsafe target
    for y in rows {
      let line = unsafe lines + (y & 1) * rowBytes
      let above = unsafe lines + (1 - (y & 1)) * rowBytes
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
}
