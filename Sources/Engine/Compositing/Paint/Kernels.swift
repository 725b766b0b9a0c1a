internal import CKernels
internal import Scenes

/// A set of C kernels; this type checks the bounds before it calls them.
@safe struct Kernels: @unchecked Sendable {
  // Safety: the pointer refers to a table in static memory, which never changes.
  private let table: UnsafePointer<ck_kernels>
  /// Whether the kernels dither gradients and shadows.
  var dithers = false

  private init(_ table: UnsafePointer<ck_kernels>) { unsafe self.table = table }

  static let best = unsafe Kernels(ck_best())
  static let baseline = unsafe Kernels(ck_baseline())
  static let avx2 = unsafe ck_avx2().map { unsafe Kernels($0) }

  var name: String { unsafe String(cString: table.pointee.name) }

  /// Paints with source-over at the pixels of `coverage`, inside the window of `target` and in the runs of
  /// `region`. Pixels that one of the coverages `hidden` covers fully are not painted.
  func draw(
    _ paint: Paint, through coverage: Coverage, hidden: [Coverage] = [],
    only region: Coverage? = nil,
    in target: Target
  ) {
    var surface = unsafe ck_surface(
      pixels: target.address, stride: target.strideBytes, x: Int32(target.window.x),
      y: Int32(target.window.y), width: Int32(target.window.width),
      height: Int32(target.window.height), is_wide: target.isWide ? 1 : 0)
    let (source, baked) = unsafe paint.current
    // Safety: the kernel stays inside the window and the coverages, which exist until it returns.
    withExtendedLifetime((paint, baked, coverage, hidden, region)) {
      var shape = unsafe coverage.kernel
      var source = unsafe source
      unsafe source.dither = dithers ? 1 : 0
      let covers = unsafe hidden.map { cover in unsafe cover.kernel }
      guard let region else {
        return unsafe table.pointee.draw(&surface, nil, &shape, &source, covers, covers.count)
      }
      var part = unsafe region.kernel
      unsafe table.pointee.draw(&surface, &part, &shape, &source, covers, covers.count)
    }
  }

  /// Draws two paints that cover all of `target`, a part of the canvas: an opaque paint, and over it a part
  /// of an opaque bitmap; both paints copy stored pixels. The result has the same bits as drawing the two
  /// paints one after the other.
  func mix(_ under: Paint, _ over: Paint, in target: Target) {
    precondition(under.isWholeCopy && over.isPartCopy && !target.isWide)
    var surface = unsafe ck_surface(
      pixels: target.address, stride: target.strideBytes, x: Int32(target.window.x),
      y: Int32(target.window.y), width: Int32(target.window.width),
      height: Int32(target.window.height), is_wide: 0)
    // Safety: both bitmaps exist until the kernel returns, and cover the window.
    withExtendedLifetime((under, over)) {
      var (first, second) = (under.kernel, over.kernel)
      unsafe table.pointee.mix(&surface, &first, &second)
    }
  }

  /// A shape in a list of shapes; pixels that a coverage in `hidden` covers fully are not painted.
  struct Item {
    var paint: Paint
    var coverage: Coverage
    var hidden: [Coverage]
  }

