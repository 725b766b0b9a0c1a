import Scenes

/// The functions that change the appearance of a layer, with the names of CSS.
enum EffectForms {
  static let filters = filter.list(0...16, of: "filters")

  private struct Draft: Sendable {
    var effect: LayerEffect?
  }

  /// The schema of a filter: an object with exactly one function. Each variant of the object schema requires
  /// the key of its own function.
  private static let filter = VariantSchema(name: "a filter", variants: variants).form
    .map { $0.effect! }

  private static let factor = ValueSchema<Double>.number(0...1_000)

  private static let variants: [(key: String, form: ObjectSchema<Draft>)] = [
    number(
      .brightness, factor, "The factor for red, green and blue. The factor 1 changes nothing."),
    number(
      .contrast, factor,
      "The factor for the distance of each colour from middle grey. The factor 1 changes nothing."),
    number(
      .saturate, factor,
      "The factor for the saturation. The factor 1 changes nothing, and 0 makes all colours grey."),
    number(
      .hueRotate, .number(-360_000...360_000), "The angle by which all hues rotate, in degrees."),
    number(.invert, .fraction, "The amount of inversion, from 0 to 1."),
    number(.sepia, .fraction, "The amount of sepia, from 0 to 1."),
    number(.grayscale, .fraction, "The amount of grey, from 0 to 1."),
    number(.blur, .extent, "The standard deviation of the Gaussian blur, in points."),
    function(
      "colorMatrixFilter", .colorMatrix,
      ValueSchema<Double>.number(-1e6...1e6).tuple(20...20, "20 numbers"),
      """
      Four rows of five numbers, as in SVG's feColorMatrix. The rows of the matrix are for red, \
      green, blue and alpha. Each row of the matrix has the factors for red, green, blue and \
      alpha, followed by a constant. Transparent pixels stay transparent.
      """),
    function(
      "dropShadowFilter", .dropShadow,
      dropShadow.form.map { shadow in
        [shadow.radius, shadow.offset.x, shadow.offset.y] + shadow.color.numbers
      },
      "A shadow of all visible pixels of the layer, drawn below the layer."),
  ]

  private static func number(
    _ kind: LayerEffect.Kind, _ form: ValueSchema<Double>, _ doc: String
  ) -> (key: String, form: ObjectSchema<Draft>) {
    function("\(kind.rawValue)Filter", kind, form.map { [$0] }, doc)
  }

  private static func function(
    _ definition: String, _ kind: LayerEffect.Kind, _ form: ValueSchema<[Double]>, _ doc: String
  ) -> (key: String, form: ObjectSchema<Draft>) {
    (
      kind.rawValue,
      ObjectSchema(
        "a filter", definition: definition, doc, make: { Draft() },
        fields: [
          Field(
            kind.rawValue, { $0.effect = LayerEffect(kind, $1) }, form, doc, isRequired: true)
        ])
    )
  }

  private struct ShadowDraft: Sendable {
    var radius = 3.0
    var offset = Point(0, 0)
    var color = Color.black
  }

  private static let dropShadow = ObjectSchema<ShadowDraft>(
    "a shadow", definition: "dropShadow", "A shadow of all visible pixels of the layer.",
    make: { ShadowDraft() },
    fields: [
      Field(
        "radius", { $0.radius = $1 }, ValueSchema<Double>.extent,
        "The standard deviation of the shadow's blur, in points; 3 by default."),
      Field(
        "offset", { $0.offset = $1 }, ValueSchema<Point>.point("an offset [x, y]"),
        "The offset of the shadow, as [x, y] in points; [0, 0] by default."),
      Field(
        "color", { $0.color = $1 }, ValueSchema<Color>.color,
        "The colour of the shadow; black by default."),
    ])

  // MARK: Shadows

  private struct BoxShadow: Sendable {
    var shadow = ShadowDraft()
    var spread = 0.0
    var isInner = false
  }

