/// Converts arcs to cubics: each cubic spans at most an eighth of a turn, where it deviates from the arc by
/// less than 1/200,000 of the radius.
extension Path {
  /// An oval that starts at its top and runs clockwise, like progress circles in SVG and iOS.
  package static func ellipse(in rect: Rect) -> Path {
    let arc = EllipticalArc(
      center: rect.center, radius: Size(rect.width / 2, rect.height / 2), turn: (1, 0),
      start: -Portable.pi / 2, sweep: 2 * Portable.pi)
    return Path(elements: [.move(arc.point(at: arc.start))] + arc.cubics + [.close])
  }

  /// A rounded rectangle that starts after its top left corner and runs clockwise.
  package static func rectangle(_ rect: Rect, _ corners: CornerRadii) -> Path {
    let radii = corners.fitted(in: rect.size)
    var elements: [PathElement] = []
    func corner(_ radius: Double, _ corner: Point, _ inward: Point, _ quarter: Double) {
      guard radius > 0 else { return elements.append(.line(corner)) }
      let arc = EllipticalArc(
        center: Point(corner.x + inward.x * radius, corner.y + inward.y * radius),
        radius: Size(radius, radius), turn: (1, 0), start: quarter * Portable.pi / 2,
        sweep: Portable.pi / 2)
      elements.append(.line(arc.point(at: arc.start)))
      elements += arc.cubics
    }
    elements.append(.move(Point(rect.minX + radii.topLeft, rect.minY)))
    corner(radii.topRight, Point(rect.maxX, rect.minY), Point(-1, 1), -1)
    corner(radii.bottomRight, Point(rect.maxX, rect.maxY), Point(-1, -1), 0)
    corner(radii.bottomLeft, Point(rect.minX, rect.maxY), Point(1, -1), 1)
    if radii.topLeft > 0 { corner(radii.topLeft, Point(rect.minX, rect.minY), Point(1, 1), 2) }
    return Path(elements: elements + [.close])
  }
}

/// A part of an ellipse, which may be rotated.
package struct EllipticalArc: Sendable {
  let center: Point
  let radius: Size
  /// The cosine and sine of the angle by which the axes of the ellipse are rotated.
  let turn: (cosine: Double, sine: Double)
  /// The start angle in radians, clockwise because y increases downwards.
  let start: Double
  let sweep: Double

  init(
    center: Point, radius: Size, turn: (cosine: Double, sine: Double), start: Double, sweep: Double
  ) {
    self.center = center
    self.radius = radius
    self.turn = turn
    self.start = start
    self.sweep = sweep
  }

  /// Creates SVG's arc from one point to another; nil if the arc is a straight line. The centre is computed
  /// from the two points, the radii and two flags (SVG 2, implementation note B.2.4).
  package init?(
    from a: Point, to b: Point, radius wanted: Size, degrees: Double, isLarge: Bool,
    isClockwise: Bool
  ) {
    var (rx, ry) = (abs(wanted.width), abs(wanted.height))
    guard a != b, rx > 0, ry > 0 else { return nil }
    let (sine, cosine) = Portable.sineCosine(degrees: degrees)
    // The coordinates (x, y) are half the vector between the end points of the arc, along the axes of the
    // ellipse.
    let (dx, dy) = ((a.x - b.x) / 2, (a.y - b.y) / 2)
    let (x, y) = (cosine * dx + sine * dy, cosine * dy - sine * dx)
    // Radii of an arc that are too small for the distance between the end points are enlarged.
    let reach = (x / rx) * (x / rx) + (y / ry) * (y / ry)
    if reach > 1 { (rx, ry) = (rx * reach.squareRoot(), ry * reach.squareRoot()) }
    let below = (x / rx) * (x / rx) + (y / ry) * (y / ry)
    guard below > 0, below.isFinite else { return nil }
    var factor = max(1 / below - 1, 0).squareRoot()
    if isLarge == isClockwise { factor = -factor }
    let (cx, cy) = (factor * rx * y / ry, -factor * ry * x / rx)
    center = Point(
      cosine * cx - sine * cy + (a.x + b.x) / 2, sine * cx + cosine * cy + (a.y + b.y) / 2)
    radius = Size(rx, ry)
    turn = (cosine, sine)
    start = Portable.angle((x - cx) / rx, (y - cy) / ry)
    let end = Portable.angle((-x - cx) / rx, (-y - cy) / ry)
    var sweep = end - start
    if isClockwise, sweep < 0 { sweep += 2 * Portable.pi }
    if !isClockwise, sweep > 0 { sweep -= 2 * Portable.pi }
    self.sweep = sweep
  }

  func point(at angle: Double) -> Point {
    let (sine, cosine) = Portable.sineCosine(angle)
    return place(radius.width * cosine, radius.height * sine)
  }

  private func place(_ x: Double, _ y: Double) -> Point {
    Point(
      center.x + turn.cosine * x - turn.sine * y, center.y + turn.sine * x + turn.cosine * y)
  }

  package var cubics: [PathElement] { cubics(slack: 0) }

  /// The cubics of the arc; `slack` is the excess over a whole number of eighths of a turn that needs no
  /// additional cubic.
  package func cubics(slack: Double) -> [PathElement] {
    let count = Int(clamped: abs(sweep) / (Portable.pi / 4) - slack, rounded: .up, to: 1...8)
    let step = sweep / Double(count)
    // The control points are on the tangents, 4/3·tan(step/4) radii from the end points.
    let (sine, cosine) = Portable.sineCosine(step / 4)
    let reach = 4.0 / 3 * sine / cosine
    return (0..<count).map { i in
      let (s0, c0) = Portable.sineCosine(start + step * Double(i))
      let (s1, c1) = Portable.sineCosine(start + step * Double(i + 1))
      return .cubic(
        control1: place(radius.width * (c0 - reach * s0), radius.height * (s0 + reach * c0)),
        control2: place(radius.width * (c1 + reach * s1), radius.height * (s1 - reach * c1)),
        end: place(radius.width * c1, radius.height * s1))
    }
  }
}
