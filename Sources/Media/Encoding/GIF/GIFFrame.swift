internal import CEncoding
internal import Scenes

/// One frame of a GIF before it has a palette, stored as the rectangle that changed.
struct GIFFrame: Sendable {
  let rect: PixelRect
  /// The RGBA pixels in rows without gaps; alpha is 255 for a pixel that is drawn, and 0 for a pixel that keeps its
  /// previous colour.
  let pixels: [UInt8]
  /// The delay after the frame, in 1/100 s.
  let delay: Int

  /// Returns the graphic control, the image descriptor, the frame's own colour table if it has one, and the image data.
  func encoded(
    _ palette: GIFPalette, cache: OpaquePointer, isLocal: Bool, isOpaqueCanvas: Bool
  ) -> [UInt8] {
    let disposal: UInt8 = isOpaqueCanvas ? 1 : 2
    var result: [UInt8] = [0x21, 0xf9, 4, disposal << 2 | 1]
    result += little(delay) + [palette.transparent, 0]
    result += [0x2c] + little(rect.x) + little(rect.y) + little(rect.width) + little(rect.height)
    result.append(isLocal ? 0x80 | UInt8(palette.bits - 1) : 0)
    if isLocal { result += palette.bytes }
    let count = rect.width * rect.height
    var indices = [UInt8](repeating: 0, count: count)
    // Safety: the kernels read and write exactly `count` pixels, and write at most `bound` bytes.
    unsafe gif_index(
      pixels, Int32(rect.width), Int32(rect.height), Int32(rect.x), Int32(rect.y),
      palette.transparent, cache, &indices)
    result += unsafe [UInt8](unsafeUninitializedCapacity: gif_lzw_bound(count)) { buffer, size in
      size = unsafe gif_lzw(indices, count, Int32(max(2, palette.bits)), buffer.baseAddress!)
    }
    return result
  }
}

/// Returns the two bytes of a number, low byte first.
func little(_ value: Int) -> [UInt8] {
  [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
}

/// Finds the differences between a frame and the previous frame.
struct GIFDifference {
  private let previous: Bitmap
  private var isFirst = true
  private let isOpaqueCanvas: Bool

  init(_ clip: StreamFormat) {
    previous = Bitmap(width: clip.width, height: clip.height)
    isOpaqueCanvas = clip.isOpaque
  }

  /// On a transparent canvas every frame contains all pixels, because a GIF cannot clear single pixels.
  mutating func frame(_ bitmap: Bitmap, changed: [PixelRect]?, delay: Int) -> GIFFrame {
    defer { isFirst = false }
    var region = bitmap.bounds
    if !isFirst && isOpaqueCanvas, let changed {
      region = changed.reduce(PixelRect.zero) { $0.union($1) }.intersection(bitmap.bounds)
    }
    if region.isEmpty { return Self.nothing(delay) }
    if isFirst || !isOpaqueCanvas {
      let whole = GIFFrame(rect: region, pixels: drawn(bitmap), delay: delay)
      previous.copy(region, from: bitmap)
      return whole
    }
    var bounds: [Int32] = [0, 0, 0, 0]
    let offset = region.y * bitmap.strideBytes + region.x * 4
    let marked = unsafe [UInt8](
      unsafeUninitializedCapacity: region.width * region.height * 4
    ) { buffer, count in
      // Safety: both bitmaps have the clip's size, and the region is inside the bitmaps.
      unsafe gif_difference(
        bitmap.pixels + offset, bitmap.strideBytes, previous.pixels + offset,
        previous.strideBytes, Int32(region.width), Int32(region.height), buffer.baseAddress!,
        &bounds)
      count = region.width * region.height * 4
    }
    previous.copy(region, from: bitmap)
    let inner = PixelRect(
      Int(bounds[0]), Int(bounds[1]), Int(bounds[2] - bounds[0]), Int(bounds[3] - bounds[1]))
    if inner.isEmpty { return Self.nothing(delay) }
    let rect = PixelRect(
      region.x + inner.x, region.y + inner.y, inner.width, inner.height)
    if inner.width == region.width && inner.height == region.height {
      return GIFFrame(rect: rect, pixels: marked, delay: delay)
    }
    var cropped: [UInt8] = []
    cropped.reserveCapacity(inner.width * inner.height * 4)
    for y in inner.y..<inner.maxY {
      let start = (y * region.width + inner.x) * 4
      cropped += marked[start..<(start + inner.width * 4)]
    }
    return GIFFrame(rect: rect, pixels: cropped, delay: delay)
  }

  /// Returns a frame that changes no pixel and only has a delay.
  private static func nothing(_ delay: Int) -> GIFFrame {
    GIFFrame(rect: PixelRect(0, 0, 1, 1), pixels: [0, 0, 0, 0], delay: delay)
  }

  /// Returns the straight colours of a bitmap; pixels with at least half alpha are drawn, and all other pixels are left
  /// unchanged.
  private func drawn(_ bitmap: Bitmap) -> [UInt8] {
    let rowBytes = bitmap.width * 4
    return unsafe [UInt8](unsafeUninitializedCapacity: rowBytes * bitmap.height) { buffer, count in
      for y in 0..<bitmap.height {
        // Safety: the rows have the bitmap's width.
        unsafe encoding_unpremultiply(
          bitmap.pixels + y * bitmap.strideBytes, buffer.baseAddress! + y * rowBytes, bitmap.width)
      }
      count = rowBytes * bitmap.height
    }
  }
}
