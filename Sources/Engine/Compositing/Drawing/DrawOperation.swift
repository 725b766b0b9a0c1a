internal import Files
internal import Scenes

/// A drawing operation in device pixels. An operation is immutable, so that any window can be drawn
/// separately, in any order and on any thread.
enum DrawOperation: Sendable {
  case shape(Shape)
  case group(Group)
  /// A placeholder for a backdrop; it is replaced by shapes when all operations of the scene are known.
  case backdrop(Backdrop)

  var bounds: PixelRect {
    switch self {
    case .shape(let shape): shape.bounds
    case .group(let group): group.coverage.bounds
    case .backdrop(let backdrop): backdrop.bounds
    }
  }

  /// Counts the pixels that each paint delivers; a paint that delivers many pixels may switch to copying
  /// stored pixels.
  func use(_ rects: [PixelRect], kernels: Kernels) {
    switch self {
    case .shape(let shape):
      guard shape.samples else { return }
      var count = 0
      for rect in rects {
        let seen = shape.coverage.bounds.intersection(rect)
        count += seen.width * seen.height
      }
      // Rectangles may overlap, so their total area may exceed the area of the shape.
      count = min(count, shape.bounds.width * shape.bounds.height)
      if count > 0 { shape.paint.use(count, kernels: kernels) }
    case .group(let group):
      let seen = rects.map(group.coverage.bounds.intersection)
      for operation in group.operations { operation.use(seen, kernels: kernels) }
    case .backdrop: break
    }
  }

  func isSame(as other: DrawOperation) -> Bool {
    switch (self, other) {
    case (.shape(let a), .shape(let b)): a === b
    case (.group(let a), .group(let b)): a === b
    case (.backdrop(let a), .backdrop(let b)): a === b
    default: false
    }
  }

  /// The object to which a profile attributes the operation.
  var object: AnyObject {
    switch self {
    case .shape(let shape): shape
    case .group(let group): group
    case .backdrop(let backdrop): backdrop
    }
  }

  /// The operation clipped by a coverage and multiplied by an opacity.
  func applying(_ coverage: Coverage?, _ alpha: Int32) -> DrawOperation {
    let made = through(coverage, alpha)
    if Profile.isOn { Profile.adopt(made.object, from: object) }
    return made
  }

  private func through(_ coverage: Coverage?, _ alpha: Int32) -> DrawOperation {
    switch self {
    case .shape(let shape):
      var paint = shape.paint
      paint.multiply(alpha: alpha)
      return .shape(
        Shape(coverage: coverage.map(shape.coverage.intersection) ?? shape.coverage, paint: paint))
    case .group(let group):
      return .group(
        Group(
          coverage: coverage.map(group.coverage.intersection) ?? group.coverage,
          alpha: Int32(weigh(UInt32(group.alpha), UInt32(alpha))), masks: group.masks,
          mode: group.mode, colors: group.colors, endsBackdropsIn: group.endsBackdropsIn,
          operations: group.operations))
    case .backdrop(let backdrop): return .backdrop(backdrop.applying(coverage, alpha))
    }
  }

  /// Whether the operation has a blend mode other than normal, and so mixes its colours with the colours
  /// below.
  var blends: Bool {
    switch self {
    case .shape(let shape): shape.paint.mode != .normal
    case .group(let group): group.mode != .blend(.normal)
    case .backdrop: false
    }
  }

  /// The operation with another blend mode; nil if the operation already has a blend mode.
  func blending(_ mode: BlendMode) -> DrawOperation? {
    if blends { return nil }
    switch self {
    case .shape(let shape):
      return .shape(Shape(coverage: shape.coverage, paint: shape.paint.blending(mode)))
    case .group(let group):
      return .group(
        Group(
          coverage: group.coverage, alpha: group.alpha, masks: group.masks, mode: .blend(mode),
          colors: group.colors, endsBackdropsIn: group.endsBackdropsIn,
          operations: group.operations))
    case .backdrop: return mode == .normal ? self : nil
    }
  }
}

/// A drawing operation that paints through a coverage.
final class Shape: Sendable {
  let coverage: Coverage
  let paint: Paint
  let bounds: PixelRect
  /// Whether the paint samples an image, which is more expensive than other paints.
  let samples: Bool
  /// The rectangle in which the shape replaces the previous pixels without reading them.
  let replaced: PixelRect
  /// The coverage whose fully covered pixels hide everything below the shape.
  let hiding: Coverage?

