/// A position in points; the origin is at the top left, and y increases downwards.
package struct Point: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package init(_ x: Double, _ y: Double) { self.x = x; self.y = y }
  package static let zero = Point(0, 0)
}

package struct Size: Hashable, Sendable {
  package var width: Double
  package var height: Double
  package init(_ width: Double, _ height: Double) { self.width = width; self.height = height }
  package static let zero = Size(0, 0)
}

/// A vector of three numbers for x, y and z.
package struct Vector: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var z: Double
  package init(_ x: Double, _ y: Double, _ z: Double) { self.x = x; self.y = y; self.z = z }
  package static let zero = Vector(0, 0, 0)
  package static let one = Vector(1, 1, 1)
}

/// A rectangle, given by its top left corner and its size.
package struct Rect: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  package init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    self.x = x; self.y = y; self.width = width; self.height = height
  }
  package init(center: Point, size: Size) {
    self.init(center.x - size.width / 2, center.y - size.height / 2, size.width, size.height)
  }
  package static let unit = Rect(0, 0, 1, 1)
  package static let zero = Rect(0, 0, 0, 0)

  package var minX: Double { x }
  package var minY: Double { y }
  package var maxX: Double { x + width }
  package var maxY: Double { y + height }
  package var center: Point { Point(x + width / 2, y + height / 2) }
  package var size: Size { Size(width, height) }
  package var isEmpty: Bool { !(width > 0 && height > 0) }
  package var corners: [Point] {
    [Point(minX, minY), Point(maxX, minY), Point(maxX, maxY), Point(minX, maxY)]
  }

  /// The point at `anchor`, which is a fraction of the rectangle's size.
  package func point(at anchor: Point) -> Point {
    Point(x + width * anchor.x, y + height * anchor.y)
  }

  /// Returns the rectangle with each side moved inwards; negative values move the sides outwards.
  package func insetBy(dx: Double, dy: Double) -> Rect {
    Rect(x + dx, y + dy, width - 2 * dx, height - 2 * dy)
  }
  /// The rectangle in a smaller unit; `factor` smaller units make one unit of this rectangle.
  package func scaled(by factor: Double) -> Rect {
    Rect(x * factor, y * factor, width * factor, height * factor)
  }
  package func offsetBy(dx: Double, dy: Double) -> Rect { Rect(x + dx, y + dy, width, height) }

  package func intersection(_ other: Rect) -> Rect {
    let left = max(minX, other.minX)
    let top = max(minY, other.minY)
    let right = min(maxX, other.maxX)
    let bottom = min(maxY, other.maxY)
    return right > left && bottom > top ? Rect(left, top, right - left, bottom - top) : .zero
  }
  package func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(minX, other.minX)
    let top = min(minY, other.minY)
    return Rect(left, top, max(maxX, other.maxX) - left, max(maxY, other.maxY) - top)
  }
  package func contains(_ other: Rect) -> Bool {
    other.minX >= minX && other.minY >= minY && other.maxX <= maxX && other.maxY <= maxY
  }
}

/// A rectangle whose coordinates are whole pixels.
package struct PixelRect: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
    self.x = x; self.y = y; self.width = width; self.height = height
  }
  package static let zero = PixelRect(0, 0, 0, 0)
  package var maxX: Int { x + width }
  package var maxY: Int { y + height }
  package var isEmpty: Bool { width <= 0 || height <= 0 }

  package func intersection(_ other: PixelRect) -> PixelRect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    let right = min(maxX, other.maxX)
    let bottom = min(maxY, other.maxY)
    return right > left && bottom > top ? PixelRect(left, top, right - left, bottom - top) : .zero
  }
  package func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(x, other.x)
    let top = min(y, other.y)
    return PixelRect(left, top, max(maxX, other.maxX) - left, max(maxY, other.maxY) - top)
  }
}