  /// Composites shapes back to front in 8.8 channels and rounds them once to the canvas. Together, the opaque
  /// shapes at the start of the list must replace all previous pixels.
  func compose(_ items: [Item], in target: Target) {
    precondition(!target.isWide)
    var surface = unsafe ck_surface(
      pixels: target.address, stride: target.strideBytes, x: Int32(target.window.x),
      y: Int32(target.window.y), width: Int32(target.window.width),
      height: Int32(target.window.height), is_wide: 0)
    let paints = unsafe items.map { unsafe $0.paint.current }
    let kernelPaints = unsafe paints.map { paint in
      var kernel = unsafe paint.kernel
      unsafe kernel.dither = dithers ? 1 : 0
      return unsafe kernel
    }
    let coverages = unsafe items.map { unsafe $0.coverage.kernel }
    let hidden = unsafe items.flatMap { unsafe $0.hidden.map { cover in unsafe cover.kernel } }
    // Safety: the kernel stays inside the window and the coverages, and the memory that it reads exists until
    // it returns.
    unsafe withExtendedLifetime((items, paints)) {
      unsafe kernelPaints.withUnsafeBufferPointer { kernelPaints in
        unsafe coverages.withUnsafeBufferPointer { coverages in
          unsafe hidden.withUnsafeBufferPointer { hidden in
            var next = 0
            var list: [ck_item] = unsafe []
            unsafe list.reserveCapacity(items.count)
            for (i, item) in items.enumerated() {
              let bounds = item.coverage.bounds
              unsafe list.append(
                ck_item(
                  coverage: coverages.baseAddress! + i, paint: kernelPaints.baseAddress! + i,
                  hidden: hidden.baseAddress.map { base in unsafe base + next },
                  hidden_count: item.hidden.count, x0: Int32(bounds.x), x1: Int32(bounds.maxX)))
              next += item.hidden.count
            }
            unsafe table.pointee.compose(&surface, list, list.count)
          }
        }
      }
    }
  }

  /// Rounds a picture of 8.8 channels to bytes, and writes them to the canvas at the picture's position.
  func round(_ picture: Target, to canvas: Target) {
    let window = picture.window
    precondition(canvas.window.contains(window) && !canvas.isWide)
    guard let pixels = picture.group else { preconditionFailure("the picture is a group's") }
    let below = canvas.narrowed(to: window)
    for y in 0..<window.height {
      // Safety: both rows have the width of the window.
      unsafe table.pointee.narrow(
        pixels.base + y * window.width * 4, below.address + y * below.strideBytes, window.width * 4)
    }
  }

  /// Copies a part of a picture into a group's picture of the same size and position.
  func lift(_ shown: Target, to picture: Target) {
    precondition(shown.window == picture.window)
    guard let pixels = picture.group else { preconditionFailure("only groups have copies") }
    var surface = unsafe ck_surface(
      pixels: shown.address, stride: shown.strideBytes, x: Int32(shown.window.x),
      y: Int32(shown.window.y), width: Int32(shown.window.width),
      height: Int32(shown.window.height), is_wide: shown.isWide ? 1 : 0)
    // Safety: both pictures have as many pixels as their equal windows.
    unsafe table.pointee.lift(&surface, pixels.base)
  }

  /// Multiplies a group's picture by the alpha or luma of another picture of the same size.
  func multiply(_ target: Target, by mask: Target, luminance: Bool, inverted: Bool) {
    precondition(target.window == mask.window)
    guard let pixels = target.group, let weights = mask.group else {
      preconditionFailure("only groups are masked")
    }
    // Safety: both pictures have as many packed pixels as their equal windows.
    unsafe table.pointee.multiply(
      pixels.base, weights.base, target.window.width * target.window.height, luminance ? 1 : 0,
      inverted ? 1 : 0)
  }

  func halve(_ from: Buffer<UInt16>, width: Int, height: Int, into to: Buffer<UInt16>) {
    precondition(from.count >= width * height * 4)
    precondition(to.count >= ((width + 1) / 2) * ((height + 1) / 2) * 4)
    unsafe table.pointee.halve(from.base, Int32(width), Int32(height), to.base)
  }

  /// Enlarges weights by `factor`, a power of two, by interpolation between the centres of the pixels of
  /// `from`; `to` gets (width − 1) · factor by (height − 1) · factor pixels.
  func enlarge(
    _ from: Buffer<UInt16>, width: Int, height: Int, factor: Int, into to: Buffer<UInt16>
  ) {
    precondition(width > 1 && height > 1 && from.count >= width * height)
    precondition(to.count >= (width - 1) * (height - 1) * factor * factor)
    let rows = Buffer<UInt16>(roomFor: (width - 1) * factor * height)
    unsafe table.pointee.enlarge(
      from.base, Int32(width), Int32(height), Int32(factor), rows.base, to.base)
  }

