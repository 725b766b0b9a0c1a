private import Glibc

/// Pixels in memory: RGBA with 8 bits per channel, sRGB-encoded, premultiplied, with the top row first.
///
/// Rows of a bitmap start at multiples of 64 bytes. A bitmap is not written after it is shared: its creator
/// fills it before any other code has access to it.
@safe package final class Bitmap: @unchecked Sendable {
  package let width: Int
  package let height: Int
  package let strideBytes: Int
  private let base: UnsafeMutableRawPointer
  /// The object that lends the memory; nil if the bitmap owns its memory.
  private let lender: (any AnyObject & Sendable)?

  /// Creates a transparent bitmap; the caller has checked that both sides are in 1…16,384.
  package convenience init(width: Int, height: Int) {
    let bytes = Self.byteCount(width: width, height: height)
    let base: UnsafeMutableRawPointer
    MemoryAccount.ask(bytes)
    // Safety: this object owns the allocation, and frees it when no kernel or encoder uses the bitmap.
    if bytes < Self.hugePage {
      unsafe base = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    } else {
      unsafe base = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: Self.hugePage)
      // A small memory page contains only one or two rows, so a vertical pass over the picture would need a
      // page lookup for each row; huge pages avoid these lookups. If the system has no huge pages, the call
      // has no effect. Safety: the call only gives advice about the allocation.
      _ = unsafe madvise(base, bytes & ~(Self.hugePage - 1), MADV_HUGEPAGE)
    }
    unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    MemoryAccount.take(bytes)
    unsafe self.init(width, height, base, lender: nil)
  }

  /// Creates a bitmap in memory that `lender` lends until the bitmap is released: `byteCount(width:height:)`
  /// bytes, aligned to 64 bytes; the contents are kept.
  @unsafe package convenience init(
    width: Int, height: Int, at pixels: UnsafeMutablePointer<UInt8>,
    of lender: any AnyObject & Sendable
  ) {
    unsafe self.init(width, height, UnsafeMutableRawPointer(pixels), lender: lender)
  }

  private init(
    _ width: Int, _ height: Int, _ base: UnsafeMutableRawPointer,
    lender: (any AnyObject & Sendable)?
  ) {
    self.width = width
    self.height = height
    strideBytes = Self.strideBytes(width: width)
    unsafe self.base = base
    self.lender = lender
  }

  deinit {
    guard lender == nil else { return }
    unsafe base.deallocate()
    MemoryAccount.giveBack(byteCount)
  }

  private static let hugePage = 2 << 20

  private static func strideBytes(width: Int) -> Int { (width * 4 + 63) & ~63 }

  /// The number of bytes that a bitmap of this size takes.
  package static func byteCount(width: Int, height: Int) -> Int {
    precondition(width > 0 && height > 0 && width <= 65_536 && height <= 65_536)
    return strideBytes(width: width) * height
  }

  package var byteCount: Int { strideBytes * height }
  package var bounds: PixelRect { PixelRect(0, 0, width, height) }

  /// The address of the first pixel for kernels and encoders, which is valid while the bitmap exists.
  package var pixels: UnsafeMutablePointer<UInt8> {
    unsafe base.assumingMemoryBound(to: UInt8.self)
  }

  /// Whether every pixel has alpha 255; true only if the creator of the bitmap has determined it.
  package private(set) var isOpaque = false

  /// A rectangle in which every pixel has alpha 255: the whole bitmap, or a band of rows that is as wide as
  /// the opaque part of the middle row.
  package private(set) var opaquePart = PixelRect.zero

  /// Declares that every pixel has alpha 255, so that `scanOpacity` need not be called.
  package func markOpaque() {
    isOpaque = true
    opaquePart = bounds
  }

  /// Computes `isOpaque` and `opaquePart`; the creator calls this method before the bitmap is shared.
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

  /// Tests all pixels of a row, many at a time, instead of stopping at the first transparent pixel.
  private func isOpaque(_ columns: Range<Int>, row: Int) -> Bool {
    // Safety: the pixels are inside the row, whose address is a multiple of 64 bytes.
    let first = unsafe base + (row * strideBytes + columns.lowerBound * 4)
    var common = UInt32.max
    for x in 0..<columns.count {
      common &= unsafe first.load(fromByteOffset: x * 4, as: UInt32.self)
    }
    return common.littleEndian >> 24 == 255
  }

  /// Returns the alpha of a pixel, which must be inside the bitmap.
  package func alpha(_ x: Int, _ y: Int) -> UInt8 {
    precondition(x >= 0 && y >= 0 && x < width && y < height)
    // Safety: the pixel is inside the bitmap, as the precondition requires.
    return unsafe base.load(fromByteOffset: y * strideBytes + x * 4 + 3, as: UInt8.self)
  }

  /// Returns the colour of a pixel, which must be inside the bitmap.
  package func color(_ x: Int, _ y: Int) -> Color {
    let alpha = Double(alpha(x, y))
    // Safety: the pixel is inside the bitmap, as the precondition requires.
    func part(_ byte: Int) -> Double {
      alpha > 0 ? Double(unsafe pixels[y * strideBytes + x * 4 + byte]) / alpha : 0
    }
    return Color(red: part(0), green: part(1), blue: part(2), alpha: alpha / 255)
  }

  /// A copy of a part of the bitmap, with its opacity computed.
  package func part(_ part: PixelRect) -> Bitmap {
    precondition(part.intersection(bounds) == part)
    let copy = Bitmap(width: part.width, height: part.height)
    for y in 0..<part.height {
      // Safety: the rows are inside both bitmaps.
      unsafe (copy.pixels + y * copy.strideBytes).update(
        from: pixels + (part.y + y) * strideBytes + part.x * 4, count: part.width * 4)
    }
    copy.scanOpacity()
    return copy
  }

  /// Copies a rectangle of `source` to the same position in this bitmap.
  package func copy(_ rect: PixelRect, from source: Bitmap) {
    let r = rect.intersection(bounds).intersection(source.bounds)
    guard !r.isEmpty else { return }
    for y in r.y..<r.maxY {
      unsafe (pixels + y * strideBytes + r.x * 4).update(
        from: source.pixels + y * source.strideBytes + r.x * 4, count: r.width * 4)
    }
  }
}
