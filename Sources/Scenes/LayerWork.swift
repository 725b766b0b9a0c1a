package import Synchronization

/// What drawing a layer will cost, counted from what is to be drawn alone, so that it is the same on every
/// machine.
///
/// A unit is about what one painted pixel takes, a nanosecond on the machine that the figures in Benchmarks
/// are from. The factors are measured there; they need to be right to a small factor only, since what they
/// guard against is a thousand times too much.
package enum LayerWork {
  /// A frame of so many units is told as a note: some two seconds.
  package static let noted = 2_000_000_000.0
  /// What a frame may cost at most, in units.
  package static let limit = Atomic<Int>(40_000_000_000)
  package static let possibleLimits = 1_000_000...1_000_000_000_000_000

  /// A number of units for people: in thousands of millions.
  package static func words(_ units: Double) -> String {
    let tenths = Int(clamped: units / 1e8, rounded: .toNearestOrAwayFromZero, to: 0...Int.max)
    return "\(tenths / 10).\(tenths % 10) G"
  }

  private static let perPixel = 0.8
  private static let perGroupPixel = 2.5
  private static let perBlurredPixel = 10.0
  private static let perBackdropPixel = 12.0
  /// Each backdrop looks through those below it.
  private static let perBackdropBelow = 0.8
  private static let perLayer = 1_500.0

  /// The work of a layer alone, without its sublayers. `map` leads from its bounds to pixels, of which
  /// `width` × `height` are seen.
  package static func sum(
    _ p: LayerProperties, bounds: Rect, map: Homography, width: Int, height: Int
  ) -> WorkSum {
    let picture = Rect(0, 0, Double(width), Double(height))
    let box = map.boundingBox(of: bounds) ?? picture
    let stretch = Self.stretch(of: map)
    func seen(_ reach: Double = 0) -> Double {
      area(box.insetBy(dx: -reach, dy: -reach), in: picture)
    }
    /// What a blur sees beyond the picture is drawn too; pictures of more pixels are made smaller.
    func blurred(_ sigma: Double) -> Double {
      let reach = 3 * sigma * stretch
      return min(
        area(box.insetBy(dx: -reach, dy: -reach), in: picture.insetBy(dx: -reach, dy: -reach)),
        Double(1 << 25))
    }
    var units = perLayer
    if p.isDrawn { units += perPixel * seen() }
    if p.opacity < 1 || p.blendMode != .normal || p.mask != nil || p.isolates {
      units += perGroupPixel * seen()
    }
    if p.blur > 0 { units += perBlurredPixel * blurred(p.blur) }
    for filter in p.filters {
      let isBlurred = filter.kind == .blur || filter.kind == .dropShadow
      units += (isBlurred ? perBlurredPixel : perGroupPixel) * seen()
    }
    if p.shadowOpacity > 0 { units += perBlurredPixel * seen(3 * p.shadowRadius * stretch) }
    for shadow in p.shadows { units += perBlurredPixel * seen(3 * shadow.numbers[0] * stretch) / 2 }
    units += outlines(p, bounds, map, stretch, picture)
    let backdrop = p.backdrop.isEmpty ? 0 : seen()
    return WorkSum(
      units + perBackdropPixel * backdrop,
      backdrop: p.backdrop.isEmpty ? nil : backdrop * perBackdropBelow)
  }

  /// The units of a layer's own path, the path of its mask and that of its shadow.
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

  /// The work of blurring a picture of so many pixels, where what is in a layer or its shadow reaches further
  /// than the layer itself.
  package static func blurring(_ pixels: Int) -> WorkSum {
    WorkSum(perBlurredPixel * Double(pixels), backdrop: nil)
  }

  private static func area(_ box: Rect, in picture: Rect) -> Double {
    let (x0, y0) = (max(box.minX, picture.minX), max(box.minY, picture.minY))
    let (x1, y1) = (min(box.maxX, picture.maxX), min(box.maxY, picture.maxY))
    return max(0, x1 - x0) * max(0, y1 - y0)
  }

  /// Pixels a point, at most 64 as for drawing.
  private static func stretch(of map: Homography) -> Double {
    let across = (map.a * map.a + map.b * map.b).squareRoot()
    let down = (map.c * map.c + map.d * map.d).squareRoot()
    let whole = max(across, down) / max(abs(map.w), 1e-6)
    return whole.isFinite ? min(whole, 64) : 64
  }
}

extension LayerProperties {
  /// It shows something of its own.
  fileprivate var isDrawn: Bool {
    if backgroundColor != nil || border != nil { return true }
    if case .none = contents { return drawing.path != nil }
    return true
  }
}

/// The work of some layers, one painted after the other.
package struct WorkSum: Sendable {
  /// Of all layers, each for itself.
  private var alone = 0
  /// The layers with backdrops, what each takes for one that lies below it, and what all take for those.
  private var backdrops = 0
  private var perBackdrop = 0
  private var pairs = 0

  package init() {}

  fileprivate init(_ units: Double, backdrop: Double?) {
    alone = Self.whole(units)
    guard let backdrop else { return }
    backdrops = 1
    perBackdrop = Self.whole(backdrop)
  }

  /// Few enough for sums of a million.
  private static func whole(_ units: Double) -> Int {
    Int(clamped: units, rounded: .up, to: 0...1 << 40)
  }

  package var units: Double { Double(alone) + Double(pairs) }

  package static func + (below: WorkSum, above: WorkSum) -> WorkSum {
    var sum = WorkSum()
    sum.alone = below.alone &+ above.alone
    sum.backdrops = below.backdrops &+ above.backdrops
    sum.perBackdrop = below.perBackdrop &+ above.perBackdrop
    sum.pairs =
      below.pairs &+ above.pairs
      &+ below.backdrops.multipliedReportingOverflow(
        by: above.perBackdrop
      ).partialValue
    return sum
  }
}
