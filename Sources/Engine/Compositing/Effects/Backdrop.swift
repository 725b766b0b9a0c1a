internal import Scenes
internal import Synchronization

/// The backdrop of a layer: the pixels painted before the layer, blurred or recoloured, inside a shape.
///
/// The pixels of a backdrop depend on the whole scene, not only on the layer. The operations of a layer
/// therefore contain a backdrop as a placeholder, which is replaced by a shape when all operations of a scene
/// are known. The shapes are reused while the operations below the backdrop stay the same.
final class Backdrop: Sendable {
  /// The layer that shows the backdrop.
  let layer: Int
  let coverage: Coverage
  /// The layer's own shadow, which is below the backdrop and not part of it.
  let shadow: [DrawOperation]
  let bounds: PixelRect
  let alpha: Int32
  let sigma: Size
  let colors: [ColorMatrix]
  /// The colour that is painted over the backdrop.
  let tint: Color
  /// The rectangle of the canvas's visible pixels.
  let canvas: PixelRect
  /// The pixels of the layer inside its clips; the backdrop reads no pixels beyond them, but mirrors the
  /// picture at the edge, as `UIVisualEffectView` and Chromium do.
  let edge: PixelRect
  private let kernels: Kernels
  private let made = Mutex<Made?>(nil)

  private struct Made {
    let source: PixelRect
    let below: [DrawOperation]
    let operations: [DrawOperation]
  }

  init(
    layer: Int, coverage: Coverage, shadow: [DrawOperation], alpha: Int32, sigma: Size,
    colors: [ColorMatrix], tint: Color, canvas: PixelRect, edge: PixelRect, kernels: Kernels
  ) {
    self.layer = layer
    self.coverage = coverage
    self.shadow = shadow
    bounds = shadow.bounds.union(coverage.bounds)
    self.alpha = alpha
    self.sigma = sigma
    self.colors = colors
    self.tint = tint
    self.canvas = canvas
    self.edge = edge
    self.kernels = kernels
  }

  func applying(_ shape: Coverage?, _ alpha: Int32) -> Backdrop {
    Backdrop(
      layer: layer, coverage: shape.map(coverage.intersection) ?? coverage,
      shadow: self.shadow.map { $0.applying(shape, alpha) },
      alpha: Int32(weigh(UInt32(self.alpha), UInt32(alpha))), sigma: sigma, colors: colors,
      tint: tint, canvas: canvas,
      edge: shape.map { edge.intersection($0.bounds) } ?? edge, kernels: kernels)
  }

  /// The pixels below the backdrop that the backdrop reads.
  var source: PixelRect { edge }

  /// Returns the layer's shadow and its backdrop of `operations`, which were painted before the layer;
  /// `isOpaque` tells whether these operations make every pixel opaque. The method reads only pixels inside
  /// `room`.
  func shapes(
    over operations: [DrawOperation], isOpaque: Bool, room: PixelRect?
  ) -> [DrawOperation] {
    let box = coverage.bounds.intersection(canvas)
    let source = room.map(edge.intersection) ?? edge
    if box.isEmpty || source.isEmpty { return shadow }
    let below = operations.filter { !$0.bounds.intersection(source).isEmpty }
    return made.withLock { made in
      if let made, made.source == source, made.below.count == below.count,
        zip(made.below, below).allSatisfy({ $0.drawsSame(as: $1) })
      {
        return made.operations
      }
      let picture = BlurredPicture(
        below, sigma: sigma, box: box, edge: source, mirrors: true, kernels: kernels)
      let operations = shadow + [shown(picture, in: box, isOpaque: isOpaque)]
      made = Made(source: source, below: below, operations: operations)
      return operations
    }
  }
}

extension Backdrop {
  private func shown(
    _ picture: BlurredPicture, in box: PixelRect, isOpaque: Bool
  ) -> DrawOperation {
    var paint = Paint(picture)
    for matrix in colors { paint = paint.filtered(by: matrix) }
    if isOpaque {
      // The tint is mixed into each colour like a colour filter, so that no pixel becomes transparent.
      if tint.alpha > 0 { paint = paint.filtered(by: ColorMatrix(laying: tint)) }
      paint = paint.replacing
    } else if tint.alpha > 0 {
      // The tint is also painted where the backdrop is transparent.
      let shapes = [paint, Paint(color: tint)].map { paint in
        DrawOperation.shape(Shape(coverage: Coverage(box), paint: paint))
      }
      return .group(Group(coverage: coverage, alpha: alpha, operations: shapes))
    }
    paint.multiply(alpha: alpha)
    return .shape(Shape(coverage: coverage, paint: paint))
  }
}

