internal import Scenes

/// Shapes of the plane as closed rings of points, curves flattened to within 1/128 pixel.
enum PathFlattener {
  private static let tolerance = 1.0 / 128

  static func rectangle(_ r: Rect) -> [Point] { r.corners }

  /// `stretch` is device pixels a point, at most.
  static func ellipse(_ r: Rect, stretch: Double) -> [Point] {
    roundedRectangle(r, rx: r.width / 2, ry: r.height / 2, stretch: stretch)
  }

  /// The radius is limited to half of each side.
  static func roundedRectangle(_ r: Rect, radius: Double, stretch: Double) -> [Point] {
    let limited = min(radius, r.width / 2, r.height / 2)
    return roundedRectangle(r, rx: limited, ry: limited, stretch: stretch)
  }

  private static func roundedRectangle(
    _ r: Rect, rx: Double, ry: Double, stretch: Double
  ) -> [Point] {
    guard rx > 0, ry > 0 else { return r.corners }
    // A chord over an angle θ misses its arc by R·θ²/8.
    let device = max(rx, ry) * stretch
    let step = (8 * tolerance / max(device, 1)).squareRoot()
    let count = Int(clamped: Portable.pi / 2 / step, rounded: .up, to: 2...2_000)
    // A quarter of the unit circle, from (1, 0) to (0, 1).
    let quarter = (0...count).map { i -> Point in
      let (sine, cosine) = Portable.sineCosine(Portable.pi / 2 * Double(i) / Double(count))
      return i == count ? Point(0, 1) : Point(cosine, sine)
    }
    var ring: [Point] = []
    ring.reserveCapacity(4 * (count + 1))
    for q in quarter { ring.append(Point(r.maxX - rx + rx * q.x, r.maxY - ry + ry * q.y)) }
    for q in quarter { ring.append(Point(r.minX + rx - rx * q.y, r.maxY - ry + ry * q.x)) }
    for q in quarter { ring.append(Point(r.minX + rx - rx * q.x, r.minY + ry - ry * q.y)) }
    for q in quarter { ring.append(Point(r.maxX - rx + rx * q.y, r.minY + ry - ry * q.x)) }
    return ring
  }

  /// Open ends are closed.
  static func path(_ path: Path, stretch: Double) -> [[Point]] {
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
        flatten(start, c1, c2, end, stretch: stretch, into: &ring)
      case .close:
        close()
        ring = ring.first.map { [$0] } ?? []
      }
    }
    close()
    return rings
  }

  /// A chord over 1/n of a cubic misses it by at most |second difference|·6/(8·n²).
  private static func flatten(
    _ a: Point, _ b: Point, _ c: Point, _ d: Point, stretch: Double, into ring: inout [Point]
  ) {
    func bend(_ p: Point, _ q: Point, _ r: Point) -> Double {
      let (x, y) = (p.x - 2 * q.x + r.x, p.y - 2 * q.y + r.y)
      return (x * x + y * y).squareRoot()
    }
    let deviation = max(bend(a, b, c), bend(b, c, d)) * 0.75 * stretch
    let count = Int(clamped: (deviation / tolerance).squareRoot(), rounded: .up, to: 1...2_000)
    for i in 1...count {
      if i == count {
        ring.append(d)
        break
      }
      let t = Double(i) / Double(count)
      let s = 1 - t
      let (wa, wb, wc, wd) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
      ring.append(
        Point(
          wa * a.x + wb * b.x + wc * c.x + wd * d.x, wa * a.y + wb * b.y + wc * c.y + wd * d.y))
    }
  }
}
