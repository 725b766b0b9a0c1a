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
      "The frame as [x, y, width, height] in canvas points; a percent follows the parent.", .frame),
    property(
      "position", ValueSchema<PointSpec>.place().map { PlaceSpec($0) },
      "Where the anchor point lies, in canvas points; not together with frame.", .point),
    property(
      "bounds", ValueSchema<SizeSpec>.bounds,
      "The size as [width, height] in points; not together with frame.", .call),
    property(
      "anchorPoint", ValueSchema<Point>.point(),
      "The point, in fractions of the layer, that position means and transforms turn about.", .call),
    property(
      "zPosition", ValueSchema<Double>.coordinate,
      "The depth among its siblings; larger is nearer.", .call),
    property(
      "translate", ValueSchema<VectorSpec>.translation,
      "How far it is moved, before transform; a percent is of the layer.",
      .call),
    property(
      "scale", ValueSchema<Vector>.scale,
      "The factor by which it is scaled, before transform.", .call),
    property(
      "rotate", ValueSchema<Vector>.rotation,
      "The degrees by which it is turned, before transform.", .call),
    property("transform", TransformForms.transform, "The transform about the anchor point."),
    property(
      "sublayerTransform", TransformForms.transform,
      "The transform of its sublayers; perspective stands here."),
  ]

  private static let appearance: [Field<LayerValues>] = [
    property(
      "opacity", ValueSchema<Double>.fraction,
      "The opacity of the layer and its sublayers, from 0 to 1.",
      .call),
    property(
      "hidden", ValueSchema<Bool>.boolean, "Whether the layer and its sublayers are left out."),
    property(
      "isDoubleSided", ValueSchema<Bool>.boolean, "Whether its back is seen when it is turned away."
    ),
    property(
      "cornerRadius", DrawingForms.corners.map { CornersSpec($0) },
      """
      The radius of its corners in points, or four of them: top left, top right, bottom right, \
      bottom left; a percent is of the shorter side.
      """, .call),
    property(
      "cornerCurve", ValueSchema<CornerCurve>.choice(),
      "The curve of its corners: circular, which it is when missing, or continuous as on iOS."),
    property(
      "border", DrawingForms.border, "The line along its bounds."),
    property(
      "masksToBounds", ValueSchema<Bool>.boolean, "Whether what leaves its bounds is cut off."),
    property(
      "backgroundColor", colorOrNone,
      "The colour under the contents; none when missing.", .call),
    property(
      "shadowColor", ValueSchema<Color>.color, "The colour of the shadow; black when missing.",
      .call),
    property(
      "shadowOpacity", ValueSchema<Double>.fraction,
      "The opacity of the shadow; 0, which is no shadow, when missing.",
      .call),
    property(
      "shadowRadius", ValueSchema<Dimension>.length,
      "The standard deviation of the shadow's blur in points; 3 when missing.", .call),
    property(
      "shadowOffset", ValueSchema<PointSpec>.place("an offset [x, y]").map { OffsetSpec($0) },
      "How far the shadow lies off, as [x, y]; a percent is of the layer.", .call),
    property(
      "blendMode", ValueSchema<BlendMode>.choice(),
      "How the layer mixes with what lies below it, as CSS names it; normal when missing."),
    property(
      "isolates", ValueSchema<Bool>.boolean,
      "Whether what is in it blends with nothing below it, nor shows it in a backdrop."),
    property(
      "blur", ValueSchema<Double>.extent,
      """
      The standard deviation of a Gaussian in points: the layer with its sublayers is blurred. What is \
      wider than 1,000 points or 2,048 pixels is drawn as wide as that.
      """, .call),
    property(
      "blurEdge", ValueSchema<BlurEdge>.choice(),
      """
      What blur takes for the pixels outside: none, or with clamp the layer's outermost ones, and the \
      result ends with the bounds. transparent when missing.
      """),
    property(
      "filters", EffectForms.filters,
      """
      Filters for the layer with its sublayers, applied in order, after blur. Lists of the same functions \
      mix in keyframes. They and shadows are the document's alone; animators may change blur, \
      blendMode and backdrop.
      """),
    property(
      "backdrop", EffectForms.backdrop.orNull([], "none"),
      """
      What the layer shows, inside its bounds with its rounded corners and below its own contents, of all \
      that was painted before it. An ancestor with isolates, filters, blur, mask or blendMode ends what \
      it sees.
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
      "The colour inside of the path; none when missing.", .call),
    property(
      "strokeColor", colorOrNone,
      "The colour of the line along the path; none when missing.", .call),
    property(
      "lineWidth", .number(0...1e6), "The width of that line in points; 1 when missing.", .call),
    property(
      "lineCap", ValueSchema<PathDrawing.LineCap>.choice(),
      "The form of the line's ends; butt when missing."),
    property(
      "lineJoin", ValueSchema<PathDrawing.LineJoin>.choice(),
      "The form of the line's corners; miter when missing."),
    property(
      "miterLimit", .number(1...1_000),
      "How many halves of the width the tip of a corner may be off before it is cut; 10 when missing.",
      .call),
    property(
      "lineDashPattern", DrawingForms.dashes,
      "The lengths in points of dashes and gaps by turns; a whole line when missing or empty."),
    property(
      "lineDashPhase", .number(-1e6...1e6),
      "How far into the pattern each figure of the path begins, in points.", .call),
    property(
      "strokeStart", ValueSchema<Double>.fraction,
      "Where the line begins, as a fraction of the path's length.", .call),
    property(
      "strokeEnd", ValueSchema<Double>.fraction,
      "Where the line ends, as a fraction of the path's length.", .call),
    property("mask", { $0.mask = $1 }, MaskForms.mask, "The part of the layer that is seen."),
    property(
      "contents", { $0.contents = $1 }, ContentsForms.layer,
      "What the layer shows on its background."),
    property(
      "contentsRect", ValueSchema<Rect>.contentsRect.map { RectSpec($0) },
      "The part of the contents that is shown, in fractions."),
    property(
      "contentsGravity", ValueSchema<ContentsGravity>.choice(),
      "Where the contents lie in the layer; resize when missing."),
    property(
      "contentsTime",
      ValueSchema<Double>.number(-1...FrameTime.limit.seconds),
      "The second of their file that moving contents show, whatever their from, to, at, speed, loop and reverse say; -1, as when missing: the one that comes.",
      .call),
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
