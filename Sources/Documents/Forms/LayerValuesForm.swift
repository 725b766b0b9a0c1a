import Scenes

/// The table of a layer's properties.
enum LayerValuesForm {
  /// Which expressions a property may be.
  private enum Source {
    case frame, point, call, none

    var forms: [ObjectForm<ExpressionForms.Draft>] {
      switch self {
      case .frame: [ExpressionForms.frameOf, ExpressionForms.call]
      case .point: [ExpressionForms.centerOf, ExpressionForms.call]
      case .call: [ExpressionForms.call]
      case .none: []
      }
    }
  }

  private static func property<Value: Sendable>(
    _ key: String, _ place: any WritableKeyPath<LayerValues, Value?> & Sendable,
    _ form: Form<Value>, _ doc: String, _ source: Source = .none
  ) -> Field<LayerValues> {
    let forms = source.forms
    return Field(key, doc) { builder in
      let own = form.schema(&builder)
      return forms.isEmpty ? own : .anyOf([own] + forms.map { $0.schema(&builder) })
    } read: { node, values, reading in
      values.origins[key] = node.origin
      if node.kind == .object {
        let written = node.keys
        if let expression = forms.first(where: { written.contains($0.fields[0].key) }) {
          guard expression.read(node, &reading) != nil else { return false }
          values.expressions.append(PropertyExpression(property: key, node: node))
          return true
        }
      }
      guard let value = form.read(node, &reading) else { return false }
      values[keyPath: place] = value
      return true
    }
  }

  private static let geometry: [Field<LayerValues>] = [
    property(
      "frame", \.frame, .rect,
      "[x, y, width, height] in canvas points; a percent follows the parent.", .frame),
    property(
      "position", \.position, .place(),
      "Where the anchor point is, in canvas points; not with frame.", .point),
    property("bounds", \.bounds, .bounds, "[width, height]; not with frame.", .call),
    property(
      "anchorPoint", \.anchorPoint, .point(),
      "The place, in fractions of the layer, that position means and transforms turn about.", .call),
    property("zPosition", \.zPosition, .coordinate, "Larger is nearer.", .call),
    property(
      "translate", \.translate, .translation, "Moves it, before transform; percents of itself.",
      .call),
    property("scale", \.scale, .scale, "Before transform.", .call),
    property("rotate", \.rotate, .rotation, "Degrees, before transform.", .call),
    property("transform", \.transform, TransformForms.transform, "About the anchor point."),
    property(
      "sublayerTransform", \.sublayerTransform, TransformForms.transform,
      "For the sublayers; perspective stands here."),
  ]

  private static let appearance: [Field<LayerValues>] = [
    property("opacity", \.opacity, .fraction, "Of the layer with its sublayers, 0 to 1.", .call),
    property("hidden", \.isHidden, .boolean, "Not drawn."),
    property("isDoubleSided", \.isDoubleSided, .boolean, "Its back can be seen."),
    property(
      "cornerRadius", \.cornerRadius, .length, "A percent is of the shorter side.", .call),
    property("masksToBounds", \.masksToBounds, .boolean, "Cuts off what leaves the bounds."),
    property(
      "backgroundColor", \.backgroundColor, Form<Color>.color.orNull(.clear, "none"),
      "Under the contents.", .call),
    property("shadowColor", \.shadowColor, .color, "Black when missing.", .call),
    property("shadowOpacity", \.shadowOpacity, .fraction, "0 when missing: no shadow.", .call),
    property(
      "shadowRadius", \.shadowRadius, .length,
      "The sigma of the blur, in points; 3 when missing.", .call),
    property(
      "shadowOffset", \.shadowOffset, .place("an offset [x, y]"), "Percents of itself.", .call),
    property(
      "shadowPath", \.shadowPath, Form<[PathElement]>.pathData.map { Path(elements: $0) },
      "SVG path data in canvas points."),
    property("mask", \.mask, MaskForms.mask, "What the layer shows of itself."),
    property("contents", \.contents, ContentsForms.layer, "What the layer shows."),
    property("contentsRect", \.contentsRect, .contentsRect, "The part of the contents shown."),
    property(
      "contentsGravity", \.contentsGravity, .choice(), "Where contents lie; resize when missing."),
  ]

  static let fields = geometry + appearance

  /// The same fields without some, for a place where they mean nothing.
  static func fields(without keys: Set<String>) -> [Field<LayerValues>] {
    fields.filter { !keys.contains($0.key) }
  }

  /// False when two properties say the same.
  static func check(_ values: LayerValues, _ node: JSONNode, _ reading: inout Reading) -> Bool {
    guard values.origins["frame"] != nil else { return true }
    for other in ["position", "bounds"] where values.origins[other] != nil {
      reading.fail(
        "\"frame\" and \"\(other)\" say the same; keep one", at: node[other] ?? node)
      return false
    }
    return true
  }
}
