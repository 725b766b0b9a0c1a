/// A line around a layer, along the edge of its bounds.
package struct Border: Hashable, Sendable {
  package enum Place: String, Hashable, Sendable, CaseIterable { case inside, center, outside }
  /// The width of the border in points, at least 0.
  package var width: Double
  package var color: Color
  /// The position of the border's line relative to the edge of the bounds.
  package var place: Place
  /// The gradient is stored in an array, because an empty array takes only one word of memory.
  private var gradients: [Gradient] = []

  package init(width: Double, color: Color, place: Place = .inside, gradient: Gradient? = nil) {
    self.width = width
    self.color = color
    self.place = place
    self.gradient = gradient
  }

  /// The gradient that replaces the border's colour; nil if there is none.
  package var gradient: Gradient? {
    get { gradients.first }
    set { gradients = newValue.map { [$0] } ?? [] }
  }

  /// The width of the border's part outside the bounds, in points.
  package var outside: Double {
    switch place {
    case .inside: 0
    case .center: width / 2
    case .outside: width
    }
  }

  /// The lowest alpha of any part of the border.
  package var leastAlpha: Double { gradient?.leastAlpha ?? color.alpha }
  package var isSeen: Bool {
    width > 0 && (gradient.map { $0.stops.contains { $0.color.alpha > 0 } } ?? (color.alpha > 0))
  }
}

/// A missing border is interpolated as a border of the same colour with the width 0. The place and the
/// gradient are not interpolated, but jump.
extension Border: MissableValue {
  package static func mixedOrMissing(
    _ p: Border?, _ q: Border?, _ r: Border?, _ s: Border?, by sum: WeightedSum,
    near: @autoclosure () -> Border?
  ) -> Border? {
    guard var border = near() ?? p ?? q ?? r ?? s else { return nil }
    func color(_ term: Border?) -> Color { term?.color ?? border.color }
    let width = sum.of(p?.width ?? 0, q?.width ?? 0, r?.width ?? 0, s?.width ?? 0)
    border.color = sum.of(color(p), color(q), color(r), color(s))
    border.width = width
    return border
  }

  package func kept(in range: ClosedRange<Double>) -> Border {
    var border = self
    border.width = range.nearest(width)
    return border
  }

  package static func numbers(of border: Border?) -> [Double] {
    border.map { [$0.width] + $0.color.numbers } ?? [0, 0, 0, 0, 0]
  }
  package static func labels(of border: Border?) -> [String] {
    ["width", "red", "green", "blue", "alpha"]
  }
  package var tree: ValueTree {
    .object([
      ("width", .number(width)), ("color", color.tree), ("place", .word(place.rawValue)),
      ("gradient", gradient.map { .gradient($0) } ?? .none),
    ])
  }
}
