internal import CKernels
internal import Scenes

/// The source of a shape's colours: the kernels' paint, with the memory that its pointers refer to.
@safe struct Paint: @unchecked Sendable {
  // Safety: the pointers in `kernel` refer to memory of `owners`, which exists as long as this value.
  @safe private(set) var kernel = unsafe ck_paint()
  private var owners: [AnyObject] = []
  /// The cached pixels of the paint; copies of the paint share them.
  private let bake = PaintCache()
  /// The bitmap of the paint if the paint copies pixels.
  private var copied: Bitmap?
  /// The device pixels of a paint that samples an image; empty for other paints.
  private(set) var domain = PixelRect.zero
  /// The blurred picture, if the paint shows a blurred picture.
  private var blurred: BlurredPicture?
  /// The colour matrices, which are applied to the colours first.
  private var colors: [ColorMatrix] = []

  /// Creates a paint with one uniform colour.
  init(color: Color) {
    kernel.kind = CK_SOLID
    kernel.alpha = Fixed.full
    setColor(color)
    kernel.is_opaque = kernel.color.3 == 65280 ? 1 : 0
  }

  /// A paint with one colour that replaces the previous pixels, even if the colour is transparent.
  init(replacing color: Color) {
    self.init(color: color)
    kernel.is_opaque = 1
  }

  private mutating func setColor(_ color: Color) { kernel.color = Fixed.channels(color) }

  /// A paint that copies pixels of a bitmap, moved by whole pixels.
  init(copying bitmap: Bitmap, dx: Int, dy: Int) {
    let pyramid = Pyramid(base: bitmap, levels: [])
    self.init(pyramid)
    copied = bitmap
    kernel.kind = CK_COPY
    kernel.dx = Int32(dx)
    kernel.dy = Int32(dy)
  }

  var mode: BlendMode { BlendMode.allCases[Int(kernel.mode)] }

  /// A paint with the same colours in another blend mode; such a paint hides no pixels.
  func blending(_ mode: BlendMode) -> Paint {
    if mode == .normal { return self }
    var paint = self
    paint.kernel.mode = Int32(BlendMode.allCases.firstIndex(of: mode)!)
    paint.kernel.is_opaque = 0
    paint.opaquePart = .zero
    return paint
  }

  /// A paint with the same colours that replaces the previous pixels, even if the colours are transparent.
  var takingPlace: Paint {
    var paint = self
    paint.kernel.mode = Int32(CK_REPLACE.rawValue)
    return paint
  }

  /// Creates a paint that shows a group's picture at its position; nil if the target is a part of the canvas.
  init?(group target: Target) {
    guard let picture = target.group else { return nil }
    kernel.kind = CK_GROUP
    kernel.alpha = Fixed.full
    kernel.dx = Int32(target.window.x)
    kernel.dy = Int32(target.window.y)
    unsafe kernel.group = UnsafePointer(picture.base)
    kernel.group_width = Int32(target.window.width)
    owners = [picture]
  }

  /// A paint that shows a blurred picture; the picture is blurred when the paint is first used.
  init(_ picture: BlurredPicture) {
    kernel.kind = picture.isHalf ? CK_HALF : CK_GROUP
    kernel.alpha = Fixed.full
    blurred = picture
    domain = picture.box
  }

  /// Returns the paint with a colour matrix applied.
  func filtered(by matrix: ColorMatrix) -> Paint {
    var paint = self
    paint.colors.append(matrix)
    let steps = Buffer(paint.colors.map(\.kernel))
    unsafe paint.kernel.colors = UnsafePointer(steps.base)
    paint.kernel.color_count = Int32(steps.count)
    paint.owners.append(steps)
    if !matrix.keepsAlpha {
      paint.kernel.is_opaque = 0
      paint.opaquePart = .zero
    }
    return paint
  }

  private init(_ pyramid: Pyramid) {
    let levels = unsafe pyramid.kernelLevels
    kernel.alpha = Fixed.full
    unsafe kernel.levels = UnsafePointer(levels.base)
    unsafe kernel.level_count = Int32(levels.count)
    kernel.is_opaque = pyramid.base.isOpaque ? 1 : 0
    owners = unsafe [pyramid, levels]
  }

