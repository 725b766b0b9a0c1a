internal import CEncoding
internal import Media
internal import Scenes

/// Frames as the planes an encoder takes.
enum VideoPixels {
  /// Fills a slot of `layout.byteCount` bytes. Formats with alpha get straight colours; the others
  /// show transparent parts on black.
  static func fill(_ slot: UnsafeMutableRawPointer, from bitmap: Bitmap, _ layout: SlotLayout) {
    // Unsafe: every plane lies inside the slot, by the layout both sides share.
    let y = unsafe slot.assumingMemoryBound(to: UInt8.self)
    let source = layout.hasAlpha || layout.container == .webp ? straight(bitmap) : bitmap
    switch layout.container {
    case .mp4, .webm:
      let cb = unsafe y + layout.lumaBytes
      let cr = unsafe cb + layout.chromaBytes
      var planes = unsafe encoding_planes(
        y: y, cb: cb, cr: cr, alpha: layout.hasAlpha ? cr + layout.chromaBytes : nil,
        luma_stride: layout.strideBytes, chroma_stride: layout.chromaStrideBytes)
      unsafe encoding_yuv420(
        source.pixels, source.strideBytes, Int32(source.width), Int32(source.height), 0,
        Int32(layout.height), &planes)
    case .mov:
      for row in 0..<source.height {
        let line = unsafe slot + row * layout.strideBytes
        let plane = { (index: Int) in
          unsafe (line + index * layout.lumaBytes).assumingMemoryBound(to: UInt16.self)
        }
        unsafe encoding_yuva444_10(
          source.pixels + row * source.strideBytes, source.width, plane(0), plane(1), plane(2),
          plane(3))
      }
    case .webp:
      for row in 0..<source.height {
        unsafe encoding_swap_red_blue(
          source.pixels + row * source.strideBytes, y + row * layout.strideBytes, source.width)
      }
    }
  }

  /// A copy with straight alpha.
  private static func straight(_ bitmap: Bitmap) -> Bitmap {
    let copy = Bitmap(width: bitmap.width, height: bitmap.height)
    for row in 0..<bitmap.height {
      unsafe encoding_unpremultiply(
        bitmap.pixels + row * bitmap.strideBytes, copy.pixels + row * copy.strideBytes,
        bitmap.width)
    }
    return copy
  }
}
