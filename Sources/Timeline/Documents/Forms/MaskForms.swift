import JSON
import Scenes

/// The schemas of a mask, one for each kind.
enum MaskForms {
  struct MaskFields: Sendable {
    var mask = MaskSpec()
    var cornerRadius = Dimension.zero
    var isLuminance = false
    var fillRule = Path.FillRule.nonZero
  }
  private struct Circle: Sendable {
    var center = MaskSpec.Center.point(PointSpec(.zero, .zero))
    var radius = Dimension.zero
  }

  private static let center: ValueSchema<MaskSpec.Center> = {
    let point = ValueSchema<PointSpec>.place("a centre [x, y]")
    return ValueSchema("a centre [x, y], or {\"centerOf\": id}") { builder in
      .anyOf([
        point.schema(&builder), ExpressionForms.centerOf.schema(&builder),
        ExpressionForms.call.schema(&builder),
      ])
    } read: { node, reading in
      guard node.kind == .object else { return point.read(node, &reading).map { .point($0) } }
      let form =
        node["call"] != nil ? ExpressionForms.call : ExpressionForms.centerOf
      return form.read(node, &reading).map { _ in .expression(node) }
    }
  }()

  private static let circle = ObjectSchema<Circle>(
    "a circle", definition: "circle", "A circle with a centre and a radius.", make: { Circle() },
    fields: [
      Field(
        "center", { $0.center = $1 }, center,
        "The centre in points. Percentages refer to the layer's size.",
        isRequired: true),
      Field(
        "radius", { $0.radius = $1 }, .length,
        "The radius in points. Percentages refer to the layer's shorter side.", isRequired: true
      ),
    ])

  private static let inverted = Field<MaskFields>(
    "inverted", { $0.mask.isInverted = $1 }, .boolean,
    "If true, the layer is visible outside the mask, instead of inside it.")

  private static func mask(
    _ key: String, _ doc: String, _ fields: [Field<MaskFields>],
    finish: @escaping @Sendable (inout MaskFields) -> Void = { _ in }
  ) -> (key: String, form: ObjectSchema<MaskFields>) {
    let form = ObjectSchema<MaskFields>(
      "a mask", definition: "\(key)Mask", doc, make: { MaskFields() }, fields: fields + [inverted]
    ) { draft, node, _ in
      finish(&draft)
      draft.mask.origin = node.origin
      return true
    }
    return (key, form)
  }

  private static let masks = VariantSchema<MaskFields>(
    name: "a mask",
    variants: [
      mask(
        "ellipse", "An oval mask in a rectangle.",
        [
          Field(
            "ellipse", { $0.mask.kind = $1 }, ValueSchema<RectSpec>.rect.map { .ellipse($0) },
            "The rectangle around the oval, in points. Percentages refer to the layer's size.",
            isRequired: true)
        ]),
      mask(
        "circle", "A mask with the shape of a circle.",
        [
          Field(
            "circle", { $0.mask.kind = $1 },
            circle.form.map { .circle(center: $0.center, radius: $0.radius) },
            "The circle in which the layer is visible.", isRequired: true)
        ]),
      mask(
        "rect", "A mask with the shape of a rectangle, possibly with rounded corners.",
        [
          Field(
            "rect", { $0.mask.kind = $1 },
            ValueSchema<RectSpec>.rect.map { .rectangle($0, cornerRadius: .zero) },
            "The rectangle in points. Percentages refer to the layer's size.", isRequired: true),
          Field(
            "cornerRadius", { $0.cornerRadius = $1 }, .length,
            "The corner radius in points. Percentages refer to the rectangle's shorter side."),
        ]
      ) { draft in
        if case .rectangle(let rect, _) = draft.mask.kind {
          draft.mask.kind = .rectangle(rect, cornerRadius: draft.cornerRadius)
        }
      },
      mask(
        "path", "A mask with the shape of a path.",
        [
          Field(
            "path", { $0.mask.kind = $1 },
            ValueSchema<[PathElement]>.pathData.map { .path(Path(elements: $0)) },
            "SVG path data in canvas points, with M, L, H, V, C, S, Q, T, A and Z.",
            isRequired: true),
          Field(
            "fillRule", { $0.fillRule = $1 }, fillRule,
            "The fill rule for a path that crosses itself; `nonZero` by default."),
        ]
      ) { draft in
        if case .path(let path) = draft.mask.kind {
          draft.mask.kind = .path(Path(elements: path.elements, fillRule: draft.fillRule))
        }
      },
      mask(
        "layer", "A mask from the alpha or the luminance of another layer.",
        [
          Field(
            "layer", { $0.mask.kind = $1 },
            ValueSchema<String>.name("a layer's id").noting(.layer).located
              .map { .layer($0, luminance: false) },
            "The id of another layer. The alpha of that layer is the mask.", isRequired: true),
          Field(
            "luminance", { $0.isLuminance = $1 }, .boolean,
            "If true, the luminance of the other layer is the mask, instead of its alpha."),
        ]
      ) { draft in
        if case .layer(let id, _) = draft.mask.kind {
          draft.mask.kind = .layer(id, luminance: draft.isLuminance)
        }
      },
    ])

  static let fillRule: ValueSchema<Path.FillRule> = {
    let words: [String: Path.FillRule] = [
      "nonZero": .nonZero, "nonzero": .nonZero, "evenOdd": .evenOdd, "evenodd": .evenOdd,
    ]
    let expected = "\"nonZero\" or \"evenOdd\""
    return ValueSchema(expected) { _ in
      ["enum": ["nonZero", "evenOdd", "nonzero", "evenodd"]]
    } read: { node, reading in
      if let rule = node.string.flatMap({ words[$0] }) { return rule }
      reading.mismatch(node, expected)
      return nil
    }
  }()

  static let mask: ValueSchema<MaskSpec> = masks.form.map(\.mask).orNull(MaskSpec(), "no mask")
}
