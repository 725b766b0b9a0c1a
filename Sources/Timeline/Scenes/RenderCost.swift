/// The cost of drawing a layer, which depends only on the layer's properties and is therefore the same on
/// every machine.
///
/// One unit of cost is about the time for painting a pixel: a nanosecond on the machine of the measurements
/// in Benchmarks. The cost factors were measured on one machine. Inaccurate factors are acceptable, because
/// the cost is only a guard against scenes that are a thousand times too expensive.
package enum RenderCost {
  /// The cost of a frame above which a note is printed: about two seconds.
  package static let noted = 2_000_000_000.0
  /// The default work limit for a frame, in units.
  package static let usualLimit = 40_000_000_000
  package static let possibleLimits = 1_000_000...1_000_000_000_000_000

  /// Formats a number of cost units in billions, for messages.
  package static func words(_ units: Double) -> String {
    let tenths = Int(clamped: units / 1e8, rounded: .toNearestOrAwayFromZero, to: 0...Int.max)
    return "\(tenths / 10).\(tenths % 10) G"
  }

  private static let perPixel = 0.6
  /// The cost of a pixel that is sampled from a picture, which may be rotated or scaled.
  private static let perPicturePixel = 1.8
  private static let perBackdropPixel = 10.0
  private static let perLayer = 1_500.0

  /// The cost of drawing the layer without its sublayers, its soft shadow, and the effects on the whole
  /// layer. `map` maps the layer's bounds to pixels, of which `width` × `height` are visible.
  package static func own(
    _ p: LayerProperties, bounds: Rect, map: Homography, width: Int, height: Int
  ) -> RenderCostSum {
    let picture = Rect(0, 0, Double(width), Double(height))
    let stretch = Self.stretch(of: map)
    if p.isMaskedAway(by: map, in: picture) {
      guard case .path(let path)? = p.mask?.kind else { return RenderCostSum(perLayer) }
      let paths = PathWork(map: map, stretch: stretch, picture: picture)
      return RenderCostSum(perLayer + paths.outline(path))
    }
    let box = map.boundingBox(of: bounds) ?? picture
    func seen(_ reach: Double = 0) -> Double {
      area(box.insetBy(dx: -reach, dy: -reach), in: picture)
    }
    let perPainted = p.contents.isOfPixels ? perPicturePixel : perPixel
    let painted = p.isDrawn || p.drawing.path != nil ? perPainted * seen() : 0
    var units = perLayer + painted
    for shadow in p.shadows { units += 2.6 * seen(3 * shadow.radius * stretch) }
    units += outlines(p, bounds, map, stretch, picture)
    guard let backdrop = p.backdrop.first, backdrop.numbers != backdrop.kind.neutral, seen() > 0
    else { return RenderCostSum(units, painted: painted) }
    // Beyond its edges, the backdrop is mirrored as far as the blur reaches.
    let sigma = min(min(backdrop.radius, 1_000) * stretch, 2_048)
    let inner = box.intersection(picture)
    let wide = inner.insetBy(dx: -3 * sigma, dy: -3 * sigma)
    return RenderCostSum(
      units + perBackdropPixel * wide.width * wide.height, painted: painted,
      backdrop: perPixel * seen())
  }

  /// The cost of the layer's own path, the path of its mask, and the path of its shadow.
  private static func outlines(
    _ p: LayerProperties, _ bounds: Rect, _ map: Homography, _ stretch: Double, _ picture: Rect
  ) -> Double {
    var units = 0.0
    let paths = PathWork(map: map, stretch: stretch, picture: picture)
    if case .path(let path)? = p.mask?.kind { units += paths.outline(path) }
    if p.shadowOpacity > 0, let path = p.shadowPath { units += paths.outline(path) }
    let drawing = p.drawing
    if let path = drawing.path {
      let moved = Homography(
        a: 1, b: 0, p: 0, c: 0, d: 1, q: 0, tx: bounds.minX, ty: bounds.minY, w: 1)
      let paths = PathWork(map: moved.then(map), stretch: stretch, picture: picture)
      if drawing.isFilled { units += paths.outline(path) }
      if drawing.isStroked { units += paths.stroke(path, drawing) }
    }
    return units
  }

  static func area(_ box: Rect, in picture: Rect) -> Double {
    let (x0, y0) = (max(box.minX, picture.minX), max(box.minY, picture.minY))
    let (x1, y1) = (min(box.maxX, picture.maxX), min(box.maxY, picture.maxY))
    return max(0, x1 - x0) * max(0, y1 - y0)
  }

  /// The number of pixels per point, at most 64, as in drawing.
  static func stretch(of map: Homography) -> Double {
    let across = (map.a * map.a + map.b * map.b).squareRoot()
    let down = (map.c * map.c + map.d * map.d).squareRoot()
    let whole = max(across, down) / max(abs(map.w), 1e-6)
    return whole.isFinite ? min(whole, 64) : 64
  }
}

extension Contents {
  fileprivate var isOfPixels: Bool {
    switch self {
    case .none, .color, .gradient: false
    case .picture, .snapshot, .produced: true
    }
  }
}

extension LayerProperties {
  /// Whether the layer draws anything in addition to its path and its sublayers.
  var isDrawn: Bool {
    if backgroundColor.map({ $0.alpha > 0 }) == true || border != nil { return true }
    if case .none = contents { return false }
    return true
  }
}

/// The total cost of several layers that are painted one after another. The total does not depend on the
/// order of addition.
package struct RenderCostSum: Equatable, Sendable {
  /// The total cost of all layers when each layer is counted separately.
  private var alone = 0
  /// The number of layers that paint pixels; `painted` is their cost.
  private var painters = 0
  private var painted = 0
  /// The number of layers with backdrops; `seen` is the cost of each backdrop for a layer below that fills
  /// it.
  private var backdrops = 0
  private var seen = 0
  /// The cost of redrawing the layers below all backdrops, limited to the size of those layers.
  private var inside = 0
  private var under = 0

  package init() {}

  init(_ units: Double, painted: Double = 0, backdrop: Double? = nil) {
    alone = Self.whole(units)
    self.painted = Self.whole(painted)
    painters = painted > 0 || backdrop != nil ? 1 : 0
    guard let backdrop else { return }
    backdrops = 1
    seen = Self.whole(backdrop)
  }

  /// The cost is limited, so that the total of a million layers does not overflow.
  private static func whole(_ units: Double) -> Int {
    Int(clamped: units, rounded: .up, to: 0...1 << 40)
  }

  package var units: Double { Double(alone) + Double(min(inside, under)) }

  package static func + (below: RenderCostSum, above: RenderCostSum) -> RenderCostSum {
    var sum = RenderCostSum()
    sum.alone = capped(below.alone, above.alone)
    sum.painters = capped(below.painters, above.painters)
    sum.painted = capped(below.painted, above.painted)
    sum.backdrops = capped(below.backdrops, above.backdrops)
    sum.seen = capped(below.seen, above.seen)
    sum.inside = capped(below.inside, above.inside, product(below.painters, above.seen))
    // A lower backdrop is drawn again for an upper backdrop, like any other picture.
    sum.under = capped(
      below.under, above.under, product(capped(below.painted, below.seen), above.backdrops))
    return sum
  }

  /// The largest total cost; further additions have no effect.
  private static let most = 1 << 60

  private static func capped(_ parts: Int...) -> Int {
    parts.reduce(0) { min($0 + $1, most) }
  }

  private static func product(_ a: Int, _ b: Int) -> Int {
    let (product, isTooLarge) = a.multipliedReportingOverflow(by: b)
    return isTooLarge ? most : min(product, most)
  }
}