  /// Halves a picture of 8.8 channels with the weights 1 3 3 1: `to` gets width × height pixels from index
  /// `start` on; `from` has twice as many rows and columns and one more on each side.
  func shrink(
    _ from: Buffer<UInt16>, to: Buffer<UInt16>, from start: Int, width: Int, height: Int,
    room: Buffer<UInt16>
  ) {
    precondition(from.count >= (2 * width + 2) * (2 * height + 2) * 4)
    precondition(to.count >= start + width * height * 4)
    precondition(room.count >= (2 * width + 2) * 4 + 48)
    unsafe table.pointee.shrink(
      from.base, to.base + start, Int32(width), Int32(height), room.base)
  }

  /// Computes the part `box` of a picture that is twice as large as `half`; `half` covers the rectangle
  /// `room` of its own plane.
  func enlargeTwice(
    _ half: Buffer<UInt16>, _ room: PixelRect, into to: Buffer<UInt16>, _ box: PixelRect
  ) {
    precondition(room.contains(box.halved) && half.count >= room.width * room.height * 4 + 16)
    precondition(to.count >= box.width * box.height * 4)
    unsafe table.pointee.enlarge_twice(
      half.base, Int32(room.width), Int32(room.x), Int32(room.y), Int32(box.x), Int32(box.y),
      Int32(box.width), Int32(box.height), to.base)
  }

  /// The weights of pixels in 1/65536; the weights add up to 65536.
  enum Taps {
    /// The weight of the centre, followed by the weights of both sides.
    case centred([UInt32])
    /// The weights from the farthest pixel on one side to the farthest pixel on the other side.
    case moved([UInt32])

    /// The number of weights on each side of the centre.
    var radius: Int {
      switch self {
      case .centred(let weights): weights.count - 1
      case .moved(let weights): weights.count / 2
      }
    }
  }

  /// Convolves rows of 8.8 channels horizontally: on each side, `from` has as many additional pixels as there
  /// are weights beside the centre.
  func convolveAcross(
    _ from: Buffer<UInt16>, to: Buffer<UInt16>, width: Int, height: Int, taps: Taps
  ) {
    let wide = width + 2 * taps.radius
    convolve(from, wide * 4, to, width * 4, height, step: 4, taps)
  }

  /// Convolves columns of 8.8 channels vertically; `from` has additional rows above and below.
  func convolveDown(
    _ from: Buffer<UInt16>, to: Buffer<UInt16>, width: Int, height: Int, taps: Taps
  ) {
    convolve(from, width * 4, to, width * 4, height, step: width * 4, taps)
  }

  /// Convolves rows of `count` channels; rows are `stride` channels apart, and taps are `step` channels
  /// apart.
  private func convolve(
    _ from: Buffer<UInt16>, _ stride: Int, _ to: Buffer<UInt16>, _ count: Int, _ height: Int,
    step: Int, _ taps: Taps
  ) {
    let needed = max(height - 1, 0) * stride + 2 * taps.radius * step + count
    precondition(from.count >= needed && to.count >= count * height)
    let radius = Int32(taps.radius)
    switch taps {
    case .centred(let weights):
      unsafe weights.withUnsafeBufferPointer {
        unsafe table.pointee.convolve(
          from.base + taps.radius * step, stride, to.base, count, count, Int32(height), step,
          $0.baseAddress!, radius)
      }
    case .moved(let weights):
      unsafe weights.withUnsafeBufferPointer {
        unsafe table.pointee.convolve_moved(
          from.base + taps.radius * step, stride, to.base, count, count, Int32(height), step,
          $0.baseAddress!, radius)
      }
    }
  }

  /// Rounds one row of 8.8 channels to bytes and stores them in a bitmap.
  func narrow(_ from: Buffer<UInt16>, from start: Int, into bitmap: Bitmap, row: Int) {
    precondition(start + bitmap.width * 4 <= from.count && row < bitmap.height)
    unsafe table.pointee.narrow(
      from.base + start, bitmap.pixels + row * bitmap.strideBytes, bitmap.width * 4)
  }

  /// Convolves rows of weights and transposes the result.
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
