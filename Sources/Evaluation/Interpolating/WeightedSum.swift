import Scenes

/// Weights of four terms, the first of them first added. What all terms share stays as it is, to the
/// bit; of two terms the other weights are 0, which adds nothing.
struct WeightedSum {
  let a: Double
  let b: Double
  let c: Double
  let d: Double

  func of(_ p: Double, _ q: Double, _ r: Double, _ s: Double) -> Double {
    if p == q && p == r && p == s { return p }
    return 0 + p * a + q * b + r * c + s * d
  }

  func of(_ p: Point, _ q: Point, _ r: Point, _ s: Point) -> Point {
    Point(of(p.x, q.x, r.x, s.x), of(p.y, q.y, r.y, s.y))
  }

  func of(
    _ p: CornerRadii, _ q: CornerRadii, _ r: CornerRadii, _ s: CornerRadii
  ) -> CornerRadii {
    CornerRadii(
      of(p.topLeft, q.topLeft, r.topLeft, s.topLeft),
      of(p.topRight, q.topRight, r.topRight, s.topRight),
      of(p.bottomRight, q.bottomRight, r.bottomRight, s.bottomRight),
      of(p.bottomLeft, q.bottomLeft, r.bottomLeft, s.bottomLeft))
  }

  /// A term without a border counts as one of the others' colour without width. The place and the
  /// gradient, which jump, are those of `near`.
  func of(
    _ p: Border?, _ q: Border?, _ r: Border?, _ s: Border?, _ widths: ClosedRange<Double>,
    as near: Border?
  ) -> Border? {
    guard var border = near ?? p ?? q ?? r ?? s else { return nil }
    func color(_ term: Border?) -> Color { term?.color ?? border.color }
    let width = of(p?.width ?? 0, q?.width ?? 0, r?.width ?? 0, s?.width ?? 0)
    border.color = of(color(p), color(q), color(r), color(s))
    border.width = min(widths.upperBound, max(widths.lowerBound, width))
    return border
  }

  func of(_ p: Vector, _ q: Vector, _ r: Vector, _ s: Vector) -> Vector {
    Vector(of(p.x, q.x, r.x, s.x), of(p.y, q.y, r.y, s.y), of(p.z, q.z, r.z, s.z))
  }

  func of(_ p: Rect, _ q: Rect, _ r: Rect, _ s: Rect) -> Rect {
    Rect(
      of(p.x, q.x, r.x, s.x), of(p.y, q.y, r.y, s.y), of(p.width, q.width, r.width, s.width),
      of(p.height, q.height, r.height, s.height))
  }

  /// Lists of the same functions mix number by number; a list without any mixes as one that changes
  /// nothing. Nil for lists of other shapes, which jump.
  func of(_ lists: [[LayerEffect]]) -> [LayerEffect]? {
    guard let shape = lists.first(where: { !$0.isEmpty }) else { return nil }
    let terms = lists.map { $0.isEmpty ? shape.neutral : $0 }
    guard terms.allSatisfy({ $0.map(\.kind) == shape.map(\.kind) }) else { return nil }
    return shape.indices.map { i in
      let kind = shape[i].kind
      var numbers = kind.labels.indices.map { n in
        let value = of(
          terms[0][i].numbers[n], terms[1][i].numbers[n], terms[2][i].numbers[n],
          terms[3][i].numbers[n])
        let range = kind.range(of: n)
        return min(range.upperBound, max(range.lowerBound, value))
      }
      if let at = kind.colorPlace {
        let colors = terms.map { $0[i].color ?? .clear }
        numbers[at..<at + 4] = of(colors[0], colors[1], colors[2], colors[3]).numbers[...]
      }
      return LayerEffect(kind, numbers)
    }
  }

  /// Colours mix premultiplied.
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
