internal import Scenes

/// Closed outlines in device pixels with corners rounded to 1/256, and the fill rule for them.
struct Polygon {
  var rings: [[Point]] = []
  var fillRule = Path.FillRule.nonZero
  /// Whether the polygon is one convex ring, so that its signed areas are its coverage.
  var isConvex = false

  /// Returns the part of `box` that the shape may cover.
  func bounds(in box: PixelRect) -> PixelRect {
    var (left, top, right, bottom) = (
      Double.infinity, Double.infinity, -Double.infinity, -Double.infinity
    )
    for ring in rings {
      for p in ring {
        left = min(left, p.x); right = max(right, p.x)
        top = min(top, p.y); bottom = max(bottom, p.y)
      }
    }
    guard left < right, top < bottom else { return .zero }
    let x0 = pixel(max(left, Double(box.x)), .down)
    let y0 = pixel(max(top, Double(box.y)), .down)
    let x1 = pixel(min(right, Double(box.maxX)), .up)
    let y1 = pixel(min(bottom, Double(box.maxY)), .up)
    return x1 > x0 && y1 > y0 ? PixelRect(x0, y0, x1 - x0, y1 - y0) : .zero
  }
}

/// Converts a coordinate to whole pixels, limited to 2³⁰, so that sums of a few coordinates and sizes do not
/// overflow.
func pixel(_ x: Double, _ rule: FloatingPointRoundingRule) -> Int {
  Int(clamped: x, rounded: rule, to: -(1 << 30)...1 << 30)
}

/// Rounds a coordinate to the nearest 1/256.
func snapped(_ x: Double) -> Double { (x * 256).rounded(.toNearestOrAwayFromZero) / 256 }

extension Polygon {
  /// The intersection of two convex polygons by the Sutherland–Hodgman algorithm: one polygon is cut by each
  /// side of the other.
  func intersection(_ other: Polygon) -> Polygon {
    guard let mine = rings.first, let theirs = other.rings.first else { return Polygon() }
    if mine == theirs { return self }
    var (ring, cutter) = mine.count < theirs.count ? (theirs, mine) : (mine, theirs)
    if Polygon.area(cutter) < 0 { cutter.reverse() }
    for i in cutter.indices where ring.count >= 3 {
      ring = Polygon.cut(ring, cutter[i], cutter[i + 1 == cutter.count ? 0 : i + 1])
    }
    var result = Polygon()
    result.isConvex = true
    if ring.count >= 3 { result.rings = [ring] }
    return result
  }

  /// Whether no side of a convex outline cuts off a part of `box`.
  func contains(_ box: PixelRect) -> Bool {
    guard isConvex, rings.count == 1, let last = rings[0].last else { return false }
    let (x0, y0) = (Double(box.x), Double(box.y))
    let (x1, y1) = (Double(box.maxX), Double(box.maxY))
    let turn = Polygon.area(rings[0]) < 0 ? -1.0 : 1
    var a = last
    for b in rings[0] {
      let (dx, dy) = ((b.x - a.x) * turn, (b.y - a.y) * turn)
      // The corner of `box` that is farthest outside the current side.
      let (x, y) = (dy > 0 ? x1 : x0, dx > 0 ? y0 : y1)
      if dx * (y - a.y) < dy * (x - a.x) { return false }
      a = b
    }
    return true
  }

  /// The part of a ring on the inner side of a line; the line has the direction of a side of a ring with
  /// positive area.
  private static func cut(_ ring: [Point], _ a: Point, _ b: Point) -> [Point] {
    func side(_ p: Point) -> Double { (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) }
    var result: [Point] = []
    result.reserveCapacity(ring.count + 2)
    var last = ring[ring.count - 1]
    var lastSide = side(last)
    for p in ring {
      let here = side(p)
      if (here > 0 && lastSide < 0) || (here < 0 && lastSide > 0) {
        let f = lastSide / (lastSide - here)
        result.append(Point(last.x + (p.x - last.x) * f, last.y + (p.y - last.y) * f))
      }
      if here >= 0 { result.append(p) }
      (last, lastSide) = (p, here)
    }
    return result
  }

  private static func area(_ ring: [Point]) -> Double {
    var sum = 0.0
    var last = ring[ring.count - 1]
    for p in ring {
      sum += last.x * p.y - p.x * last.y
      last = p
    }
    return sum
  }

  /// Creates outlines on the canvas from outlines in a plane: they are clipped in front of the viewer,
  /// mapped, clipped far outside any canvas, and rounded.
  init(outlines: [[Point]], under map: Homography, fillRule: Path.FillRule, isConvex: Bool) {
    self.fillRule = fillRule
    self.isConvex = isConvex
    for outline in outlines {
      let visible = map.isAffine ? outline : Polygon.clipToFront(outline, map)
      guard visible.count >= 3 else { continue }
      let mapped = Polygon.cutToReach(visible.map { map.apply($0).point })
      if mapped.count >= 3 { rings.append(mapped.map { Point(snapped($0.x), snapped($0.y)) }) }
    }
  }

  /// A distance outside any canvas that is small enough for exact arithmetic.
  private static let reach = 1e8

  /// The part of a ring inside the largest canvas; the slopes of its sides do not change, because a corner
  /// that is very close to the viewer may be at any distance.
  private static func cutToReach(_ ring: [Point]) -> [Point] {
    if ring.allSatisfy({ abs($0.x) <= reach && abs($0.y) <= reach }) { return ring }
    guard ring.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return [] }
    let corners = Rect(-reach, -reach, 2 * reach, 2 * reach).corners
    var cut = ring
    for i in corners.indices where cut.count >= 3 {
      cut = Polygon.cut(cut, corners[i], corners[(i + 1) % corners.count])
    }
    return cut
  }

  /// Clips a ring with the Sutherland–Hodgman algorithm at w = 10⁻⁶.
  private static func clipToFront(_ ring: [Point], _ map: Homography) -> [Point] {
    let near = 1e-6
    func depth(_ p: Point) -> Double { map.p * p.x + map.q * p.y + map.w }
    if ring.allSatisfy({ depth($0) > near }) { return ring }
    var result: [Point] = []
    for i in ring.indices {
      let a = ring[i]
      let b = ring[(i + 1) % ring.count]
      let (na, nb) = (depth(a), depth(b))
      if na > near { result.append(a) }
      if (na > near) != (nb > near) {
        let f = (near - na) / (nb - na)
        result.append(Point(a.x + (b.x - a.x) * f, a.y + (b.y - a.y) * f))
      }
    }
    return result
  }
}
