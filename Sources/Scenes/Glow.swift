/// Light round a layer.
package struct Glow: Hashable, Sendable {
  /// The standard deviation of its Gaussian in points, not negative.
  package var radius: Double
  package var color: Color
  package init(radius: Double, color: Color) {
    self.radius = radius
    self.color = color
  }
}

/// None counts as one of the others' colour without radius.
extension Glow: MissableValue {
  package static func mixedOrMissing(
    _ p: Glow?, _ q: Glow?, _ r: Glow?, _ s: Glow?, by sum: WeightedSum,
    near: @autoclosure () -> Glow?
  ) -> Glow? {
    guard let some = near() ?? p ?? q ?? r ?? s else { return nil }
    func color(_ term: Glow?) -> Color { term?.color ?? some.color }
    return Glow(
      radius: sum.of(p?.radius ?? 0, q?.radius ?? 0, r?.radius ?? 0, s?.radius ?? 0),
      color: sum.of(color(p), color(q), color(r), color(s)))
  }

  package func kept(in range: ClosedRange<Double>) -> Glow {
    Glow(radius: range.nearest(radius), color: color)
  }

  package static func numbers(of glow: Glow?) -> [Double] {
    glow.map { [$0.radius] + $0.color.numbers } ?? [0, 0, 0, 0, 0]
  }
  package static func labels(of glow: Glow?) -> [String] {
    ["radius", "red", "green", "blue", "alpha"]
  }
  package var tree: ValueTree {
    .object([("radius", .number(radius)), ("color", color.tree)])
  }
}
