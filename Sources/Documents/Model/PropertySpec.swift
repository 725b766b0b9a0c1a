package import Scenes

/// The value of a layer's property as a document writes it: a percent is not yet points.
package enum PropertySpec: Hashable, Sendable {
  case flag(Bool)
  case number(Double)
  /// A percent is of the shorter side.
  case length(Dimension)
  case numbers([Double])
  /// Clockwise from the top left; a percent is of the shorter side.
  case corners([Dimension])
  /// Nil means none.
  case border(Border?)
  case point(Point)
  /// A percent is a place in the parent.
  case place(PointSpec)
  /// A percent is of the layer's own size.
  case offset(PointSpec)
  /// A percent is of the parent's size.
  case size(SizeSpec)
  /// A percent is a place in, or a share of, the parent.
  case rect(RectSpec)
  case vector(Vector)
  /// A percent is of the layer's own size.
  case translation(VectorSpec)
  case transform(TransformSpec)
  case color(Color)
  case path(Path)
  /// A path in points of the layer itself; a percent is of the layer's own size.
  case outline(OutlineSpec)
  /// One of the property's words.
  case word(String)
  case effects([LayerEffect])
}

extension LayerProperty {
  /// Gives the layer what a document writes for this property, in a form that fits what it holds.
  /// Percents follow the layer's own frame, or `parent`.
  package func put(_ spec: PropertySpec, in layer: inout LayerProperties, parent: Rect) {
    let size = layer.frame.size
    switch (storage, spec) {
    case (.flag(_, let set), .flag(let flag)): set(&layer, flag)
    case (.number(_, let set, _), .number(let number)): set(&layer, number)
    case (.number(_, let set, _), .length(let length)):
      set(&layer, length.points(of: min(size.width, size.height)))
    case (.numbers(_, let set, _), .numbers(let numbers)): set(&layer, numbers)
    case (.corners(_, let set, _), .corners(let corners)):
      let radii = corners.map { $0.points(of: min(size.width, size.height)) }
      set(&layer, CornerRadii(radii[0], radii[1], radii[2], radii[3]))
    case (.border(_, let set, _), .border(let border)): set(&layer, border)
    case (.path(_, let set), .outline(let outline)): set(&layer, outline.path(of: size))
    case (.point(_, let set), .point(let point)): set(&layer, point)
    case (.point(_, let set), .place(let place)):
      set(&layer, RectSpec(place.x, place.y, .zero, .zero).rect(in: parent).center)
    case (.point(_, let set), .offset(let offset)): set(&layer, offset.point(of: size))
    case (.size(_, let set), .size(let extent)): set(&layer, extent.size(of: parent.size))
    case (.rect(_, let set), .rect(let rect)): set(&layer, rect.rect(in: parent))
    case (.vector(_, let set, _), .vector(let vector)): set(&layer, vector)
    case (.vector(_, let set, _), .translation(let vector)):
      set(&layer, vector.vector(of: size))
    case (.transform(_, let set), .transform(let spec)):
      set(&layer, spec.list(of: size))
    case (.color(_, let set), .color(let color)): set(&layer, color)
    case (.optionalColor(_, let set), .color(let color)): set(&layer, color)
    case (.path(_, let set), .path(let path)): set(&layer, path)
    case (.choice(_, let set, let words), .word(let word)):
      set(&layer, words.firstIndex(of: word)!)
    case (.effects(_, let set), .effects(let effects)): set(&layer, effects)
    default: preconditionFailure("\(name) is not written as \(spec)")
    }
  }
}
