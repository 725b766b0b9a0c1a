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
    _ key: String, _ put: @escaping @Sendable (inout LayerValues, Value) -> Void,
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
      put(&values, value)
      return true
    }
  }

  private static let geometry: [Field<LayerValues>] = [
    property(
      "frame", { $0.frame = $1 }, .rect,
      "[x, y, width, height] in canvas points; a percent follows the parent.", .frame),
    property(
      "position", { $0.position = $1 }, .place(),
      "Where the anchor point is, in canvas points; not with frame.", .point),
    property("bounds", { $0.bounds = $1 }, .bounds, "[width, height]; not with frame.", .call),
    property(
      "anchorPoint", { $0.anchorPoint = $1 }, .point(),
      "The place, in fractions of the layer, that position means and transforms turn about.", .call),
    property("zPosition", { $0.zPosition = $1 }, .coordinate, "Larger is nearer.", .call),
    property(
      "translate", { $0.translate = $1 }, .translation,
      "Moves it, before transform; percents of itself.",
      .call),
    property("scale", { $0.scale = $1 }, .scale, "Before transform.", .call),
    property("rotate", { $0.rotate = $1 }, .rotation, "Degrees, before transform.", .call),
    property(
      "transform", { $0.transform = $1 }, TransformForms.transform, "About the anchor point."),
    property(
      "sublayerTransform", { $0.sublayerTransform = $1 }, TransformForms.transform,
      "For the sublayers; perspective stands here."),
  ]

  private static let appearance: [Field<LayerValues>] = [
    property(
      "opacity", { $0.opacity = $1 }, .fraction, "Of the layer with its sublayers, 0 to 1.", .call),
    property("hidden", { $0.isHidden = $1 }, .boolean, "Not drawn."),
    property("isDoubleSided", { $0.isDoubleSided = $1 }, .boolean, "Its back can be seen."),
    property(
      "cornerRadius", { $0.cornerRadius = $1 }, .length, "A percent is of the shorter side.", .call),
    property(
      "masksToBounds", { $0.masksToBounds = $1 }, .boolean, "Cuts off what leaves the bounds."),
    property(
      "backgroundColor", { $0.backgroundColor = $1 }, Form<Color>.color.orNull(.clear, "none"),
      "Under the contents.", .call),
    property("shadowColor", { $0.shadowColor = $1 }, .color, "Black when missing.", .call),
    property(
      "shadowOpacity", { $0.shadowOpacity = $1 }, .fraction, "0 when missing: no shadow.", .call),
    property(
      "shadowRadius", { $0.shadowRadius = $1 }, .length,
      "The sigma of the blur, in points; 3 when missing.", .call),
    property(
      "shadowOffset", { $0.shadowOffset = $1 }, .place("an offset [x, y]"), "Percents of itself.",
      .call),
    property(
      "shadowPath", { $0.shadowPath = $1 }, Form<[PathElement]>.pathData.map { Path(elements: $0) },
      "SVG path data in canvas points."),
    property("mask", { $0.mask = $1 }, MaskForms.mask, "What the layer shows of itself."),
    property("contents", { $0.contents = $1 }, ContentsForms.layer, "What the layer shows."),
    property(
      "contentsRect", { $0.contentsRect = $1 }, .contentsRect, "The part of the contents shown."),
    property(
      "contentsGravity", { $0.contentsGravity = $1 }, .choice(),
      "Where contents lie; resize when missing."),
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
