import Scenes

/// The table of a layer's properties.
enum LayerValuesForm {
  /// The expressions that a property may be.
  private enum Source {
    case frame, point, call, none

    var forms: [ObjectSchema<ExpressionForms.ExpressionFields>] {
      switch self {
      case .frame: [ExpressionForms.frameOf, ExpressionForms.call]
      case .point: [ExpressionForms.centerOf, ExpressionForms.call]
      case .call: [ExpressionForms.call]
      case .none: []
      }
    }
  }

  private static func property<Spec: PropertySpec>(
    _ name: String, _ form: ValueSchema<Spec>, _ doc: String, _ source: Source = .none
  ) -> Field<LayerValues> {
    property(name, { $0[name] = $1 }, form, doc, source)
  }

  private static func property<Value: Sendable>(
    _ key: String, _ put: @escaping @Sendable (inout LayerValues, Value) -> Void,
    _ form: ValueSchema<Value>, _ doc: String, _ source: Source = .none
  ) -> Field<LayerValues> {
    let forms = source.forms
    return Field(key, doc) { builder in
      let own = form.schema(&builder)
      return forms.isEmpty ? own : .anyOf([own] + forms.map { $0.schema(&builder) })
    } read: { node, values, reading in
      values.origins[key] = node.origin
      if node.kind == .object {
        let written = node.keys
        if let expression = forms.first(where: { written.contains($0.shape.keys[0].name) }) {
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

  private static let colorOrNone = ValueSchema<Color>.color.orNull(.clear, "none").map {
    Color?($0)
  }

  private static let geometry: [Field<LayerValues>] = [
    property(
      "frame", ValueSchema<RectSpec>.rect,
      "The frame as [x, y, width, height] in canvas points; percentages refer to the parent.",
      .frame),
    property(
      "position", ValueSchema<PointSpec>.place().map { PlaceSpec($0) },
      "The position of the anchor point, in canvas points; not together with frame.", .point),
    property(
      "bounds", ValueSchema<SizeSpec>.bounds,
      "The size as [width, height] in points; not together with frame.", .call),
    property(
      "anchorPoint", ValueSchema<Point>.point(),
      "The point, in fractions of the layer, for position and the transforms.", .call),
    property(
      "zPosition", ValueSchema<Double>.coordinate,
      "The depth among its siblings; larger is nearer.", .call),
    property(
      "translate", ValueSchema<VectorSpec>.translation,
      "The translation, applied before transform; percentages refer to the layer.",
      .call),
    property(
      "scale", ValueSchema<Vector>.scale,
      "The scale factor, applied before transform.", .call),
    property(
      "rotate", ValueSchema<Vector>.rotation,
      "The rotation in degrees, applied before transform.", .call),
    property("transform", TransformForms.transform, "The transform around the anchor point."),
    property(
      "sublayerTransform", TransformForms.transform,
      "The transform of its sublayers, for example a perspective."),
  ]

  private static let appearance: [Field<LayerValues>] = [
    property(
      "opacity", ValueSchema<Double>.fraction,
      "The opacity of the layer and its sublayers, from 0 to 1.",
      .call),
    property(
      "hidden", ValueSchema<Bool>.boolean, "Whether the layer and its sublayers are hidden."),
    property(
      "isDoubleSided", ValueSchema<Bool>.boolean,
      "Whether its back is visible when it is turned away."
    ),
    property(
      "cornerRadius", DrawingForms.corners.map { CornersSpec($0) },
      """
      The radius of its corners in points, or four of them: top left, top right, bottom right, \
      bottom left; percentages refer to the shorter side.
      """, .call),
    property(
      "cornerCurve", ValueSchema<CornerCurve>.choice(),
      "The curve of its corners: circular, the default, or continuous as on iOS."),
    property(
      "border", DrawingForms.border, "The line along its bounds."),
    property(
      "masksToBounds", ValueSchema<Bool>.boolean,
      "Whether contents and sublayers are clipped to its bounds."),
    property(
      "backgroundColor", colorOrNone,
      "The colour below the contents; none by default.", .call),
    property(
      "shadowColor", ValueSchema<Color>.color, "The colour of the shadow; black by default.",
      .call),
    property(
      "shadowOpacity", ValueSchema<Double>.fraction,
      "The opacity of the shadow; 0 by default, which means no shadow.",
      .call),
    property(
      "shadowRadius", ValueSchema<Dimension>.length,
      "The standard deviation of the shadow's blur in points; 3 by default.", .call),
    property(
      "shadowOffset", ValueSchema<PointSpec>.place("an offset [x, y]").map { OffsetSpec($0) },
      "The offset of the shadow, as [x, y]; percentages refer to the layer.", .call),
    property(
      "blendMode", ValueSchema<BlendMode>.choice(),
      "The blend mode, with the names of CSS; normal by default."),
    property(
      "isolates", ValueSchema<Bool>.boolean,
      "Whether its sublayers neither blend with the layers below it, nor show them in a backdrop."),
    property(
      "blur", ValueSchema<Double>.extent,
      """
      The standard deviation of a Gaussian blur of the layer with its sublayers, in points. It is limited \
      to 1,000 points and 2,048 pixels.
      """, .call),
    property(
      "blurEdge", ValueSchema<BlurEdge>.choice(),
      """
      The pixels that a blur uses outside the layer: transparent ones, the default, or with clamp the \
      layer's outermost ones, and the result is clipped to the bounds.
      """),
    property(
      "filters", EffectForms.filters,
      """
      Filters for the layer with its sublayers, applied in order, after blur. Keyframes \
      interpolate lists of the same functions. Animators cannot change filters and shadows, but blur, \
      blendMode and backdrop.
      """),
    property(
      "backdrop", EffectForms.backdrop.orNull([], "none"),
      """
      The effects on the layers below, shown inside the rounded bounds and below the layer's own contents. \
      Layers outside an ancestor with isolates, filters, blur, mask or blendMode are not included.
      """),
    property(
      "shadows", EffectForms.shadows,
      """
      Shadows of the layer's rounded bounds, the first one on top, beside the one of shadowOpacity. Lists \
      of the same kinds mix in keyframes.
      """),
    property(
      "shadowPath", ValueSchema<[PathElement]>.pathData.map { Path?(Path(elements: $0)) },
      "The outline of the shadow, as SVG path data in canvas points."),
    property(
      "path", DrawingForms.path,
      """
      The path that the layer draws over its contents: SVG path data in points from its top left, an \
      oval or a rectangle.
      """),
    property(
      "fillColor", colorOrNone,
      "The colour inside the path; none by default.", .call),
    property(
      "strokeColor", colorOrNone,
      "The colour of the stroke; none by default.", .call),
    property(
      "lineWidth", .number(0...1e6), "The width of the stroke in points; 1 by default.", .call),
    property(
      "lineCap", ValueSchema<PathDrawing.LineCap>.choice(),
      "The shape of the stroke's ends; butt by default."),
    property(
      "lineJoin", ValueSchema<PathDrawing.LineJoin>.choice(),
      "The shape of the stroke's corners; miter by default."),
    property(
      "miterLimit", .number(1...1_000),
      "The miter limit, as a multiple of half the width; 10 by default.",
      .call),
    property(
      "lineDashPattern", DrawingForms.dashes,
      "The lengths of dashes and gaps in points, alternating; a solid line by default."),
    property(
      "lineDashPhase", .number(-1e6...1e6),
      "The offset into the dash pattern at the start of each subpath, in points.", .call),
    property(
      "strokeStart", ValueSchema<Double>.fraction,
      "The start of the stroke, as a fraction of the path's length.", .call),
    property(
      "strokeEnd", ValueSchema<Double>.fraction,
      "The end of the stroke, as a fraction of the path's length.", .call),
    property("mask", { $0.mask = $1 }, MaskForms.mask, "The visible part of the layer."),
    property(
      "contents", { $0.contents = $1 }, ContentsForms.layer,
      "The contents of the layer, above its background colour."),
    property(
      "contentsRect", ValueSchema<Rect>.contentsRect.map { RectSpec($0) },
      "The part of the contents that is shown, in fractions."),
    property(
      "contentsGravity", ValueSchema<ContentsGravity>.choice(),
      "The fitting of the contents into the layer; resize by default."),
    property(
      "contentsTime",
      ValueSchema<Double>.number(-1...FrameTime.limit.seconds),
      "The time in their file, in seconds, that moving contents show regardless of from, to, at, speed, loop and reverse; -1, the default, for the time by these.",
      .call),
  ]

  static let fields = geometry + appearance

  /// The fields without some keys, for a place where those keys have no meaning.
  static func fields(without keys: Set<String>) -> [Field<LayerValues>] {
    fields.filter { !keys.contains($0.key) }
  }

  /// Checks that no two properties define the same value; false if they do.
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
