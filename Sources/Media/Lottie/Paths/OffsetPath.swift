/// Creates a path parallel to another path, at a distance from it.
struct OffsetPath {
  enum Join { case miter, round, bevel }
  let distance: Double
  let join: Join
  let miterLimit: Double

  private typealias Point = Outline.Point

  func applied(to outline: Outline) -> Outline {
    guard distance != 0, outline.curveCount > 0 else { return outline }
    var parts = outline.curves.map { beside($0.linearized) }
    if !outline.isClosed {
      // The outline of an open path returns along the path's second side.
      parts += outline.curves.reversed().map {
        beside(Curve($0.end, $0.arriving, $0.leaving, $0.start).linearized)
      }
    }
    prune(&parts)
    return joined(parts, isClosed: outline.isClosed)
  }

  private func joined(_ parts: [[Curve]], isClosed: Bool) -> Outline {
    var result = Outline(isClosed: isClosed)
    var last: Point?
    for (index, part) in parts.enumerated() {
      if index > 0 { last = add(parts[index - 1].last!, part[0], to: &result) }
      for curve in part {
        if let last, (last - curve.start).length < 1e-6, !result.vertices.isEmpty {
          result.vertices[result.vertices.count - 1].leaving = curve.leaving
        } else {
          result.vertices.append(.init(curve.start, leaving: curve.leaving))
        }
        result.vertices.append(.init(curve.end, arriving: curve.arriving))
        last = curve.end
      }
    }
    if let first = parts.first?.first, let end = parts.last?.last {
      _ = add(end, first, to: &result)
    }
    return result
  }

  /// Returns the curves at the distance from a curve, each bent in one direction only.
  private func beside(_ curve: Curve) -> [Curve] {
    var rest = curve
    var from = 0.0
    var result: [Curve] = []
    for place in curve.inflections {
      let (left, right) = rest.split(at: (place - from) / (1 - from))
      result.append(moved(left.linearized))
      rest = right
      from = place
    }
    return result + [moved(rest.linearized)]
  }

  private func moved(_ curve: Curve) -> Curve {
    func line(_ a: Point, _ b: Point) -> (Point, Point) {
      let way = b - a
      let length = way.length
      let across = length > 0 ? Point(way.y, -way.x) * (distance / length) : Point(0, 0)
      return (a + across, b + across)
    }
    let (first, middle, last) = (
      line(curve.start, curve.leaving), line(curve.leaving, curve.arriving),
      line(curve.arriving, curve.end)
    )
    return Curve(
      first.0, Self.crossing(first, middle) ?? first.1, Self.crossing(last, middle) ?? last.0,
      last.1)
  }

  /// Returns the intersection of two lines; nil for parallel lines.
  private static func crossing(_ a: (Point, Point), _ b: (Point, Point)) -> Point? {
    let (u, v) = (a.1 - a.0, b.1 - b.0)
    let determinant = u.x * v.y - u.y * v.x
    guard abs(determinant) > 1e-5 else { return nil }
    let w = b.0 - a.0
    return a.0 + u * ((w.x * v.y - w.y * v.x) / determinant)
  }

  private func add(_ before: Curve, _ after: Curve, to result: inout Outline) -> Point {
    let (from, to) = (before.end, after.start)
    guard join != .bevel, (from - to).length > 1e-6 else { return from }
    let (out, into) = (before.derivative(at: 1), after.derivative(at: 0))
    if join == .round {
      let reach = (to - from).length * ParametricShapes.handle
      func unit(_ way: Point) -> Point { way.length > 0 ? way * (1 / way.length) : way }
      if !result.vertices.isEmpty {
        result.vertices[result.vertices.count - 1].leaving = from + unit(out) * reach
      }
      result.vertices.append(.init(to, arriving: to - unit(into) * reach))
      return to
    }
    if let corner = Self.crossing((from - out, from), (to, to + into)),
      (corner - from).length < miterLimit
    {
      result.vertices.append(.init(corner))
      return corner
    }
    return from
  }

  /// Removes the parts of the path that cross inside corners.
  private func prune(_ parts: inout [[Curve]]) {
    guard parts.count > 1 else { return }
    for index in 1..<parts.count { prune(&parts, index - 1, index) }
    prune(&parts, parts.count - 1, 0)
  }

  private func prune(_ parts: inout [[Curve]], _ first: Int, _ second: Int) {
    let (a, b) = (parts[first].last!, parts[second].first!)
    guard let (s, t) = a.crossing(b) else { return }
    parts[first][parts[first].count - 1] = a.split(at: s).0.linearized
    parts[second][0] = b.split(at: t).1.linearized
  }
}

extension Curve {
  /// Gives a curve without handles two handles at a third of its length, which does not change its shape.
  var linearized: Curve {
    Curve(
      start, start == leaving ? start.toward(end, 1 / 3) : leaving,
      arriving == end ? start.toward(end, 2 / 3) : arriving, end)
  }

  /// The parameters at which the curve's curvature changes its sign.
  fileprivate var inflections: [Double] {
    let a = end - arriving * 3 + leaving * 3 - start
    let b = arriving * 3 - leaving * 6 + start * 3
    let c = (leaving - start) * 3
    let denominator = a.y * b.x - a.x * b.y
    guard abs(denominator) > 1e-5 else { return [] }
    let middle = -0.5 * (a.y * c.x - a.x * c.y) / denominator
    let square = middle * middle - (b.y * c.x - b.x * c.y) / (3 * denominator)
    guard square > 0 else { return [] }
    let root = square.squareRoot()
    return [middle - root, middle + root].filter { $0 > 1e-6 && $0 < 1 - 1e-6 }.sorted()
  }

  /// Returns the parameters at which two curves cross, unless one curve continues the other.
  fileprivate func crossing(_ other: Curve) -> (Double, Double)? {
    var found: [(Double, Double)] = []
    Self.search(self, (0, 1), other, (0, 1), 0, &found)
    if let first = found.first, first.0 > 1 - 1e-5 { found.removeFirst() }
    return found.first
  }

  private static func search(
    _ a: Curve, _ s: (Double, Double), _ b: Curve, _ t: (Double, Double), _ depth: Int,
    _ found: inout [(Double, Double)]
  ) {
    guard found.count < 4, a.box.meets(b.box) else { return }
    if depth >= 14 {
      found.append(((s.0 + s.1) / 2, (t.0 + t.1) / 2))
      return
    }
    let (sm, tm) = ((s.0 + s.1) / 2, (t.0 + t.1) / 2)
    let (a1, a2) = a.split(at: 0.5)
    let (b1, b2) = b.split(at: 0.5)
    search(a1, (s.0, sm), b1, (t.0, tm), depth + 1, &found)
    search(a1, (s.0, sm), b2, (tm, t.1), depth + 1, &found)
    search(a2, (sm, s.1), b1, (t.0, tm), depth + 1, &found)
    search(a2, (sm, s.1), b2, (tm, t.1), depth + 1, &found)
  }

  private struct Box {
    let left: Double, top: Double, right: Double, bottom: Double
    func meets(_ other: Box) -> Bool {
      left <= other.right && other.left <= right && top <= other.bottom && other.top <= bottom
    }
  }

  /// The bounding box of the control points, which also contains the curve.
  private var box: Box {
    let (x, y) = (
      [start.x, leaving.x, arriving.x, end.x], [start.y, leaving.y, arriving.y, end.y]
    )
    return Box(left: x.min()!, top: y.min()!, right: x.max()!, bottom: y.max()!)
  }
}
