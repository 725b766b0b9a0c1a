package import Scenes

/// A length in points, or as a fraction of an extent that depends on the use of the length. In a layer, a
/// percentage refers to the layer's own frame; in `frame`, `position` and `bounds`, a percentage refers to
/// the parent's frame, because a frame cannot refer to itself.
package enum Dimension: Hashable, Sendable {
  case points(Double)
  /// A fraction of the parent's extent: `"5%"` is 0.05.
  case fraction(Double)

  package static let zero = Dimension.points(0)

  /// The length in points if the extent is `extent` points.
  package func points(of extent: Double) -> Double {
    switch self {
    case .points(let value): value
    case .fraction(let value): value * extent
    }
  }
}

/// Two lengths; a percentage of x refers to a width, and a percentage of y to a height.
package struct PointSpec: Hashable, Sendable {
  package var x: Dimension
  package var y: Dimension
  package init(_ x: Dimension, _ y: Dimension) { self.x = x; self.y = y }

  package func point(of size: Size) -> Point {
    Point(x.points(of: size.width), y.points(of: size.height))
  }
}

/// A width and a height, each in points or as a percentage.
package struct SizeSpec: Hashable, Sendable {
  package var width: Dimension
  package var height: Dimension
  package init(_ width: Dimension, _ height: Dimension) {
    self.width = width
    self.height = height
  }

  package func size(of size: Size) -> Size {
    Size(width.points(of: size.width), height.points(of: size.height))
  }
}

/// A rectangle with an origin and a size, whose four lengths are in points or percentages.
package struct RectSpec: Hashable, Sendable {
  package var x: Dimension
  package var y: Dimension
  package var width: Dimension
  package var height: Dimension
  package init(_ x: Dimension, _ y: Dimension, _ width: Dimension, _ height: Dimension) {
    self.x = x; self.y = y; self.width = width; self.height = height
  }
  /// Creates a rectangle specification from a rectangle in points.
  package init(_ rect: Rect) {
    self.init(.points(rect.x), .points(rect.y), .points(rect.width), .points(rect.height))
  }

  /// Converts the specification to points; percentages refer to `frame`.
  package func rect(in frame: Rect) -> Rect {
    func place(_ d: Dimension, _ start: Double, _ extent: Double) -> Double {
      switch d {
      case .points(let value): value
      case .fraction(let value): start + value * extent
      }
    }
    return Rect(
      place(x, frame.x, frame.width), place(y, frame.y, frame.height),
      width.points(of: frame.width), height.points(of: frame.height))
  }
}

/// Three lengths; a percentage of z refers to a width.
package struct VectorSpec: Hashable, Sendable {
  package var x: Dimension
  package var y: Dimension
  package var z: Dimension
  package init(_ x: Dimension, _ y: Dimension, _ z: Dimension = .zero) {
    self.x = x; self.y = y; self.z = z
  }

  package func vector(of size: Size) -> Vector {
    Vector(x.points(of: size.width), y.points(of: size.height), z.points(of: size.width))
  }
}
