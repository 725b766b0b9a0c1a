/// An sRGB-encoded colour with straight alpha; each component is in 0…1.
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

/// Colours are interpolated with premultiplied components; a missing colour is interpolated as transparent.
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

/// A gradient along a line, outwards from a centre, or around a centre. The colours of a gradient are
/// interpolated in sRGB encoding with premultiplied components.
package struct Gradient: Hashable, Sendable {
  package enum Shape: Hashable, Sendable {
    /// A gradient along the line from `start` to `end`, which are fractions of the layer's bounds.
    case linear(start: Point, end: Point)
    /// A gradient outwards from `center`; all values are fractions of the bounds, with `radius` along x and
    /// y. The first colour is at `focus`, which must be inside the ellipse of the last colour; by default, it
    /// is the centre.
    case radial(center: Point, radius: Size, focus: Point? = nil)
    /// A gradient that turns once clockwise about `center`, a fraction of the bounds, starting `degrees` from
    /// the upward direction.
    case conic(center: Point, degrees: Double)
  }
  package struct Stop: Hashable, Sendable {
    package var offset: Double
    package var color: Color
    package init(offset: Double, color: Color) { self.offset = offset; self.color = color }
  }
  package var shape: Shape
  /// The colour stops, at least two, with ascending offsets in 0…1. The first and last colours extend beyond
  /// the ends of the gradient.
  package var stops: [Stop]
  package init(shape: Shape, stops: [Stop]) { self.shape = shape; self.stops = stops }

  package var isOpaque: Bool { stops.allSatisfy { $0.color.alpha >= 1 } }
  /// The lowest alpha of the gradient's colours.
  package var leastAlpha: Double { stops.map(\.color.alpha).min() ?? 0 }
}
