internal import CDeflate
package import Scenes

/// Encodes one picture as a small PNG, with all filters and libdeflate's most thorough search.
package enum SmallPNG {
  /// Encodes a picture as a complete file. `level` is the compression level of libdeflate, 1…12.
  package static func encode(
    _ bitmap: Bitmap, isOpaque: Bool, scale: Double = 1, level: Int = 9
  ) -> [UInt8] {
    let form = PNGForm(
      width: bitmap.width, height: bitmap.height, hasAlpha: !isOpaque, scale: scale)
    let rows = PNGRows(form: form, thorough: true).filtered(bitmap, rows: 0..<bitmap.height)
    return form.head + PNGForm.chunk("IDAT", compress(rows, level: level)) + PNGForm.end
  }

  /// Compresses data into a zlib stream.
  static func compress(_ data: [UInt8], level: Int) -> [UInt8] {
    // Safety: this function frees the compressor, which writes at most the bound.
    let compressor = unsafe libdeflate_alloc_compressor(Int32(level))
    defer { unsafe libdeflate_free_compressor(compressor) }
    let bound = unsafe libdeflate_zlib_compress_bound(compressor, data.count)
    return unsafe [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      count = unsafe libdeflate_zlib_compress(
        compressor, data, data.count, buffer.baseAddress!, bound)
    }
  }
}
