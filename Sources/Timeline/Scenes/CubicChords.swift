/// The chords that approximate a cubic curve; all have the same length in the curve's parameter.
package struct CubicChords {
  /// The largest distance between a chord and the curve, in device pixels.
  package static let tolerance = 1.0 / 128
  /// A cubic with more chords than this number is divided into parts, and an invisible part becomes one
  /// chord.
  private static let few = 64
  /// The smallest number of chords in a part of a cubic curve.
  private static let least = 16

  private let a, b, c, d: Point
  package let count: Int

  /// Computes the number of chords; `stretch` is the maximum number of device pixels per point. A chord over
  /// 1/n of a cubic deviates from it by at most |second difference|·6/(8·n²).
  package init(_ a: Point, _ b: Point, _ c: Point, _ d: Point, stretch: Double) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
    func bend(_ p: Point, _ q: Point, _ r: Point) -> Double {
      let (x, y) = (p.x - 2 * q.x + r.x, p.y - 2 * q.y + r.y)
      return (x * x + y * y).squareRoot()
    }
    let deviation = max(bend(a, b, c), bend(b, c, d)) * 0.75 * stretch
    count = Int(clamped: (deviation / Self.tolerance).squareRoot(), rounded: .up, to: 1...2_000)
  }

  /// The end point of the chord with the number i, from 1 to `count`.
  package func point(_ i: Int) -> Point {
    if i == count { return d }
    let t = Double(i) / Double(count)
    let s = 1 - t
    let (wa, wb, wc, wd) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
    return Point(
      wa * a.x + wb * b.x + wc * c.x + wd * d.x, wa * a.y + wb * b.y + wc * c.y + wd * d.y)
  }

  /// Calls `body`, in order, with the indices of the chords whose end points are needed. A part of the curve
  /// that is completely on one side of the visible area is replaced by one chord, which has the same effect
  /// inside the area.
  package func visit(seenIn seen: Rect?, _ body: (Int) -> Void) {
    guard let seen, count > Self.few else {
      for i in 1...count { body(i) }
      return
    }
    visit(0, count, seen, body)
  }

  /// Calls `body`, in order, with the ends of up to about a hundred parts, and with whether any of the part
  /// may be visible.
  package func visitParts(seenIn seen: Rect, _ body: (Int, Bool) -> Void) {
    visitParts(0, count, max(Self.least, count / 64), seen, body)
  }

  private func visitParts(
    _ from: Int, _ to: Int, _ least: Int, _ seen: Rect, _ body: (Int, Bool) -> Void
  ) {
    if count > Self.few, isBeyond(from, to, seen) { return body(to, false) }
    if to - from <= least { return body(to, true) }
    let middle = (from + to) / 2
    visitParts(from, middle, least, seen, body)
    visitParts(middle, to, least, seen, body)
  }

  private func visit(_ from: Int, _ to: Int, _ seen: Rect, _ body: (Int) -> Void) {
    if isBeyond(from, to, seen) { return body(to) }
    if to - from <= Self.least {
      for i in from + 1...to { body(i) }
      return
    }
    let middle = (from + to) / 2
    visit(from, middle, seen, body)
    visit(middle, to, seen, body)
  }

  /// Whether all control points of a part are on the same side of the visible area.
  private func isBeyond(_ from: Int, _ to: Int, _ seen: Rect) -> Bool {
    let (t, u) = (Double(from) / Double(count), Double(to) / Double(count))
    let controls = [blossom(t, t, t), blossom(t, t, u), blossom(t, u, u), blossom(u, u, u)]
    return controls.allSatisfy { $0.x < seen.minX } || controls.allSatisfy { $0.x > seen.maxX }
      || controls.allSatisfy { $0.y < seen.minY } || controls.allSatisfy { $0.y > seen.maxY }
  }

  private func blossom(_ t: Double, _ u: Double, _ v: Double) -> Point {
    func mix(_ p: Point, _ q: Point, _ t: Double) -> Point {
      Point(p.x + (q.x - p.x) * t, p.y + (q.y - p.y) * t)
    }
    let (ab, bc, cd) = (mix(a, b, t), mix(b, c, t), mix(c, d, t))
    return mix(mix(ab, bc, u), mix(bc, cd, u), v)
  }
}

extension Rect {
  /// The part of a straight line inside the rectangle, as fractions of the line; nil if no part is inside.
  package func part(from a: Point, to b: Point) -> ClosedRange<Double>? {
    var (low, high) = (0.0, 1.0)
    for (from, to, least, most) in [(a.x, b.x, minX, maxX), (a.y, b.y, minY, maxY)] {
      let step = to - from
      if step == 0 {
        guard from >= least, from <= most else { return nil }
        continue
      }
      let (one, other) = ((least - from) / step, (most - from) / step)
      (low, high) = (max(low, min(one, other)), min(high, max(one, other)))
      guard low <= high else { return nil }
    }
    return low...high
  }
}
