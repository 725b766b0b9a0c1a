import JSON
import Scenes

/// The schemas of a gradient.
enum GradientForms {
  private struct Linear: Sendable {
    var start = Point(0.5, 0)
    var end = Point(0.5, 1)
  }
  private struct Radial: Sendable {
    var center = Point(0.5, 0.5)
    var radius = Size(0.5, 0.5)
    var focus: Point?
  }
  private struct Conic: Sendable {
    var center = Point(0.5, 0.5)
    var degrees = 0.0
  }
  private struct Stop: Sendable {
    var offset: Double?
    var color = Color.clear
  }
  private struct GradientFields: Sendable {
    var linear: Linear?
    var radial: Radial?
    var conic: Conic?
    var stops: [Stop] = []
    var result: Gradient?
  }

  private static let share = ValueSchema<Double>.number(-100...100)
  private static let place = share.tuple(
    2...2, "a position [x, y] in fractions of the layer's size"
  )
  .map { Point($0[0], $0[1]) }
  private static let radius = share.tuple(
    2...2,
    "a radius, or two radii [x, y], in fractions of the layer's size"
  )
  .map { Size($0[0], $0[1]) }
  .or([.number], share.map { Size($0, $0) })

  private static let linear = ObjectSchema<Linear>(
    "a linear gradient", definition: "linearGradient",
    "A gradient along a line. If the object is empty, the gradient runs from top to bottom.",
    make: { Linear() },
    fields: [
      Field(
        "from", { $0.start = $1 }, place,
        "Where the first colour sits, as fractions of the layer's width and height."),
      Field(
        "to", { $0.end = $1 }, place,
        "Where the last colour sits, as fractions of the layer's width and height."),
    ])

  private static let radial = ObjectSchema<Radial>(
    "a radial gradient", definition: "radialGradient",
    """
    A gradient from a centre outwards. If the object is empty, the gradient starts at the centre \
    of the layer.
    """,
    make: { Radial() },
    fields: [
      Field(
        "center", { $0.center = $1 }, place,
        "Where the first colour sits, as fractions of the layer's width and height."),
      Field(
        "radius", { $0.radius = $1 }, radius,
        """
        The distance from the centre to the last colour, as a fraction of the layer's size, or \
        as two fractions [x, y].
        """),
      Field(
        "focus", { $0.focus = $1 }, place,
        """
        The position of the first colour if that is not the centre, as fractions of the layer's \
        width and height.
        """),
    ]
  ) { value, node, reading in
    guard value.radius.width > 0, value.radius.height > 0 else {
      reading.fail("expected a radius above 0", at: node)
      return false
    }
    if let focus = value.focus {
      let dx = (focus.x - value.center.x) / value.radius.width
      let dy = (focus.y - value.center.y) / value.radius.height
      // If the focus is on or outside the circle, no circle of the gradient reaches some points.
      guard dx * dx + dy * dy <= 0.98 else {
        reading.fail(
          "expected a focus that is at most 0.99 of the radius away from the centre",
          at: node["focus"] ?? node)
        return false
      }
    }
    return true
  }

  private static let conic = ObjectSchema<Conic>(
    "a conic gradient", definition: "conicGradient",
    """
    A gradient clockwise around a centre. If the object is empty, the gradient turns around the \
    centre of the layer, and starts at the top.
    """,
    make: { Conic() },
    fields: [
      Field(
        "center", { $0.center = $1 }, place,
        "The centre, as fractions of the layer's width and height."),
      Field(
        "angle", { $0.degrees = $1 }, .number(-360_000...360_000),
        """
        The angle at which the first colour sits, in degrees clockwise from the top; 0 by \
        default.
        """),
    ])

  private static let stop: ValueSchema<Stop> = {
    let color = ValueSchema<Color>.color
    let offset = ValueSchema<Double>.fraction
    let expected = "a colour, or [offset, colour]"
    return ValueSchema(expected) { builder in
      let inner = color.schema(&builder)
      return .anyOf([
        inner,
        [
          "type": "array", "prefixItems": .array([offset.schema(&builder), inner]), "minItems": 2,
          "maxItems": 2,
        ],
      ])
    } read: { node, reading in
      if node.kind == .string { return color.read(node, &reading).map { Stop(color: $0) } }
      guard let pair = node.elements, pair.count == 2 else {
        reading.mismatch(node, expected)
        return nil
      }
      let place = offset.read(pair[0], &reading)
      let shade = color.read(pair[1], &reading)
      guard let place, let shade else { return nil }
      return Stop(offset: place, color: shade)
    }
  }()

  private static let table = ObjectSchema<GradientFields>(
    "a gradient", definition: "gradient",
    "A gradient. Exactly one of `linear`, `radial` and `conic` is required.",
    make: { GradientFields() },
    fields: [
      Field("linear", { $0.linear = $1 }, linear.form, "A gradient along a line."),
      Field(
        "radial", { $0.radial = $1 }, radial.form, "A gradient from a centre outwards."),
      Field(
        "conic", { $0.conic = $1 }, conic.form, "A gradient around a centre."),
      Field(
        "stops", { $0.stops = $1 }, stop.list(2...256, of: "colours"),
        """
        A list of colours, which are spaced evenly, or of pairs [offset, colour].
        """, isRequired: true),
    ]
  ) { draft, node, reading in
    let shape: Gradient.Shape
    switch (draft.linear, draft.radial, draft.conic) {
    case (let value?, nil, nil): shape = .linear(start: value.start, end: value.end)
    case (nil, let value?, nil):
      shape = .radial(center: value.center, radius: value.radius, focus: value.focus)
    case (nil, nil, let value?): shape = .conic(center: value.center, degrees: value.degrees)
    default:
      reading.fail(
        "a gradient needs exactly one of \"linear\", \"radial\" and \"conic\"", at: node)
      return false
    }
    guard let offsets = OffsetSpread.fill(draft.stops.map(\.offset)) else {
      reading.fail("the offsets of a gradient's stops do not ascend", at: node["stops"] ?? node)
      return false
    }
    draft.result = Gradient(
      shape: shape,
      stops: zip(offsets, draft.stops).map { .init(offset: $0, color: $1.color) })
    return true
  }

  static let gradient: ValueSchema<Gradient> = table.form.optional(\.result)
}

/// Gives every stop or keyframe an offset: the first offset is 0, the last is 1, and missing offsets are
/// spaced evenly.
enum OffsetSpread {
  /// Fills in missing offsets; nil if the given offsets are not in ascending order.
  static func fill(_ offsets: [Double?]) -> [Double]? {
    guard !offsets.isEmpty else { return [] }
    var given = offsets
    if given.count == 1 { return [given[0] ?? 1] }
    given[0] = given[0] ?? 0
    given[given.count - 1] = given[given.count - 1] ?? 1
    var result: [Double] = []
    var last = 0
    for (i, offset) in given.enumerated() {
      guard let offset else { continue }
      if let before = result.last {
        guard offset >= before else { return nil }
        for k in last + 1..<max(last + 1, i) {
          result.append(before + (offset - before) * Double(k - last) / Double(i - last))
        }
      }
      result.append(offset)
      last = i
    }
    return result
  }
}
