@_exported public import CAnimator

/// A point in points, unless another unit is specified.
public typealias Point = animator_point
/// A width and a height in points.
public typealias Size = animator_size
/// A rectangle in points, given by its top left corner and its size.
public typealias Rect = animator_rect
/// A vector of three numbers for x, y and z.
public typealias Vector = animator_vector
/// An sRGB-encoded colour with straight alpha; each component is in 0…1.
public typealias Color = animator_color
/// A 4×4 matrix in Core Animation's order.
public typealias Transform = animator_transform
/// An easing of the document, which the host owns until the call returns.
public typealias Curve = animator_curve
/// A line along the bounds of a layer, in points; `place` is an ANIMATOR_BORDER_… constant.
public typealias Border = animator_border
/// A backdrop: the blurred and coloured layers below, shown inside a layer; the kind ANIMATOR_BACKDROP_NONE
/// has no effect.
public typealias Backdrop = animator_backdrop
/// A finger: whether it is down, its position in the coordinates of the layers' frames, and its velocity in
/// points per second.
public typealias Finger = animator_finger
/// A rectangle of whole pixels.
public typealias Window = animator_window

extension animator_point {
  public init(_ x: Double, _ y: Double) { self.init(x: x, y: y) }
}

extension animator_rect {
  public init(center: Point, size: Size) {
    self.init(
      x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width,
      height: size.height)
  }
  public var center: Point { Point(x: x + width / 2, y: y + height / 2) }
  public var size: Size { Size(width: width, height: height) }
}

extension animator_backdrop {
  /// Creates a visible backdrop with a blur in points, and factors for saturation and brightness.
  public init(
    blur: Double, saturation: Double = 1, brightness: Double = 1, tint: Color = Color()
  ) {
    self.init(
      kind: ANIMATOR_BACKDROP_FILTERED, reserved: 0, blur: blur, saturation: saturation,
      brightness: brightness, tint: tint)
  }
}

extension animator_time {
  public var seconds: Double { Double(ticks) / 705_600_000 }
  /// Converts seconds to a time; a value that is too large becomes the longest time, which the host refuses.
  public init(seconds: Double) {
    self.init(ticks: Int64(exactly: (seconds * 705_600_000).rounded()) ?? .max)
  }
}

extension animator_curve {
  /// Returns the value of the curve at `x`.
  public func callAsFunction(_ x: Double) -> Double {
    // Safety: the host's function is called with the host's own pointer.
    unsafe at.map { unsafe $0(self.`self`, x) } ?? x
  }
}

/// Interpolates linearly between `a` at 0 and `b` at 1, where the result is exact, and extrapolates outside.
public func mix(_ a: Double, _ b: Double, _ t: Double) -> Double { t == 1 ? b : a + (b - a) * t }

public func mix(_ a: Point, _ b: Point, _ t: Double) -> Point {
  Point(x: mix(a.x, b.x, t), y: mix(a.y, b.y, t))
}

public func mix(_ a: Size, _ b: Size, _ t: Double) -> Size {
  Size(width: mix(a.width, b.width, t), height: mix(a.height, b.height, t))
}

public func mix(_ a: Rect, _ b: Rect, _ t: Double) -> Rect {
  Rect(
    x: mix(a.x, b.x, t), y: mix(a.y, b.y, t), width: mix(a.width, b.width, t),
    height: mix(a.height, b.height, t))
}
