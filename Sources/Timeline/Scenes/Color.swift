/// An sRGB-encoded colour with straight alpha, each component 0…1.
package struct Color: Hashable, Sendable {
  package var red: Double
  package var green: Double
  package var blue: Double
  package var alpha: Double
  package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red; self.green = green; self.blue = blue; self.alpha = alpha
  }
  package static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
  package static let black = Color(red: 0, green: 0, blue: 0)
  package static let white = Color(red: 1, green: 1, blue: 1)
}

/// Colours are mixed premultiplied; a missing colour is mixed as transparent.
extension Color: LayerValue, MissableValue {
  package static func mixed(
    _ p: Color, _ q: Color, _ r: Color, _ s: Color, by sum: WeightedSum,
    near: @autoclosure () -> Color
  ) -> Color? { sum.of(p, q, r, s) }
  package static func mixedOrMissing(
    _ p: Color?, _ q: Color?, _ r: Color?, _ s: Color?, by sum: WeightedSum,
    near: @autoclosure () -> Color?
  ) -> Color? {
    guard p != nil || q != nil || r != nil || s != nil else { return nil }
    return sum.of(p ?? .clear, q ?? .clear, r ?? .clear, s ?? .clear)
  }
  package var numbers: [Double] { [red, green, blue, alpha] }
  package var labels: [String] { Self.labels(of: self) }
  package static func numbers(of color: Color?) -> [Double] { (color ?? .clear).numbers }
  package static func labels(of color: Color?) -> [String] { ["red", "green", "blue", "alpha"] }
  package var tree: ValueTree { .numbers(numbers) }
  package func kept(in range: ClosedRange<Double>) -> Color { self }
}

/// A gradient along a line, outwards from a centre, or round a centre. The colours of a gradient are
/// interpolated premultiplied, in sRGB encoding.
package struct Gradient: Hashable, Sendable {
  package enum Shape: Hashable, Sendable {
    /// A gradient from `start` to `end`, both fractions of the layer's bounds.
    case linear(start: Point, end: Point)
    /// A gradient from `center` outwards; all are fractions of the bounds, `radius` along x and y. The first
    /// colour is at `focus`, which is inside the ellipse of the last colour, or at the centre by default.
    case radial(center: Point, radius: Size, focus: Point? = nil)
    /// A gradient that turns once, clockwise, about `center`, a fraction of the bounds, from `degrees`
    /// off the upward direction on.
    case conic(center: Point, degrees: Double)
  }
  package struct Stop: Hashable, Sendable {
    package var offset: Double
    package var color: Color
    package init(offset: Double, color: Color) { self.offset = offset; self.color = color }
  }
  package var shape: Shape
  /// The stops, at least two, with ascending offsets in 0…1. The first and the last colour extend beyond the
  /// ends.
  package var stops: [Stop]
  package init(shape: Shape, stops: [Stop]) { self.shape = shape; self.stops = stops }

  package var isOpaque: Bool { stops.allSatisfy { $0.color.alpha >= 1 } }
  /// The least alpha of its colours.
  package var leastAlpha: Double { stops.map(\.color.alpha).min() ?? 0 }
}
