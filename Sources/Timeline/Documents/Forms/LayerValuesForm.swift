import JSON
import Scenes

/// The schemas of a layer's properties.
enum LayerValuesForm {
  /// The value of a property, or an expression for it.
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
      "The frame as [x, y, width, height] in canvas points. Percentages refer to the parent.",
      .frame),
    property(
      "position", ValueSchema<PointSpec>.place().map { PlaceSpec($0) },
      """
      The position of the anchor point, in canvas points. Cannot be combined with `frame`.
      """, .point),
    property(
      "bounds", ValueSchema<SizeSpec>.bounds,
      "The size as [width, height] in points. Cannot be combined with `frame`.", .call),
    property(
      "anchorPoint", ValueSchema<Point>.point(),
      """
      The anchor point, in fractions of the layer's size. `position` places this point, and \
      transforms are applied around it.
      """, .call),
    property(
      "zPosition", ValueSchema<Double>.coordinate,
      """
      The depth among sibling layers. A layer with a larger value is nearer to the viewer.
      """, .call),
    property(
      "translate", ValueSchema<VectorSpec>.translation,
      "The translation, applied before `transform`. Percentages refer to the layer's size.",
      .call),
    property(
      "scale", ValueSchema<Vector>.scale,
      "The scale factor, applied before `transform`.", .call),
    property(
      "rotate", ValueSchema<Vector>.rotation,
      "The rotation in degrees, applied before `transform`.", .call),
    property("transform", TransformForms.transform, "The transform around the anchor point."),
    property(
      "sublayerTransform", TransformForms.transform,
      "The transform of the sublayers, for example a perspective."),
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
      "Whether the back of the layer is visible when the layer is turned away."
    ),
    property(
      "cornerRadius", DrawingForms.corners.map { CornersSpec($0) },
      """
      The corner radius in points, or four radii in this order: top left, top right, bottom \
      right, bottom left. Percentages refer to the shorter side.
      """, .call),
    property(
      "cornerCurve", ValueSchema<CornerCurve>.choice(),
      "The shape of the corners: `circular`, the default, or `continuous`, as on iOS."),
    property(
      "border", DrawingForms.border, "The line along the edge of the layer."),
    property(
      "masksToBounds", ValueSchema<Bool>.boolean,
      "Whether the contents and sublayers are clipped to the layer's bounds."),
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
      "The standard deviation of the shadow's blur, in points; 3 by default.", .call),
    property(
      "shadowOffset", ValueSchema<PointSpec>.place("an offset [x, y]").map { OffsetSpec($0) },
      "The offset of the shadow, as [x, y]. Percentages refer to the layer's size.", .call),
    property(
      "blendMode", ValueSchema<BlendMode>.choice(),
      "The blend mode, by its name in CSS; `normal` by default."),
    property(
      "isolates", ValueSchema<Bool>.boolean,
      """
      If true, the sublayers do not blend with the layers below the layer, and the backdrops of \
      sublayers do not show the layers below.
      """),
    property(
      "blur", ValueSchema<Double>.extent,
      """
      The standard deviation of a Gaussian blur of the layer and its sublayers, in points. The \
      limits are 1,000 points and 2,048 pixels.
      """, .call),
    property(
      "blurEdge", ValueSchema<BlurEdge>.choice(),
      """
      The pixels that a blur reads outside the layer. By default, these pixels are transparent. \
      With `clamp`, the outermost pixels of the layer are repeated, and the result is clipped to \
      the bounds.
      """),
    property(
      "filters", EffectForms.filters,
      """
      Filters for the layer and its sublayers, applied in order, after `blur`. Keyframes \
      interpolate between lists of the same functions. Animators can change `blur`, `blendMode` \
      and `backdrop`, but not `filters` and `shadows`.
      """),
    property(
      "backdrop", EffectForms.backdrop.orNull([], "none"),
      """
      The effects on the layers below the layer. The result is shown inside the layer's rounded \
      bounds, below its own contents. If an ancestor has `isolates`, `filters`, `blur`, `mask` or \
      `blendMode`, layers outside that ancestor are not included.
      """),
    property(
      "shadows", EffectForms.shadows,
      """
      Shadows of the layer's rounded bounds, with the first one on top. These shadows are drawn in \
      addition to the shadow that `shadowOpacity` sets. Keyframes interpolate between lists with \
      the same kinds of shadows.
      """),
    property(
      "shadowPath", ValueSchema<[PathElement]>.pathData.map { Path?(Path(elements: $0)) },
      "The outline of the shadow, as SVG path data in canvas points."),
    property(
      "path", DrawingForms.path,
      """
      The path that the layer draws above its contents: an oval, a rectangle, or SVG path data \
      in points from the layer's top left.
      """),
    property(
      "fillColor", colorOrNone,
      "The colour that fills the path; none by default.", .call),
    property(
      "strokeColor", colorOrNone,
      "The colour of the stroke; none by default.", .call),
    property(
      "lineWidth", .number(0...1e6), "The width of the stroke in points; 1 by default.", .call),
    property(
      "lineCap", ValueSchema<PathDrawing.LineCap>.choice(),
      "The shape of the stroke's ends; `butt` by default."),
    property(
      "lineJoin", ValueSchema<PathDrawing.LineJoin>.choice(),
      "The shape of the stroke's corners; `miter` by default."),
    property(
      "miterLimit", .number(1...1_000),
      "The miter limit, as a multiple of half the line width; 10 by default.",
      .call),
    property(
      "lineDashPattern", DrawingForms.dashes,
      "The alternating lengths of dashes and gaps, in points; a solid line by default."),
    property(
      "lineDashPhase", .number(-1e6...1e6),
      "The offset into the dash pattern at which each subpath starts, in points.", .call),
    property(
      "strokeStart", ValueSchema<Double>.fraction,
      "Where the stroke starts, as a fraction of the path's length.", .call),
    property(
      "strokeEnd", ValueSchema<Double>.fraction,
      "Where the stroke ends, as a fraction of the path's length.", .call),
    property(
      "mask", { $0.mask = $1 }, MaskForms.mask,
      "The shape or layer that determines which part of the layer is visible."),
    property(
      "contents", { $0.contents = $1 }, ContentsForms.layer,
      "The contents of the layer, above its background colour."),
    property(
      "contentsRect", ValueSchema<Rect>.contentsRect.map { RectSpec($0) },
      "The part of the contents that is shown, in fractions of their size."),
    property(
      "contentsGravity", ValueSchema<ContentsGravity>.choice(),
      "How the contents fit into the layer; `resize` by default."),
    property(
      "contentsTime",
      ValueSchema<Double>.number(-1...FrameTime.limit.seconds),
      """
      The time in the file that moving contents show, in seconds. This value overrides from, to, \
      at, speed, loop and reverse. With -1, the default, from, to, at, speed, loop and reverse \
      determine the time.
      """,
      .call),
  ]

  static let fields = geometry + appearance

  /// The fields of a layer except some keys, for a place in which these keys have no meaning.
  static func fields(without keys: Set<String>) -> [Field<LayerValues>] {
    fields.filter { !keys.contains($0.key) }
  }

  /// Checks that no two properties define the same value; returns false if two of them do.
  static func check(_ values: LayerValues, _ node: JSONNode, _ reading: inout Reading) -> Bool {
    guard values.origins["frame"] != nil else { return true }
    for other in ["position", "bounds"] where values.origins[other] != nil {
      reading.fail(
        "\"frame\" and \"\(other)\" both set the same value; keep one", at: node[other] ?? node)
      return false
    }
    return true
  }
}