  /// A paint that scales one level of a pyramid without rotation, for device pixels in `domain`.
  init(
    scaling pyramid: Pyramid, over domain: PixelRect, level: Int, across: ResampleKernel,
    down: ResampleKernel
  ) {
    self.init(pyramid)
    self.domain = domain
    kernel.kind = CK_SCALED
    kernel.level = Int32(level)
    unsafe kernel.across = across.kernel
    unsafe kernel.down = down.kernel
    owners += across.owners + down.owners
  }

  /// A paint that reads a pyramid through a plane map from device pixels in `domain` to pixels of level 0.
  init(mapping pyramid: Pyramid, over domain: PixelRect, by map: Homography) {
    self.init(pyramid)
    self.domain = domain
    kernel.kind = CK_MAPPED
    unsafe kernel.tables = TurnedTables.all.kernel
    setMap(map)
  }

  /// Creates a gradient; `map` converts device pixels to the plane in which the gradient runs along the x
  /// axis or around the origin.
  init(_ gradient: Gradient, by map: Homography) {
    switch gradient.shape {
    case .linear: kernel.kind = CK_LINEAR
    case .radial(let center, let radius, let focus):
      kernel.kind = CK_RADIAL
      if let focus {
        kernel.focus = (
          (focus.x - center.x) / radius.width, (focus.y - center.y) / radius.height
        )
      }
    case .conic: kernel.kind = CK_CONIC
    }
    kernel.alpha = Fixed.full
    let stops = Buffer(gradient.kernelStops)
    unsafe kernel.stops = UnsafePointer(stops.base)
    kernel.stop_count = Int32(stops.count)
    kernel.is_opaque = gradient.stops.allSatisfy { $0.color.alpha >= 1 } ? 1 : 0
    owners = [stops]
    setMap(map)
  }

  /// Creates a colour with the coverage of a separable shadow: profiles along x multiplied by shares along y.
  init(shadow: SeparableShadow, color: Color) {
    kernel.kind = CK_SHADOW
    kernel.alpha = Fixed.full
    setColor(color)
    kernel.dx = Int32(shadow.bounds.x)
    kernel.dy = Int32(shadow.bounds.y)
    kernel.rank = Int32(shadow.rank)
    kernel.profile_width = Int32(shadow.bounds.width)
    kernel.share_height = Int32(shadow.bounds.height)
    unsafe kernel.profiles = UnsafePointer(shadow.profiles.base)
    unsafe kernel.shares = UnsafePointer(shadow.shares.base)
    owners = [shadow.profiles, shadow.shares]
  }

  /// Creates a colour with the coverage of a mask: of its whole pixels, or of a plane to which `map` maps
  /// device pixels; in a plane, the mask is sampled at samples × samples points of each pixel.
  init(mask: WeightMap, color: Color, by map: Homography?, samples: Int = 1) {
    kernel.kind = map == nil ? CK_MASK : CK_MAPPED_MASK
    kernel.alpha = Fixed.full
    setColor(color)
    kernel.dx = Int32(mask.x)
    kernel.dy = Int32(mask.y)
    unsafe kernel.mask = UnsafePointer(mask.weights.base)
    kernel.mask_width = Int32(mask.width)
    kernel.mask_height = Int32(mask.height)
    kernel.samples = Int32(samples)
    owners = [mask.weights]
    if let map { setMap(map) }
  }

  private mutating func setMap(_ m: Homography) {
    kernel.map = (m.a, m.c, m.tx, m.b, m.d, m.ty, m.p, m.q, m.w)
    kernel.is_affine = m.isAffine ? 1 : 0
  }

  /// Whether the pixels of the paint are whole bytes where the paint is opaque and fully covered, so that
  /// they need no rounding.
  var isExact: Bool {
    if kernel.mode != 0 || !colors.isEmpty { return false }
    switch kernel.kind {
    case CK_COPY: return true
    case CK_SOLID:
      let c = kernel.color
      return (c.0 | c.1 | c.2 | c.3) & 255 == 0
    default: return false
    }
  }

  /// Whether the paint hides all pixels below it where it is fully covered.
  var isOpaque: Bool { kernel.is_opaque != 0 && kernel.alpha == Fixed.full }

  /// Whether the paint copies opaque pixels of a bitmap unchanged.
  var isWholeCopy: Bool { kernel.kind == CK_COPY && isOpaque && colors.isEmpty }

