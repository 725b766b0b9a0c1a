package import Scenes

/// The value of a layer's property in a document, in which percentages are not resolved. A type that needs no
/// layer for its value is its own spec.
package protocol PropertySpec: Equatable, Sendable {
  associatedtype Value: LayerValue
  /// The value for a layer of `size` points whose parent has the frame `parent`.
  func value(of size: Size, in parent: Rect) -> Value
}

extension PropertySpec where Self: LayerValue {
  package func value(of size: Size, in parent: Rect) -> Self { self }
}

extension Bool: PropertySpec {}
extension Double: PropertySpec {}
extension Point: PropertySpec {}
extension Vector: PropertySpec {}
extension Color: PropertySpec {}
extension Optional: PropertySpec where Wrapped: MissableValue {}
extension Array: PropertySpec where Element: ListedValue {}
extension BlendMode: PropertySpec {}
extension BlurEdge: PropertySpec {}
extension ContentsGravity: PropertySpec {}
extension CornerCurve: PropertySpec {}
extension PathDrawing.LineCap: PropertySpec {}
extension PathDrawing.LineJoin: PropertySpec {}

/// A percent is of the shorter side.
extension Dimension: PropertySpec {
  package func value(of size: Size, in parent: Rect) -> Double {
    points(of: min(size.width, size.height))
  }
}

/// The radii clockwise from the top left; percentages refer to the shorter side.
package struct CornersSpec: PropertySpec {
  package var radii: [Dimension]
  package init(_ radii: [Dimension]) { self.radii = radii }

  package func value(of size: Size, in parent: Rect) -> CornerRadii {
    let r = radii.map { $0.value(of: size, in: parent) }
    return CornerRadii(r[0], r[1], r[2], r[3])
  }
}

/// A percent is a place in the parent.
package struct PlaceSpec: PropertySpec {
  package var point: PointSpec
  package init(_ point: PointSpec) { self.point = point }

  package func value(of size: Size, in parent: Rect) -> Point {
    RectSpec(point.x, point.y, .zero, .zero).rect(in: parent).center
  }
}

/// A percent is of the layer's own size.
package struct OffsetSpec: PropertySpec {
  package var point: PointSpec
  package init(_ point: PointSpec) { self.point = point }

  package func value(of size: Size, in parent: Rect) -> Point { point.point(of: size) }
}

/// A percent is of the parent's size.
extension SizeSpec: PropertySpec {
  package func value(of size: Size, in parent: Rect) -> Size { self.size(of: parent.size) }
}

/// Percentages of the position and the size refer to the parent.
extension RectSpec: PropertySpec {
  package func value(of size: Size, in parent: Rect) -> Rect { rect(in: parent) }
}

/// A percent is of the layer's own size.
extension VectorSpec: PropertySpec {
  package func value(of size: Size, in parent: Rect) -> Vector { vector(of: size) }
}

extension TransformSpec: PropertySpec {
  package func value(of size: Size, in parent: Rect) -> TransformList { list(of: size) }
}

/// Outlines in points of the layer itself; percentages refer to its own size.
extension OutlineSpec: PropertySpec {
  package func value(of size: Size, in parent: Rect) -> Path? { path(of: size) }
}

extension PropertySpec {
  /// Gives the layer this value. Percentages refer to the layer's own frame, or to `parent`.
  package func put(_ property: LayerProperty, in layer: inout LayerProperties, parent: Rect) {
    property.set(value(of: layer.frame.size, in: parent), in: &layer)
  }
}