extension [DrawOperation] {
  /// Replaces every backdrop in the operations by shapes. `below` are the operations painted before these
  /// operations that the backdrops can show; `isOpaque` tells whether the operations in `below` make every
  /// pixel opaque.
  func resolved(over below: [DrawOperation] = [], isOpaque: Bool = false) -> [DrawOperation] {
    resolved(over: Painted(below), isOpaque: isOpaque)
  }

  fileprivate func resolved(over below: Painted, isOpaque: Bool) -> [DrawOperation] {
    guard contains(where: \.hasBackdrop) else { return self }
    var made: [DrawOperation] = []
    made.reserveCapacity(count)
    for operation in self {
      switch operation {
      case .shape: made.append(operation)
      case .backdrop(let backdrop):
        made += backdrop.shapes(
          over: below.adding(made).seen, isOpaque: isOpaque, room: below.room)
      case .group(let group):
        made.append(
          operation.hasBackdrop
            ? .group(group.resolved(over: below.adding(made), isOpaque: isOpaque)) : operation)
      }
    }
    return made
  }
}

/// The operations that were painted before a backdrop.
private struct Painted {
  /// The operations painted below all groups that contain the backdrop.
  private var below: [DrawOperation]
  /// The enclosing groups, outermost first, each with the operations drawn in it so far.
  private var groups: [(group: Group, operations: [DrawOperation])] = []

  init(_ below: [DrawOperation]) { self.below = below }

  func adding(_ operations: [DrawOperation]) -> Painted {
    var painted = self
    if groups.isEmpty {
      painted.below += operations
    } else {
      painted.groups[groups.count - 1].operations += operations
    }
    return painted
  }

  func entering(_ group: Group) -> Painted {
    var painted = self
    painted.groups.append((group, []))
    return painted
  }

  /// The intersection of the visible areas of the enclosing groups; nil means that the visible area is not
  /// limited.
  var room: PixelRect? {
    groups.reduce(nil) { room, entry in
      room.map { $0.intersection(entry.group.coverage.bounds) } ?? entry.group.coverage.bounds
    }
  }

  /// The operations painted before the backdrop, without the parts that the enclosing groups clip.
  var seen: [DrawOperation] {
    var inside: [DrawOperation] = []
    for (group, operations) in groups.reversed() { inside = group.cut(operations + inside) }
    return below + inside
  }
}

extension Group {
  /// The given operations clipped to the group's shape, before the group's opacity is applied.
  fileprivate func cut(_ operations: [DrawOperation]) -> [DrawOperation] {
    if operations.isEmpty || coverage.interior.contains(operations.bounds) { return operations }
    return [
      .group(Group(coverage: coverage, alpha: Fixed.full, mode: mode, operations: operations))
    ]
  }

  fileprivate func resolved(over below: Painted, isOpaque: Bool) -> Group {
    var inside = operations
    if let layer = endsBackdropsIn {
      // The layer's own backdrop is below the group; all other backdrops see only the group's contents.
      inside = inside.resolved(
        of: layer, over: below.seen, isOpaque: isOpaque,
        room: below.room.map { $0.intersection(coverage.bounds) } ?? coverage.bounds)
    }
    let isEnd = endsBackdropsIn != nil
    return Group(
      coverage: coverage, alpha: alpha, masks: masks, mode: mode, colors: colors,
      endsBackdropsIn: endsBackdropsIn,
      operations: inside.resolved(
        over: isEnd ? Painted([]).entering(self) : below.entering(self),
        isOpaque: isEnd ? false : isOpaque))
  }
}

extension [DrawOperation] {
  /// The operations with the backdrop of one layer replaced by shapes; the backdrop may be in the part that
  /// the layer clips below its border.
  fileprivate func resolved(
    of layer: Int, over below: [DrawOperation], isOpaque: Bool, room: PixelRect
  ) -> [DrawOperation] {
    flatMap { operation in
      switch operation {
      case .backdrop(let backdrop) where backdrop.layer == layer:
        return backdrop.shapes(over: below, isOpaque: isOpaque, room: room)
      case .group(let group) where group.hasBackdrop && group.endsBackdropsIn == nil:
        let inside = group.operations.resolved(
          of: layer, over: below, isOpaque: isOpaque, room: room)
        return [
          .group(
            Group(
              coverage: group.coverage, alpha: group.alpha, masks: group.masks, mode: group.mode,
              colors: group.colors, endsBackdropsIn: nil, operations: inside))
        ]
      default: return [operation]
      }
    }
  }
}

