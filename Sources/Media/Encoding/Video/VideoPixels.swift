internal import CEncoding
internal import Media
internal import Scenes

/// Converts frames to the planes that a video encoder reads.
enum VideoPixels {
  /// Fills rows of a slot that has `layout.byteCount` bytes; each range of rows starts at an even row and ends at an
  /// even row or at the layout's height. Formats with alpha contain straight colours; in other formats transparent
  /// parts are black.
  static func fill(
    _ slot: UnsafeMutableRawPointer, from bitmap: Bitmap, _ layout: PlaneLayout, rows: [Range<Int>]
  ) {
    // Safety: every plane is inside the slot, by the layout that host and helper share.
    let y = unsafe slot.assumingMemoryBound(to: UInt8.self)
    let isStraight = layout.hasAlpha || layout.container.pixels == .bgra
    let source = isStraight ? straight(bitmap, rows) : bitmap
    if layout.container.pixels == .yuv420 {
      let cb = unsafe y + layout.lumaBytes
      let cr = unsafe cb + layout.chromaBytes
      var planes = unsafe encoding_planes(
        y: y, cb: cb, cr: cr, alpha: layout.hasAlpha ? cr + layout.chromaBytes : nil,
        luma_stride: layout.strideBytes, chroma_stride: layout.chromaStrideBytes)
      for range in rows {
        unsafe encoding_yuv420(
          source.pixels, source.strideBytes, Int32(source.width), Int32(source.height),
          Int32(range.lowerBound), Int32(range.upperBound), &planes)
      }
      return
    }
    for row in rows.joined() where row < source.height {
      let pixels = unsafe source.pixels + row * source.strideBytes
      let line = unsafe slot + row * layout.strideBytes
      if layout.container.pixels == .gbr {
        let plane = { (index: Int) in
          unsafe (line + index * layout.lumaBytes).assumingMemoryBound(to: UInt8.self)
        }
        unsafe encoding_planes_gbr(pixels, source.width, plane(0), plane(1), plane(2))
      } else if layout.container.pixels == .bgra {
        unsafe encoding_swap_red_blue(
          pixels, line.assumingMemoryBound(to: UInt8.self), source.width)
      } else {
        let plane = { (index: Int) in
          unsafe (line + index * layout.lumaBytes).assumingMemoryBound(to: UInt16.self)
        }
        unsafe encoding_yuva444_10(
          pixels, source.width, plane(0), plane(1), plane(2), plane(3))
      }
    }
  }

  /// Returns a copy of some rows with straight alpha.
  private static func straight(_ bitmap: Bitmap, _ rows: [Range<Int>]) -> Bitmap {
    let copy = Bitmap(width: bitmap.width, height: bitmap.height)
    for row in rows.joined() where row < bitmap.height {
      unsafe encoding_unpremultiply(
        bitmap.pixels + row * bitmap.strideBytes, copy.pixels + row * copy.strideBytes,
        bitmap.width)
    }
    return copy
  }
}
