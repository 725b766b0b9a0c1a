import JSON
import Scenes

/// The schemas of a border and of the path that a layer draws.
enum DrawingForms {
  private struct BorderFields: Sendable {
    var width = 1.0
    var color = Color.black
    var place = Border.Place.inside
    var gradient: Gradient?
  }

  private static let borders = ObjectSchema<BorderFields>(
    "a border", definition: "border",
    "A line along the edges and corners of the layer, above its contents and sublayers.",
    make: { BorderFields() },
    fields: [
      Field(
        "width", { $0.width = $1 }, .extent, "The width of the line in points; 1 by default."),
      Field("color", { $0.color = $1 }, .color, "The colour of the line; black by default."),
      Field(
        "gradient", { $0.gradient = $1 }, GradientForms.gradient,
        """
        A gradient that colours the line, used instead of `color`. The gradient spans the layer's \
        bounds.
        """),
      Field(
        "place", { $0.place = $1 }, .choice(),
        "The position of the line relative to the layer's edge; `inside` by default."),
    ])

  static let border: ValueSchema<Border?> = borders.form.map { fields -> Border? in
    Border(
      width: fields.width, color: fields.color, place: fields.place, gradient: fields.gradient)
  }.orNull(nil, "none")

  /// One corner radius, or one radius for each of the four corners.
  static let corners: ValueSchema<[Dimension]> = {
    let expected = "a radius, or four radii [top left, top right, bottom right, bottom left]"
    return ValueSchema<Dimension>.length.tuple(4...4, expected)
      .or(
        [.number, .string], ValueSchema<Dimension>.length.map { Array(repeating: $0, count: 4) }
      )
      .named(expected)
  }()

  // MARK: Paths

  private struct Outline: Sendable {
    var ellipse: RectSpec?
    var rect: RectSpec?
    var path: [PathElement]?
    var fillRule = Path.FillRule.nonZero
    var corners = Array(repeating: Dimension.zero, count: 4)
    var spec = OutlineSpec.none
  }

  private static let outline = ObjectSchema<Outline>(
    "an outline", definition: "outline",
    """
    An oval, a rectangle or a path that a layer draws. Ovals and rectangles run clockwise: an \
    oval starts at its top, and a rectangle at its top left.
    """,
    make: { Outline() },
    fields: [
      Field(
        "ellipse", { $0.ellipse = $1 }, ValueSchema<RectSpec>.rect,
        """
        The rectangle around the oval, in points from the layer's top left. Percentages refer to \
        the layer's size.
        """
      ),
      Field(
        "rect", { $0.rect = $1 }, ValueSchema<RectSpec>.rect,
        """
        The rectangle, in points from the layer's top left. Percentages refer to the layer's \
        size.
        """),
      Field(
        "cornerRadius", { $0.corners = $1 }, corners,
        """
        The corner radius of the rectangle, or four radii. Percentages refer to the rectangle's \
        shorter side.
        """),
      Field(
        "path", { $0.path = $1 }, ValueSchema<[PathElement]>.pathData,
        "SVG path data in points from the layer's top left."),
      Field(
        "fillRule", { $0.fillRule = $1 }, MaskForms.fillRule,
        "The fill rule for a path that crosses itself; `nonZero` by default."),
    ]
  ) { draft, node, reading in
    switch (draft.ellipse, draft.rect, draft.path) {
    case (let ellipse?, nil, nil): draft.spec = .ellipse(ellipse)
    case (nil, let rect?, nil): draft.spec = .rectangle(rect, cornerRadii: draft.corners)
    case (nil, nil, let path?):
      draft.spec = .path(Path(elements: path, fillRule: draft.fillRule))
    default:
      reading.fail(
        "an outline needs exactly one of \"ellipse\", \"rect\" and \"path\"", at: node)
      return false
    }
    return true
  }

  /// A path as SVG path data, an oval, or a rectangle.
  static let path: ValueSchema<OutlineSpec> = ValueSchema<[PathElement]>.pathData
    .map { OutlineSpec.path(Path(elements: $0)) }
    .or([.object], outline.form.map(\.spec))
    .orNull(.none, "none")

  /// The lengths of dashes and gaps, at least one of which is not 0.
  static let dashes: ValueSchema<[Double]> = {
    let expected = "a list of lengths of dashes and gaps"
    let form = ValueSchema<Double>.extent.list(0...64, of: "lengths")
    return ValueSchema(expected, schema: form.schema) { node, reading in
      guard let lengths = form.read(node, &reading) else { return nil }
      guard lengths.isEmpty || lengths.reduce(0, +) > 0 else {
        reading.fail("expected a length above 0", at: node)
        return nil
      }
      return lengths
    }
  }()
}