  /// Whether the paint copies a part of the opaque pixels of a bitmap.
  var isPartCopy: Bool {
    kernel.kind == CK_COPY && kernel.is_opaque != 0 && kernel.alpha < Fixed.full && colors.isEmpty
  }

  /// The device pixels in which a partly opaque paint is opaque.
  var opaquePart = PixelRect.zero

  /// A paint for a window inside `opaquePart`, which gives the same bits without reading the previous pixels.
  var replacing: Paint {
    var paint = self
    paint.kernel.is_opaque = 1
    return paint
  }

  /// Whether both paints are known to have the same colours everywhere.
  func isSame(as other: Paint) -> Bool {
    let (a, b) = (kernel, other.kernel)
    guard unsafe a.kind == b.kind, unsafe a.alpha == b.alpha, unsafe a.mode == b.mode else {
      return false
    }
    if unsafe a.is_opaque != b.is_opaque || colors != other.colors { return false }
    if let blurred { return blurred === other.blurred }
    if bake === other.bake { return true }
    switch unsafe a.kind {
    case CK_SOLID: return unsafe a.color == b.color && a.is_opaque == b.is_opaque
    case CK_COPY: return unsafe copied === other.copied && a.dx == b.dx && a.dy == b.dy
    default: return false
    }
  }

  /// The paint for the kernels, and its stored pixels if it has any.
  var current: (kernel: ck_paint, baked: Buffer<UInt16>?) {
    if let blurred {
      let pixels = blurred.pixels
      var showing = kernel
      unsafe showing.group = UnsafePointer(pixels.channels.base)
      unsafe showing.group_width = Int32(pixels.box.width)
      unsafe showing.dx = Int32(pixels.box.x)
      unsafe showing.dy = Int32(pixels.box.y)
      return unsafe (showing, pixels.channels)
    }
    guard samples, let baked = bake.pixels else { return (kernel, nil) }
    var copying = kernel
    unsafe copying.kind = CK_GROUP
    unsafe copying.group = UnsafePointer(baked.base)
    unsafe copying.group_width = Int32(domain.width)
    unsafe copying.dx = Int32(domain.x)
    unsafe copying.dy = Int32(domain.y)
    return unsafe (copying, baked)
  }

  /// Whether the paint computes its pixels from an image, and this takes longer than copying 16 bits per
  /// channel. Scaling without rotation that reads few texels per pixel does not take longer.
  var samples: Bool {
    if domain.isEmpty { return false }
    return unsafe blurred != nil || kernel.kind == CK_MAPPED || kernel.across.taps > 4
      || kernel.down.taps > 4
  }

  /// Counts `count` pixels that the paint will produce. After twice the number of pixels in its domain, the
  /// paint is assumed to stay in place: its pixels are rendered once, and copied from then on with the same
  /// bits.
  func use(_ count: Int, kernels: Kernels) {
    if !samples { return }
    if let blurred {
      _ = blurred.pixels
      return
    }
    let area = domain.width * domain.height
    guard bake.uses(count, before: 2 * area) else { return }
    let picture = Target(group: domain)
    var whole = self
    whole.kernel.alpha = Fixed.full
    whole.kernel.mode = 0
    whole.kernel.color_count = 0
    kernels.draw(whole, through: Coverage(domain), in: picture)
    bake.pixels = picture.group
  }

  mutating func multiply(alpha: Int32) {
    if alpha != Fixed.full { opaquePart = .zero }
    kernel.alpha = Int32(weigh(UInt32(kernel.alpha), UInt32(alpha)))
  }
}

/// The weights 0…65535 of a rectangle of pixels, with rows without padding; (x, y) is the position of the
/// first pixel.
struct WeightMap: Sendable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int
  var weights: Buffer<UInt16>
}

extension Gradient {
  fileprivate var kernelStops: [ck_stop] {
    let colors = stops.map { stop in
      let (r, g, b, a) = Fixed.channels(stop.color)
      return SIMD4(Double(r), Double(g), Double(b), Double(a))
    }
    return stops.indices.map { i in
      let next = min(i + 1, stops.count - 1)
      let (color, step) = (colors[i], colors[next] - colors[i])
      return ck_stop(
        offset: stops[i].offset, length: stops[next].offset - stops[i].offset,
        color: (color.x, color.y, color.z, color.w), step: (step.x, step.y, step.z, step.w))
    }
  }
}
