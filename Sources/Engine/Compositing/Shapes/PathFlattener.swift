internal import Scenes

/// Converts shapes of a layer's plane to closed rings of points; curves are flattened with an error of at
/// most 1/128 pixel.
enum PathFlattener {
  static let tolerance = CubicChords.tolerance

  static func rectangle(_ r: Rect) -> [Point] { r.corners }

  /// The points of an ellipse; `stretch` is the maximum number of device pixels per point.
  static func ellipse(_ r: Rect, stretch: Double) -> [Point] {
    guard !r.isEmpty else { return r.corners }
    let (rx, ry) = (r.width / 2, r.height / 2)
    let quarter = quarter(max(rx, ry) * stretch)
    var ring: [Point] = []
    ring.reserveCapacity(4 * quarter.count)
    for q in quarter { ring.append(Point(r.maxX - rx + rx * q.x, r.maxY - ry + ry * q.y)) }
    for q in quarter { ring.append(Point(r.minX + rx - rx * q.y, r.maxY - ry + ry * q.x)) }
    for q in quarter { ring.append(Point(r.minX + rx - rx * q.x, r.minY + ry - ry * q.y)) }
    for q in quarter { ring.append(Point(r.maxX - rx + rx * q.y, r.minY + ry - ry * q.x)) }
    return ring
  }

  /// The points of a quarter of the unit circle, from (1, 0) to (0, 1), for a radius in device pixels. A
  /// chord that spans the angle θ deviates from its arc by R·θ²/8.
  private static func quarter(_ radius: Double) -> [Point] {
    let step = (8 * tolerance / max(radius, 1)).squareRoot()
    let count = Int(clamped: Portable.pi / 2 / step, rounded: .up, to: 2...2_000)
    return (0...count).map { i in
      if i == count { return Point(0, 1) }
      let (sine, cosine) = Portable.sineCosine(Portable.pi / 2 * Double(i) / Double(count))
      return Point(cosine, sine)
    }
  }

  /// The points of a rounded rectangle run clockwise from the right end of the bottom right corner's curve.
  static func rounded(_ shape: RoundedRect, stretch: Double) -> [Point] {
    let r = shape.rect
    let radii = shape.radii.fitted(in: r.size)
    var ring: [Point] = []
    /// Adds the arc of a corner, from the side along `a` to the side along `b`; both vectors point away from
    /// the corner.
    func corner(_ radius: Double, _ other: (Double, Double), _ at: Point, _ a: Point, _ b: Point) {
      guard radius > 0 else { return ring.append(at) }
      if shape.curve == .circular {
        let center = Point(at.x + radius * (a.x + b.x), at.y + radius * (a.y + b.y))
        for q in quarter(radius * stretch) {
          ring.append(
            Point(
              center.x - radius * (q.y * a.x + q.x * b.x),
              center.y - radius * (q.y * a.y + q.x * b.y)))
        }
        return
      }
      // The length of each side that is available for the current corner, in radii.
      let room = [(a, other.0), (b, other.1)].map { along, other in
        (along.x == 0 ? r.height : r.width) / (radius + other)
      }
      for p in ContinuousCorner(room: min(room[0], room[1])).points(radius * stretch) {
        ring.append(
          Point(
            at.x + radius * (p.x * a.x + p.y * b.x), at.y + radius * (p.x * a.y + p.y * b.y)))
      }
    }
    let (right, left) = (Point(1, 0), Point(-1, 0))
    let (up, down) = (Point(0, -1), Point(0, 1))
    corner(
      radii.bottomRight, (radii.topRight, radii.bottomLeft), Point(r.maxX, r.maxY), up, left)
    corner(
      radii.bottomLeft, (radii.bottomRight, radii.topLeft), Point(r.minX, r.maxY), right, up)
    corner(radii.topLeft, (radii.bottomLeft, radii.topRight), Point(r.minX, r.minY), down, right)
    corner(radii.topRight, (radii.topLeft, radii.bottomRight), Point(r.maxX, r.minY), left, down)
    return ring
  }

  /// The intersection of the outlines of all four corners, for a rectangle that is too small for its corner
  /// radii.
  static func cornersCutting(_ shape: RoundedRect, stretch: Double) -> [Point] {
    let (r, radii) = (shape.rect, shape.radii)
    // The sides of the extended rectangle are long enough for the radii of one corner.
    let far = r.width + r.height + 2 * radii.largest
    let (left, right) = (r.maxX - far, r.minX)
    let (up, down) = (r.maxY - far, r.minY)
    var made = Polygon(rings: [r.corners], isConvex: true)
    for (x, y, radii) in [
      (right, down, CornerRadii(radii.topLeft, 0, 0, 0)),
      (left, down, CornerRadii(0, radii.topRight, 0, 0)),
      (left, up, CornerRadii(0, 0, radii.bottomRight, 0)),
      (right, up, CornerRadii(0, 0, 0, radii.bottomLeft)),
    ] where !radii.isZero {
      let corner = RoundedRect(Rect(x, y, far, far), radii: radii)
      made = made.intersection(Polygon(rings: [rounded(corner, stretch: stretch)], isConvex: true))
    }
    return made.rings.first ?? []
  }

  /// Converts a path to rings of points, and closes open subpaths. `seen` is the visible part of the path's
  /// plane; nil means the whole plane.
  static func path(_ path: Path, stretch: Double, seen: Rect? = nil) -> [[Point]] {
    var rings: [[Point]] = []
    var ring: [Point] = []
    func close() {
      if ring.count >= 3 { rings.append(ring) }
    }
    for element in path.elements {
      switch element {
      case .move(let p):
        close()
        ring = [p]
      case .line(let p): ring.append(p)
      case .cubic(let c1, let c2, let end):
        let start = ring.last ?? c1
        if ring.isEmpty { ring.append(start) }
        flatten(start, c1, c2, end, stretch: stretch, seen: seen, into: &ring)
      case .close:
        close()
        ring = ring.first.map { [$0] } ?? []
      }
    }
    close()
    return rings
  }

  /// Adds the end points of the chords of a cubic.
  static func flatten(
    _ a: Point, _ b: Point, _ c: Point, _ d: Point, stretch: Double, seen: Rect? = nil,
    into ring: inout [Point]
  ) {
    let chords = CubicChords(a, b, c, d, stretch: stretch)
    chords.visit(seenIn: seen) { ring.append(chords.point($0)) }
  }
}
