private import Glibc

/// Pixels in memory: RGBA, 8 bits each, sRGB-encoded, premultiplied, top row first.
///
/// Rows start at multiples of 64 bytes. A bitmap that is shared is never written again: its maker
/// fills it through `withMutablePixels` before anyone else sees it.
@safe package final class Bitmap: @unchecked Sendable {
  package let width: Int
  package let height: Int
  package let strideBytes: Int
  private let storage: UnsafeMutableRawBufferPointer

  /// A transparent bitmap; both sides are 1…16,384, which the caller has checked.
  package init(width: Int, height: Int) {
    precondition(width > 0 && height > 0 && width <= 65_536 && height <= 65_536)
    self.width = width
    self.height = height
    strideBytes = (width * 4 + 63) & ~63
    let bytes = strideBytes * height
    // Unsafe: the one allocation that kernels and encoders read through pointers.
    if bytes < Self.hugePage {
      unsafe storage = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes, alignment: 64)
    } else {
      unsafe storage = UnsafeMutableRawBufferPointer.allocate(
        byteCount: bytes, alignment: Self.hugePage)
      // A row or two fill a small page: what goes down a picture would look up a page for each. Where
      // there are no huge pages, this changes nothing. Unsafe: advises on the allocation alone.
      _ = unsafe madvise(storage.baseAddress, bytes & ~(Self.hugePage - 1), MADV_HUGEPAGE)
    }
    unsafe storage.initializeMemory(as: UInt8.self, repeating: 0)
  }

  deinit { unsafe storage.deallocate() }

  private static let hugePage = 2 << 20

  package var byteCount: Int { strideBytes * height }
  package var bounds: PixelRect { PixelRect(0, 0, width, height) }

  /// The first pixel's address, for kernels and encoders; valid while the bitmap lives.
  package var pixels: UnsafeMutablePointer<UInt8> {
    unsafe storage.baseAddress!.assumingMemoryBound(to: UInt8.self)
  }

  /// Every pixel has alpha 255; true only after `scanOpacity` said so.
  package private(set) var isOpaque = false

  /// A rectangle in which every pixel has alpha 255: all, or rows about the middle as wide as the
  /// middle one's; found by `scanOpacity`.
  package private(set) var opaquePart = PixelRect.zero

  /// Finds `isOpaque` and `opaquePart`; called by the maker, before the bitmap is shared.
  package func scanOpacity() {
    let middle = height / 2
    var (left, right) = (width / 2, width / 2)
    while left > 0, isOpaque(left - 1..<left, row: middle) { left -= 1 }
    while right < width, isOpaque(right..<right + 1, row: middle) { right += 1 }
    opaquePart = .zero
    isOpaque = false
    guard left < right else { return }
    var (top, bottom) = (middle, middle + 1)
    while top > 0, isOpaque(left..<right, row: top - 1) { top -= 1 }
    while bottom < height, isOpaque(left..<right, row: bottom) { bottom += 1 }
    opaquePart = PixelRect(left, top, right - left, bottom - top)
    isOpaque = opaquePart == bounds
  }

  private func isOpaque(_ columns: Range<Int>, row: Int) -> Bool {
    let row = unsafe pixels + row * strideBytes
    for x in columns where unsafe row[x * 4 + 3] != 255 { return false }
    return true
  }

  /// Copies a rectangle of `source` to the same place here.
  package func copy(_ rect: PixelRect, from source: Bitmap) {
    let r = rect.intersection(bounds).intersection(source.bounds)
    guard !r.isEmpty else { return }
    for y in r.y..<r.maxY {
      unsafe (pixels + y * strideBytes + r.x * 4).update(
        from: source.pixels + y * source.strideBytes + r.x * 4, count: r.width * 4)
    }
  }
}
