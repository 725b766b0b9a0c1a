import Scenes

/// Values that can be added and scaled, so that any spline can be made of them.
extension LayerProperties {
  /// Takes the values of the properties in `set` a fraction of the way from `a` to `b`; `f` may leave
  /// 0…1.
  mutating func mix(
    _ set: LayerPropertySet, _ a: LayerProperties, _ b: LayerProperties, _ f: Double
  ) {
    take(set, from: f < 0.5 ? a : b)
    combine(set, a, b, b, b, WeightedSum(a: 1 - f, b: f, c: 0, d: 0))
  }

  /// Takes those of the Catmull-Rom spline from `b` to `c` with the neighbours `a` and `d`.
  mutating func mixCatmullRom(
    _ set: LayerPropertySet, _ a: LayerProperties, _ b: LayerProperties, _ c: LayerProperties,
    _ d: LayerProperties, _ f: Double
  ) {
    let f2 = f * f
    let f3 = f2 * f
    let sum = WeightedSum(
      a: (-f3 + 2 * f2 - f) / 2, b: (3 * f3 - 5 * f2 + 2) / 2, c: (-3 * f3 + 4 * f2 + f) / 2,
      d: (f3 - f2) / 2)
    take(set, from: f < 0.5 ? b : c)
    combine(set, a, b, c, d, sum)
  }

  /// Makes every property in `set` that has numbers the weighted sum of the terms'. What cannot be
  /// added stays as it is.
  private mutating func combine(
    _ set: LayerPropertySet, _ a: LayerProperties, _ b: LayerProperties, _ c: LayerProperties,
    _ d: LayerProperties, _ sum: WeightedSum
  ) {
    let sums = PropertySum.byBit
    set.forEachBit { sums[$0]?.combine(a, b, c, d, sum, &self) }
  }
}

/// The function that adds the values that four layers have of one property, found by its bit for every
/// frame.
private struct PropertySum: Sendable {
  typealias Combine =
    @Sendable (
      LayerProperties, LayerProperties, LayerProperties, LayerProperties, WeightedSum,
      inout LayerProperties
    ) -> Void

  let combine: Combine

  static let byBit: [PropertySum?] = (0..<64).map { bit in
    let property = LayerPropertySet(rawValue: 1 << UInt64(bit)).properties.first
    return property?.storage.combine.map(PropertySum.init)
  }
}

extension LayerProperty.Storage {
  /// Nil for what cannot be added.
  fileprivate var combine: PropertySum.Combine? {
    switch self {
    case .number(let get, let set, let range):
      { a, b, c, d, sum, r in
        let value = sum.of(get(a), get(b), get(c), get(d))
        set(&r, min(range.upperBound, max(range.lowerBound, value)))
      }
    case .numbers(let get, let set, let range):
      { a, b, c, d, sum, r in
        let (p, q, s, t) = (get(a), get(b), get(c), get(d))
        guard p.count == q.count, p.count == s.count, p.count == t.count else { return }
        set(
          &r,
          p.indices.map {
            min(range.upperBound, max(range.lowerBound, sum.of(p[$0], q[$0], s[$0], t[$0])))
          })
      }
    case .corners(let get, let set, let range):
      { a, b, c, d, sum, r in
        let radii = sum.of(get(a), get(b), get(c), get(d))
        set(&r, radii.mapped { min(range.upperBound, max(range.lowerBound, $0)) })
      }
    case .border(let get, let set, let range):
      { a, b, c, d, sum, r in
        if let border = sum.of(get(a), get(b), get(c), get(d), range, as: get(r)) {
          set(&r, border)
        }
      }
    case .path(let get, let set):
      { a, b, c, d, sum, r in
        let terms = [(get(a), sum.a), (get(b), sum.b), (get(c), sum.c), (get(d), sum.d)]
        if let path = Path.combine(terms) { set(&r, path) }
      }
    case .point(let get, let set):
      { a, b, c, d, sum, r in set(&r, sum.of(get(a), get(b), get(c), get(d))) }
    case .rect(let get, let set):
      { a, b, c, d, sum, r in set(&r, sum.of(get(a), get(b), get(c), get(d))) }
    case .vector(let get, let set, _):
      { a, b, c, d, sum, r in set(&r, sum.of(get(a), get(b), get(c), get(d))) }
    case .transform(let get, let set):
      { a, b, c, d, sum, r in
        if let mixed = sum.of(get(a), get(b), get(c), get(d)) { set(&r, mixed) }
      }
    case .color(let get, let set):
      { a, b, c, d, sum, r in set(&r, sum.of(get(a), get(b), get(c), get(d))) }
    case .optionalColor(let get, let set):
      { a, b, c, d, sum, r in
        let (p, q, s, t) = (get(a), get(b), get(c), get(d))
        guard p != nil || q != nil || s != nil || t != nil else { return }
        set(&r, sum.of(p ?? .clear, q ?? .clear, s ?? .clear, t ?? .clear))
      }
    case .mask(let get, let set):
      { a, b, c, d, sum, r in
        let terms = [(get(a), sum.a), (get(b), sum.b), (get(c), sum.c), (get(d), sum.d)]
        if let mask = Mask.combine(terms) { set(&r, mask) }
      }
    case .effects(let get, let set):
      { a, b, c, d, sum, r in
        if let mixed = sum.of([get(a), get(b), get(c), get(d)]) { set(&r, mixed) }
      }
    case .flag, .size, .choice, .contents: nil
    }
  }
}
