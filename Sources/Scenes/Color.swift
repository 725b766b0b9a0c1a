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

/// Colours along a line, from a centre or round it, interpolated premultiplied, in sRGB encoding.
package struct Gradient: Hashable, Sendable {
  package enum Shape: Hashable, Sendable {
    /// A gradient from `start` to `end`, both fractions of the layer's bounds.
    case linear(start: Point, end: Point)
    /// A gradient from `center` outwards; both are fractions of the bounds, `radius` along x and y.
    case radial(center: Point, radius: Size)
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
  /// At least two, offsets ascending in 0…1. Before the first and after the last, their colours.
  package var stops: [Stop]
  package init(shape: Shape, stops: [Stop]) { self.shape = shape; self.stops = stops }

  package var isOpaque: Bool { stops.allSatisfy { $0.color.alpha >= 1 } }
  /// The least alpha of its colours.
  package var leastAlpha: Double { stops.map(\.color.alpha).min() ?? 0 }
}