extension DrawOperation {
  /// Whether two operations draw the same pixels: they are the same object, or groups with the same contents.
  /// Groups that contain or enclose backdrops are created anew for each scene, so their identities differ.
  fileprivate func drawsSame(as other: DrawOperation) -> Bool {
    if isSame(as: other) { return true }
    guard case .group(let a) = self, case .group(let b) = other else { return false }
    return a.coverage === b.coverage && a.alpha == b.alpha && a.mode == b.mode
      && a.colors == b.colors && a.masks.count == b.masks.count
      && zip(a.masks, b.masks).allSatisfy { $0 === $1 }
      && a.operations.count == b.operations.count
      && zip(a.operations, b.operations).allSatisfy { $0.drawsSame(as: $1) }
  }

  /// Whether the operation becomes several overlapping shapes: a backdrop and the shadow of its layer.
  var overlapsItself: Bool {
    if case .backdrop(let backdrop) = self { !backdrop.shadow.isEmpty } else { false }
  }

  /// Whether the drawing operation contains a backdrop.
  var hasBackdrop: Bool {
    switch self {
    case .shape: false
    case .group(let group): group.hasBackdrop
    case .backdrop: true
    }
  }

  /// Collects the backdrops inside the operations, from back to front.
  func collectBackdrops(into found: inout [Backdrop]) {
    switch self {
    case .shape: break
    case .group(let group):
      if !group.hasBackdrop { break }
      for operation in group.operations { operation.collectBackdrops(into: &found) }
    case .backdrop(let backdrop): found.append(backdrop)
    }
  }
}

extension Flattener {
  /// Adds the backdrop of a layer; the layer's operations so far are its shadow. `rim` is the border that
  /// will be drawn over the backdrop.
  mutating func backdrop(
    _ index: Int, _ p: LayerProperties, _ placement: Placement, _ rim: BorderCoverage?
  ) {
    guard let effect = p.backdrop.first, effect.numbers != effect.kind.neutral else { return }
    let map = placement.toCanvas.then(device)
    let shapes = DeviceShapes(map: map, clip: clip)
    let coverage = shapes.rectangle(p.rounded(placement.bounds), under: rim, within: within)
    if coverage.isEmpty { return }
    // A rotated layer uses the blur at its centre everywhere.
    let middle = placement.bounds.center
    let w = map.p * middle.x + map.q * middle.y + map.w
    let area = abs(map.a * map.d - map.b * map.c) / max(w * w, 1e-6)
    let scale =
      map.isRectilinear ? Size(abs(map.a), abs(map.d)) : Size(area.squareRoot(), area.squareRoot())
    let radius = min(effect.radius, 1_000)
    var colors: [ColorMatrix] = []
    if effect.saturation != 1 { colors.append(.saturate(effect.saturation)) }
    if effect.brightness != 1 { colors.append(.brightness(effect.brightness)) }
    operations = [
      .backdrop(
        Backdrop(
          layer: index, coverage: coverage, shadow: operations, alpha: Fixed.full,
          sigma: Size(radius * scale.width, radius * scale.height), colors: colors,
          tint: effect.color ?? .clear, canvas: clip,
          edge: edge(placement, shapes, coverage), kernels: pictures.kernels))
    ]
  }

  /// The pixels whose centres are in a layer's bounds and its clips; for a rotated layer, the pixels of the
  /// bounding box.
  private func edge(
    _ placement: Placement, _ shapes: DeviceShapes, _ coverage: Coverage
  ) -> PixelRect {
    var edge = coverage.bounds
    if placement.toCanvas.then(device).isRectilinear {
      let d = shapes.device(placement.bounds)
      func near(_ x: Double) -> Int { pixel(x, .toNearestOrAwayFromZero) }
      let (left, right) = (near(min(d.x0, d.x1)), near(max(d.x0, d.x1)))
      let (top, bottom) = (near(min(d.y0, d.y1)), near(max(d.y0, d.y1)))
      let own = PixelRect(left, top, max(1, right - left), max(1, bottom - top))
      let seen = own.intersection(edge)
      if !seen.isEmpty { edge = seen }
    }
    edge = edge.intersection(clip)
    return within.map { edge.intersection($0.coverage.bounds) } ?? edge
  }
}
