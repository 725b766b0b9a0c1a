internal import CKernels
internal import Scenes

/// A set of kernels with bounds checked where they enter C.
@safe struct Kernels: @unchecked Sendable {
  // Unsafe: points to a table that never changes.
  private let table: UnsafePointer<ck_kernels>

  private init(_ table: UnsafePointer<ck_kernels>) { unsafe self.table = table }

  static let best = unsafe Kernels(ck_best())
  static let baseline = unsafe Kernels(ck_baseline())
  static let avx2 = unsafe ck_avx2().map { unsafe Kernels($0) }

  var name: String { unsafe String(cString: table.pointee.name) }

  /// Source-over of a paint where `coverage` says, inside the window of `target`.
  func draw(_ paint: Paint, through coverage: Coverage, in target: Target) {
    let coverage = coverage
    // Unsafe: arrays are lent to the call; the kernel stays inside the window and the coverage.
    unsafe coverage.rows.withUnsafeBufferPointer { rows in
      unsafe coverage.runs.withUnsafeBufferPointer { runs in
        unsafe coverage.values.withUnsafeBufferPointer { values in
          var shape = unsafe ck_coverage(
            top: Int32(coverage.bounds.y), bottom: Int32(coverage.bounds.maxY),
            rows: rows.baseAddress, runs: runs.baseAddress, values: values.baseAddress)
          var surface = unsafe ck_surface(
            pixels: target.address, stride: target.bitmap.strideBytes, x: Int32(target.window.x),
            y: Int32(target.window.y), width: Int32(target.window.width),
            height: Int32(target.window.height))
          var source = paint.kernel
          unsafe table.pointee.draw(&surface, &shape, &source)
        }
      }
    }
  }

  /// Multiplies a target by the alpha or luma of another one that covers the same window.
  func multiply(_ target: Target, by mask: Target, luminance: Bool, inverted: Bool) {
    precondition(target.window == mask.window)
    for y in 0..<target.window.height {
      // Unsafe: both rows have the width of the window.
      unsafe table.pointee.multiply(
        target.address + y * target.bitmap.strideBytes, mask.address + y * mask.bitmap.strideBytes,
        target.window.width, luminance ? 1 : 0, inverted ? 1 : 0)
    }
  }

  func halve(_ from: Buffer<UInt16>, width: Int, height: Int, into to: Buffer<UInt16>) {
    precondition(from.count >= width * height * 4)
    precondition(to.count >= ((width + 1) / 2) * ((height + 1) / 2) * 4)
    unsafe table.pointee.halve(from.base, Int32(width), Int32(height), to.base)
  }

  /// One row of a bitmap from 8.8 channels.
  func narrow(_ from: Buffer<UInt16>, from start: Int, into bitmap: Bitmap, row: Int) {
    precondition(start + bitmap.width * 4 <= from.count && row < bitmap.height)
    unsafe table.pointee.narrow(
      from.base + start, bitmap.pixels + row * bitmap.strideBytes, bitmap.width * 4)
  }

  /// Rows of weights convolved and transposed.
  func blur(
    _ from: Buffer<UInt16>, width: Int, height: Int, taps: [UInt32], into to: Buffer<UInt16>
  ) {
    precondition(from.count >= width * height && to.count >= width * height && !taps.isEmpty)
    unsafe taps.withUnsafeBufferPointer {
      unsafe table.pointee.blur(
        from.base, to.base, Int32(width), Int32(height), $0.baseAddress!, Int32(taps.count - 1))
    }
  }
}

/// A window of the canvas and the bitmap that holds it: pixel (window.x, window.y) of the canvas is
/// pixel `origin` of the bitmap.
@safe struct Target {
  let bitmap: Bitmap
  let window: PixelRect
  /// The first pixel of the window in the bitmap.
  private let originX: Int
  private let originY: Int

  /// A part of the canvas itself.
  init(canvas: Bitmap, window: PixelRect) {
    bitmap = canvas
    self.window = window.intersection(canvas.bounds)
    originX = self.window.x
    originY = self.window.y
  }

  /// A transparent picture of a part of the canvas.
  init(group window: PixelRect) {
    bitmap = Bitmap(width: window.width, height: window.height)
    self.window = window
    originX = 0
    originY = 0
  }

  /// The same picture, smaller window.
  func narrowed(to rect: PixelRect) -> Target {
    let inside = window.intersection(rect)
    return Target(
      bitmap: bitmap, window: inside, originX: originX + inside.x - window.x,
      originY: originY + inside.y - window.y)
  }

  private init(bitmap: Bitmap, window: PixelRect, originX: Int, originY: Int) {
    self.bitmap = bitmap
    self.window = window
    self.originX = originX
    self.originY = originY
  }

  @unsafe var address: UnsafeMutablePointer<UInt8> {
    unsafe bitmap.pixels + originY * bitmap.strideBytes + originX * 4
  }
}