  static let shadows = ObjectSchema<BoxShadow>(
    "a shadow", definition: "boxShadow", "A shadow of a layer's rounded bounds.",
    make: { BoxShadow() },
    fields: dropShadow.fields.map { $0.lifted { $1(&$0.shadow) } } + [
      Field(
        "spread", { $0.spread = $1 }, ValueSchema<Double>.coordinate,
        """
        How much larger the shape of the shadow is on each side, in points. For an inner shadow, \
        the hole is smaller by this distance.
        """
      ),
      Field(
        "inner", { $0.isInner = $1 }, .boolean,
        "If true, the shadow is an inner shadow, drawn above the layer's contents."),
    ]
  ).form.map { draft in
    LayerEffect(
      draft.isInner ? .innerShadow : .shadow,
      [draft.shadow.radius, draft.shadow.offset.x, draft.shadow.offset.y, draft.spread]
        + draft.shadow.color.numbers)
  }.list(0...16, of: "shadows")

  // MARK: Backdrops

  /// A backdrop as a document writes it; its own values override those of its material.
  private struct BackdropDraft: Sendable {
    var blur: Double?
    var saturation: Double?
    var brightness: Double?
    var tint: Color?
    var material: Material?
    var scheme = Material.Scheme.light

    var effect: LayerEffect {
      let glass = material.map { _ in Material.glass }
      let color = tint ?? material?.tint(scheme) ?? .clear
      return LayerEffect(
        .backdrop,
        [blur ?? glass?.blur ?? 0, saturation ?? glass?.saturation ?? 1, brightness ?? 1]
          + color.numbers)
    }
  }

  static let backdrop = ObjectSchema<BackdropDraft>(
    "a backdrop", definition: "backdrop",
    """
    Effects on the layers below a layer, shown inside the layer's bounds. The material `chrome` \
    has the values of the navigation bar of apple.com. In CSS, the material `chrome` is \
    `saturate(180%) blur(20px)` under rgba(251, 251, 253, 0.8), or under rgba(22, 22, 23, 0.8) in \
    the dark scheme. The other materials have the blur and saturation of `chrome` under 30, 45, 62 \
    and 78 % of white, or of #161617 in the dark scheme. Values next to `material` override the \
    values of the material.
    """,
    make: { BackdropDraft() },
    fields: [
      Field(
        "blur", { $0.blur = $1 }, ValueSchema<Double>.extent,
        "The standard deviation of the backdrop's blur, in points; 0 by default."),
      Field(
        "saturation", { $0.saturation = $1 }, factor,
        "The factor for the backdrop's saturation, as in the filter `saturate`; 1 by default."),
      Field(
        "brightness", { $0.brightness = $1 }, factor,
        "The factor for the backdrop's red, green and blue; 1 by default."),
      Field(
        "tint", { $0.tint = $1 }, ValueSchema<Color>.color,
        "A colour drawn over the backdrop; none by default."),
      Field(
        "material", { $0.material = $1 }, .choice(),
        "A material, which sets the defaults of the backdrop's other values."),
      Field(
        "scheme", { $0.scheme = $1 }, .choice(),
        "The colour scheme of the material; `light` by default."),
    ]
  ).form.map { [$0.effect] }

  /// The backdrop materials, sorted from the most to the least transparent one.
  private enum Material: String, CaseIterable, Sendable {
    case ultraThin, thin, regular, thick, chrome

    enum Scheme: String, CaseIterable, Sendable { case light, dark }

    static let glass = (blur: 20.0, saturation: 1.8)

    func tint(_ scheme: Scheme) -> Color {
      func color(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double) -> Color {
        Color(red: red / 255, green: green / 255, blue: blue / 255, alpha: alpha)
      }
      if self == .chrome {
        return scheme == .light ? color(251, 251, 253, 0.8) : color(22, 22, 23, 0.8)
      }
      let alpha =
        switch self {
        case .ultraThin: 0.3
        case .thin: 0.45
        case .regular: 0.62
        case .thick, .chrome: 0.78
        }
      return scheme == .light ? color(255, 255, 255, alpha) : color(22, 22, 23, alpha)
    }
  }
}
