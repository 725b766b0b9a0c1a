package import Scenes

/// The value of a layer's property as a document writes it, with unresolved percentages. A type whose values
/// do not depend on the layer is its own specification.
package protocol PropertySpec: Equatable, Sendable {
  associatedtype Value: LayerValue
  /// The resolved value for a layer of `size` points whose parent has the frame `parent`.
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

/// A length, whose percentages refer to the shorter side of the layer.
extension Dimension: PropertySpec {
  package func value(of size: Size, in parent: Rect) -> Double {
    points(of: min(size.width, size.height))
  }
}

/// The corner radii clockwise from the top left; percentages refer to the shorter side of the layer.
package struct CornersSpec: PropertySpec {
  package var radii: [Dimension]
  package init(_ radii: [Dimension]) { self.radii = radii }

  package func value(of size: Size, in parent: Rect) -> CornerRadii {
    let r = radii.map { $0.value(of: size, in: parent) }
    return CornerRadii(r[0], r[1], r[2], r[3])
  }
}

/// A position in the parent; percentages refer to the parent's frame.
package struct PlaceSpec: PropertySpec {
  package var point: PointSpec
  package init(_ point: PointSpec) { self.point = point }

  package func value(of size: Size, in parent: Rect) -> Point {
    RectSpec(point.x, point.y, .zero, .zero).rect(in: parent).center
  }
}

/// An offset; percentages refer to the layer's own size.
package struct OffsetSpec: PropertySpec {
  package var point: PointSpec
  package init(_ point: PointSpec) { self.point = point }

  package func value(of size: Size, in parent: Rect) -> Point { point.point(of: size) }
}

/// A size; percentages refer to the parent's size.
extension SizeSpec: PropertySpec {
  package func value(of size: Size, in parent: Rect) -> Size { self.size(of: parent.size) }
}

/// A rectangle; percentages refer to the parent's frame.
extension RectSpec: PropertySpec {
  package func value(of size: Size, in parent: Rect) -> Rect { rect(in: parent) }
}

/// A vector; percentages refer to the layer's own size.
extension VectorSpec: PropertySpec {
  package func value(of size: Size, in parent: Rect) -> Vector { vector(of: size) }
}

extension TransformSpec: PropertySpec {
  package func value(of size: Size, in parent: Rect) -> TransformList { list(of: size) }
}

/// An outline in points of the layer; percentages refer to the layer's own size.
extension OutlineSpec: PropertySpec {
  package func value(of size: Size, in parent: Rect) -> Path? { path(of: size) }
}

extension PropertySpec {
  /// Sets a layer property to the value of this specification. Percentages refer to the layer's own frame, or
  /// to `parent`.
  package func put(_ property: LayerProperty, in layer: inout LayerProperties, parent: Rect) {
    property.set(value(of: layer.frame.size, in: parent), in: &layer)
  }
}
