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

/// Colours along a line or from a centre, interpolated premultiplied, in sRGB encoding.
package struct Gradient: Hashable, Sendable {
  package enum Shape: Hashable, Sendable {
    /// A gradient from `start` to `end`, both fractions of the layer's bounds.
    case linear(start: Point, end: Point)
    /// A gradient from `center` outwards; both are fractions of the bounds, `radius` along x and y.
    case radial(center: Point, radius: Size)
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
}
