import Documents
import Evaluation
import JSON
import Scenes

/// Converts the values of documents to properties of layers.
extension ValueResolver {
  /// Sets `values` in `layer` and returns the properties that were set. Percentages of frame, position and
  /// bounds refer to `parent`, and all others to the layer's own frame.
  mutating func apply(
    _ values: LayerValues, to layer: inout LayerProperties, parent: Rect
  ) -> LayerPropertySet {
    var set = values.put(in: &layer, parent: parent)
    if let mask = values.mask {
      layer.mask = self.mask(mask, of: layer.frame)
      set.formUnion(.mask)
    }
    for expression in values.expressions {
      applyExpression(expression, to: &layer, &set)
    }
    if let contents = values.contents {
      layer.contents = self.contents(
        contents, of: layer.frame, at: values.origins["contents"] ?? values.origin)
      set.formUnion(.contents)
    }
    return set
  }

  /// Applies a property that is an expression, such as `{"frameOf": …}` or `{"centerOf": …}`.
  private mutating func applyExpression(
    _ expression: PropertyExpression, to layer: inout LayerProperties,
    _ set: inout LayerPropertySet
  ) {
    let node = expression.node
    guard let property = LayerProperty.named(expression.property) else { return }
    if Self.isCall(node) {
      guard case .constant(let value)? = called(node, property, .constant) else { return }
      property.put(value, in: &layer)
      set.formUnion(property.set)
      return
    }
    if property.valueType == Rect.self {
      guard let rect = rect(node, roles: [:]) else { return }
      property.set(rect, in: &layer)
    } else if property.valueType == Point.self {
      guard let point = point(node, roles: [:]) else { return }
      property.set(point, in: &layer)
    } else {
      problems.add(
        "\(expression.property) must be a value, not an expression",
        at: node.origin)
      return
    }
    set.formUnion(property.set)
  }

  /// Removes from the values of a keyframe the calls whose results change over time, and returns them.
  mutating func takeVarying(_ values: inout LayerValues) -> [ExpressionProperty] {
    var varying: [ExpressionProperty] = []
    values.expressions.removeAll { expression in
      guard Self.isCall(expression.node), let property = LayerProperty.named(expression.property)
      else { return false }
      guard let formula = called(expression.node, property, .step) else { return true }
      guard formula.isVarying else { return false }
      varying.append(ExpressionProperty(property: property, formula: formula))
      return true
    }
    return varying
  }

  private mutating func called(
    _ node: JSONNode, _ property: LayerProperty, _ scope: CallScope
  ) -> CallExpression? {
    formula(node, as: property.types, scope) { _, _ in nil }
  }

  /// Converts a mask specification to a mask in canvas points. Percentages of the mask refer to the position
  /// and the size of `frame`.
  mutating func mask(_ spec: MaskSpec, of frame: Rect) -> Mask? {
    let shorter = min(frame.width, frame.height)
    switch spec.kind {
    case .none: return nil
    case .ellipse(let rect):
      return Mask(kind: .ellipse(rect.rect(in: frame)), isInverted: spec.isInverted)
    case .circle(let center, let radius):
      let middle: Point
      switch center {
      case .point(let point):
        middle = RectSpec(point.x, point.y, .zero, .zero).rect(in: frame).center
      case .expression(let node): middle = point(node, roles: [:]) ?? frame.center
      }
      let r = radius.points(of: shorter)
      return Mask(
        kind: .ellipse(Rect(center: middle, size: Size(2 * r, 2 * r))),
        isInverted: spec.isInverted)
    case .rectangle(let rect, let cornerRadius):
      return Mask(
        kind: .rectangle(rect.rect(in: frame), cornerRadius: cornerRadius.points(of: shorter)),
        isInverted: spec.isInverted)
    case .path(let path): return Mask(kind: .path(path), isInverted: spec.isInverted)
    case .layer(let id, let luminance):
      let selector = Sourced(Selector(target: .id(id.value)), id.origin)
      guard let index = layers(named: selector, asSeen: false).first else { return nil }
      return Mask(kind: .layer(index, luminance: luminance), isInverted: spec.isInverted)
    }
  }

  /// Converts a contents specification to the contents of a layer. Images are loaded at this point; the
  /// planner reads pixels only if it needs them.
  mutating func contents(
    _ spec: ContentsSpec, of frame: Rect, at origin: Origin?, needsPixels: Bool = false
  ) -> Contents {
    do {
      switch spec {
      case .none, .snapshotOf: return .none
      case .asset(let name):
        guard let asset = inputs.asset(named: name.value) else { return .none }
        return contents(asset.contents, of: frame, at: asset.name.origin)
      case .picture(let picture):
        if picture.isSetInFrame && frame.isEmpty { return .none }
        var place = PicturePlace(
          size: frame.size, scale: inputs.scale, origin: origin ?? .start,
          document: inputs.document)
        place.needsPixels = needsPixels
        return .picture(
          PictureContents(
            try inputs.images.picture(picture, for: place), gradient: picture.gradient))
      case .color(let color): return .color(color)
      case .gradient(let gradient): return .gradient(gradient)
      }
    } catch {
      problems.add(error)
      return .none
    }
  }
}
