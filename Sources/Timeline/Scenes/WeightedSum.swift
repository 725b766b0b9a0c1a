/// The weights of four terms, which are added in order from the first term. A value that all terms share
/// keeps its exact bits; if only two terms are used, the weights of the other terms are 0.
package struct WeightedSum: Sendable {
  let a: Double
  let b: Double
  let c: Double
  let d: Double

  package init(a: Double, b: Double, c: Double, d: Double) {
    self.a = a; self.b = b; self.c = c; self.d = d
  }

  func of(_ p: Double, _ q: Double, _ r: Double, _ s: Double) -> Double {
    if p == q && p == r && p == s { return p }
    return 0 + p * a + q * b + r * c + s * d
  }

  func of(_ p: Point, _ q: Point, _ r: Point, _ s: Point) -> Point {
    Point(of(p.x, q.x, r.x, s.x), of(p.y, q.y, r.y, s.y))
  }

  func of(_ p: Vector, _ q: Vector, _ r: Vector, _ s: Vector) -> Vector {
    Vector(of(p.x, q.x, r.x, s.x), of(p.y, q.y, r.y, s.y), of(p.z, q.z, r.z, s.z))
  }

  func of(_ p: Rect, _ q: Rect, _ r: Rect, _ s: Rect) -> Rect {
    Rect(
      of(p.x, q.x, r.x, s.x), of(p.y, q.y, r.y, s.y), of(p.width, q.width, r.width, s.width),
      of(p.height, q.height, r.height, s.height))
  }

  /// Computes the weighted sum of four colours with premultiplied components.
  func of(_ p: Color, _ q: Color, _ r: Color, _ s: Color) -> Color {
    if p == q && p == r && p == s { return p }
    let alpha = min(1, max(0, 0 + p.alpha * a + q.alpha * b + r.alpha * c + s.alpha * d))
    guard alpha > 0 else { return .clear }
    func channel(_ p1: Double, _ q1: Double, _ r1: Double, _ s1: Double) -> Double {
      let value =
        0 + p1 * p.alpha * a + q1 * q.alpha * b + r1 * r.alpha * c + s1 * s.alpha * d
      return min(1, max(0, value / alpha))
    }
    return Color(
      red: channel(p.red, q.red, r.red, s.red),
      green: channel(p.green, q.green, r.green, s.green),
      blue: channel(p.blue, q.blue, r.blue, s.blue), alpha: alpha)
  }
}
