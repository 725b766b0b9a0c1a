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
  /// A point of an outline is made, mapped, cut and sorted; its memory counts too.
  private static let perPoint = 300.0
  /// An edge in a row of pixels.
  private static let perCrossing = 3_500.0
  private static let perLayer = 1_500.0

  /// The units of a layer alone, without its sublayers. `map` leads from its bounds to pixels, of which
  /// `width` × `height` are seen. So many layers with backdrops lie below it.
  package static func units(
    _ p: LayerProperties, bounds: Rect, map: Homography, width: Int, height: Int,
    backdropsBelow: Int = 0
  ) -> Double {
    let picture = Rect(0, 0, Double(width), Double(height))
    let box = map.boundingBox(of: bounds) ?? picture
    func seen(_ reach: Double = 0) -> Double {
      area(box.insetBy(dx: -reach, dy: -reach), in: picture)
    }
    let stretch = stretch(of: map, over: box, bounds)
    var units = perLayer
    if p.isDrawn { units += perPixel * seen() }
    if p.opacity < 1 || p.blendMode != .normal || p.mask != nil || p.isolates {
      units += perGroupPixel * seen()
    }
    if p.blur > 0 { units += perBlurredPixel * seen(3 * p.blur * stretch) }
    for filter in p.filters {
      let isBlurred = filter.kind == .blur || filter.kind == .dropShadow
      units += (isBlurred ? perBlurredPixel : perGroupPixel) * seen()
    }
    if p.shadowOpacity > 0 { units += perBlurredPixel * seen(3 * p.shadowRadius * stretch) }
    for shadow in p.shadows { units += perBlurredPixel * seen(3 * shadow.numbers[0] * stretch) / 2 }
    if !p.backdrop.isEmpty {
      units += (perBackdropPixel + perBackdropBelow * Double(backdropsBelow)) * seen()
    }
    if case .path(let path)? = p.mask?.kind { units += outline(path, stretch, height) }
    if p.shadowOpacity > 0, let path = p.shadowPath { units += outline(path, stretch, height) }
    let drawing = p.drawing
    if let path = drawing.path {
      if drawing.isFilled { units += outline(path, stretch, height) }
      if drawing.isStroked { units += stroke(path, drawing, stretch, height) }
    }
    return units
  }

  private static func area(_ box: Rect, in picture: Rect) -> Double {
    let (x0, y0) = (max(box.minX, picture.minX), max(box.minY, picture.minY))
    let (x1, y1) = (min(box.maxX, picture.maxX), min(box.maxY, picture.maxY))
    return max(0, x1 - x0) * max(0, y1 - y0)
  }

  /// Pixels a point, at most 64 as for drawing.
  private static func stretch(of map: Homography, over box: Rect, _ bounds: Rect) -> Double {
    let across = (map.a * map.a + map.b * map.b).squareRoot()
    let down = (map.c * map.c + map.d * map.d).squareRoot()
    let whole = max(across, down) / max(abs(map.w), 1e-6)
    return whole.isFinite ? min(whole, 64) : 64
  }

  /// The chords that a cubic becomes: those of PathFlattener.
  private static func chords(_ a: Point, _ b: Point, _ c: Point, _ d: Point, _ stretch: Double)
    -> Double
  {
    func bend(_ p: Point, _ q: Point, _ r: Point) -> Double {
      let (x, y) = (p.x - 2 * q.x + r.x, p.y - 2 * q.y + r.y)
      return (x * x + y * y).squareRoot()
    }
    let deviation = max(bend(a, b, c), bend(b, c, d)) * 0.75 * stretch
    let count = (deviation * 128).squareRoot()
    return count.isFinite ? min(max(count, 1), 2_000) : 2_000
  }

  /// Points, length in points, and the rows that its chords cross, of a path.
  private static func measure(
    _ path: Path, _ stretch: Double, _ height: Int
  ) -> (points: Double, length: Double, rows: Double) {
    var sum = (points: 0.0, length: 0.0, rows: 0.0)
    var at = Point(0, 0)
    func go(to p: Point, _ points: Double, _ length: Double, _ climb: Double) {
      sum.points += points
      sum.length += length
      sum.rows += min(climb * stretch, points * Double(height)) + points
      at = p
    }
    func distance(_ p: Point, _ q: Point) -> Double {
      let (x, y) = (p.x - q.x, p.y - q.y)
      return (x * x + y * y).squareRoot()
    }
    for element in path.elements {
      switch element {
      case .move(let p): at = p
      case .line(let p): go(to: p, 1, distance(at, p), abs(p.y - at.y))
      case .cubic(let b, let c, let d):
        go(
          to: d, chords(at, b, c, d, stretch), distance(at, b) + distance(b, c) + distance(c, d),
          min(
            abs(b.y - at.y) + abs(c.y - b.y) + abs(d.y - c.y),
            2 * Double(height) / max(stretch, 1e-9)))
      case .close: sum.points += 1
      }
    }
    return sum
  }

  private static func outline(_ path: Path, _ stretch: Double, _ height: Int) -> Double {
    let m = measure(path, stretch, height)
    return perPoint * m.points + perCrossing * m.rows
  }

  private static func stroke(
    _ path: Path, _ drawing: PathDrawing, _ stretch: Double, _ height: Int
  ) -> Double {
    let m = measure(path, stretch, height)
    let half = drawing.lineWidth / 2 * stretch
    var pieces = m.points
    let period = drawing.lineDashPattern.reduce(0, +)
    if period > 0 {
      let dashes = m.length / period * Double(drawing.lineDashPattern.count + 1) / 2
      pieces += min(dashes, 20_000 * Double(max(path.elements.count, 1)))
    }
    // Half a circle within 1/128 of a pixel.
    let round = 2 + 3.2 * (max(half, 1) * 16).squareRoot()
    let isRound =
      drawing.lineJoin == .round || (period > 0 && drawing.lineCap == .round)
    let perPiece = 7 + (isRound ? min(round, 4_096) : 0)
    let rows = min(2 * half + m.rows / max(m.points, 1), Double(height)) * 2
    return pieces * (perPoint * perPiece + perCrossing * rows)
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