  init(coverage: Coverage, paint: Paint) {
    self.coverage = coverage
    self.paint = paint
    bounds = coverage.bounds
    samples = paint.samples
    if paint.isOpaque {
      replaced = coverage.interior
      hiding = coverage
    } else {
      replaced = coverage.interior.intersection(paint.opaquePart)
      hiding = replaced.isEmpty ? nil : Coverage(replaced)
    }
  }

  /// The paint of the part of the shape inside a window.
  func paint(in window: PixelRect) -> Paint {
    let seen = bounds.intersection(window)
    return paint.isOpaque || !replaced.contains(seen) ? paint : paint.replacing
  }
}

/// Operations that are drawn on a separate picture, masked, and composited onto the pixels below the group.
final class Group: Sendable {
  /// The initial picture of a group, and how it is composited onto the pixels below.
  enum Mode: Hashable, Sendable {
    /// The picture starts transparent, so that its contents do not blend with the pixels below.
    case blend(BlendMode)
    /// The picture starts as a copy of the pixels below the group, so that its contents blend with these
    /// pixels, and then replaces them.
    case passing
  }

  /// The visible area of the group with its coverage weights.
  let coverage: Coverage
  let alpha: Int32
  let masks: [LayerMask]
  let mode: Mode
  /// The colour matrices that are applied to the picture before it is composited.
  let colors: [ColorMatrix]
  /// The layer to which the group belongs, if the group hides the layers below it from all backdrops inside
  /// it, except from the layer's own backdrop.
  let endsBackdropsIn: Int?
  let operations: [DrawOperation]
  /// Whether one of the group's operations is a backdrop.
  let hasBackdrop: Bool

  init(
    coverage: Coverage, alpha: Int32, masks: [LayerMask] = [], mode: Mode = .blend(.normal),
    colors: [ColorMatrix] = [], endsBackdropsIn: Int? = nil, operations: [DrawOperation]
  ) {
    self.endsBackdropsIn = endsBackdropsIn
    hasBackdrop = operations.contains(where: \.hasBackdrop)
    self.coverage = coverage
    self.alpha = alpha
    self.masks = masks
    self.mode = mode
    self.colors = colors
    self.operations = operations
  }
}

extension Group {
  /// Returns the group with a colour matrix applied.
  func filtered(by matrix: ColorMatrix) -> Group {
    Group(
      coverage: coverage, alpha: alpha, masks: masks, mode: mode, colors: colors + [matrix],
      endsBackdropsIn: endsBackdropsIn, operations: operations)
  }
}

/// A mask that is rendered from another layer.
final class LayerMask: Sendable {
  let operations: [DrawOperation]
  let luminance: Bool
  let inverted: Bool

  init(operations: [DrawOperation], luminance: Bool, inverted: Bool) {
    self.operations = operations
    self.luminance = luminance
    self.inverted = inverted
  }
}

extension [DrawOperation] {
  /// The union of all pixels that the operations may touch.
  var bounds: PixelRect {
    var box = PixelRect.zero
    for operation in self { box = box.union(operation.bounds) }
    return box
  }

  /// Draws the operations inside the window of `target`.
  func draw(in target: Target, kernels: Kernels) {
    PaintList(self, in: target.window).draw(in: target, kernels: kernels)
  }
}

extension Group {
  func draw(
    _ window: PixelRect, hidden: [Coverage], only region: Coverage?, in target: Target,
    kernels: Kernels
  ) {
    draw(window, hidden: hidden, only: region, in: target, kernels: kernels) {
      operations.draw(in: $0, kernels: kernels)
    }
  }

  /// Draws the group; the closure `inside` draws the group's contents.
  func draw<Failure>(
    _ window: PixelRect, hidden: [Coverage], only region: Coverage?, in target: Target,
    kernels: Kernels, inside: (Target) throws(Failure) -> Void
  ) throws(Failure) {
    let picture = Target(group: window)
    if mode == .passing { kernels.lift(target.narrowed(to: window), to: picture) }
    try inside(picture)
    for mask in masks {
      let matte = Target(group: window)
      mask.operations.draw(in: matte, kernels: kernels)
      kernels.multiply(picture, by: matte, luminance: mask.luminance, inverted: mask.inverted)
    }
    guard var paint = Paint(group: picture) else { return }
    for matrix in colors { paint = paint.filtered(by: matrix) }
    paint.multiply(alpha: alpha)
    switch mode {
    case .blend(let mode): paint = paint.blending(mode)
    case .passing: paint = paint.takingPlace
    }
    kernels.draw(
      paint, through: coverage, hidden: hidden, only: region, in: target.narrowed(to: window))
  }
}

extension [DrawOperation] {
  /// The objects to which a profile attributes the operations.
  var objects: [AnyObject] { map(\.object) }
}
