import JSON
import Scenes

/// The schemas of texts: their runs, fonts and typographic settings.
enum TextForms {
  static let text = ObjectSchema<TextSpec>(
    "a text", definition: "text",
    "Text laid out across the width of the layer and centred vertically.", make: { TextSpec() },
    fields: [
      Field(
        "text", { $0.runs = $1 }, runs,
        """
        The text, in which \\n ends a line. A list contains parts of the text with different \
        styles.
        """,
        isRequired: true)
    ] + style.map { $0.lifted { $1(&$0.style) } } + [
      Field(
        "gradient", { $0.gradient = $1 }, GradientForms.gradient,
        """
        A gradient that fills the letters, used instead of the letters' colours. The gradient \
        spans the layer's bounds.
        """),
      Field(
        "alignment", { $0.alignment = $1 }, .choice(),
        """
        The alignment of lines across the width of the layer. `start` and `end` follow the \
        direction of the text. The default is `start`.
        """),
      Field(
        "lineHeight", { $0.lineHeight = $1 }, .number(0.1...10),
        "The height of a line, as a multiple of the font's default line height."),
      Field(
        "fit", { $0.fit = $1 }, .choice(),
        """
        What happens to text that is larger than its frame. `cut`, the default, shortens the \
        text. `shrink` reduces the size of all letters until the text fits.
        """),
      Field(
        "ellipsis", { $0.ellipsis = $1 }, .choice(),
        """
        The part of shortened text that an ellipsis replaces: the end, which is the default, or, \
        in a single line, the middle or the start.
        """),
      Field(
        "minSize", { $0.minimumSize = $1 }, .number(0...2000, excludingMinimum: true),
        """
        The smallest size to which the largest letters may shrink, in points; 8 by default. Only \
        with `fit` set to `shrink`.
        """
      ),
    ]
  ) { text, node, reading in
    if let minimum = node["minSize"] {
      let largest = ([text.style.size ?? 17] + text.runs.compactMap(\.style.size)).max() ?? 17
      if text.fit != .shrink || text.minimumSize > largest {
        reading.fail(
          text.fit == .shrink
            ? "\"minSize\" is larger than the text's size"
            : "\"minSize\" needs \"fit\": \"shrink\"",
          at: minimum)
        return false
      }
    }
    for index in text.runs.indices {
      text.runs[index].style = text.runs[index].style.filled(from: text.style)
    }
    if text.runs.reduce(0, { $0 + $1.text.utf8.count }) > mostBytes {
      reading.fail("expected at most \(mostBytes) bytes of text", at: node["text"] ?? node)
      return false
    }
    if Set(text.runs.map { $0.style.font?.words ?? "" }).count > mostFonts {
      reading.fail("expected at most \(mostFonts) fonts in one text", at: node["text"] ?? node)
      return false
    }
    return true
  }

  private static let mostBytes = 65_536
  /// The maximum number of fonts that the text helper accepts.
  private static let mostFonts = 32

  private static let letters = ValueSchema<String>.string("a text")

  private static let run = ObjectSchema<TextRun>(
    "a run of a text", definition: "textRun",
    "A part of the text. A value that the part does not set is the value of the whole text.",
    make: { TextRun() },
    fields: [
      Field("text", { $0.text = $1 }, letters, "The characters of this part.", isRequired: true)
    ] + style.map { $0.lifted { $1(&$0.style) } })

  private static let plain = letters.map { text in
    var run = TextRun()
    run.text = text
    return run
  }

  private static let runs = plain.map { [$0] }
    .or([.array], run.form.or([.string], plain).list(1...1024, of: "texts"))

  private static let style: [Field<TextStyle>] = [
    Field(
      "size", { $0.size = $1 }, .number(0...2000, excludingMinimum: true),
      "The size of the font in points; 17 by default."),
    Field("color", { $0.color = $1 }, .color, "The colour of the letters; black by default."),
    Field(
      "font", { $0.font = $1 }, font,
      "The family of an installed font, or a font file; Inter by default."),
    Field(
      "weight", { $0.weight = $1 }, .choice(), "The weight of the font; `regular` by default."),
    Field(
      "italic", { $0.isItalic = $1 }, .boolean,
      "Whether the font is italic; false by default."),
    Field(
      "letterSpacing", { $0.letterSpacing = $1 }, .number(-1000...1000),
      "The additional space between letters, in points; 0 by default."),
    Field(
      "baselineOffset", { $0.baselineOffset = $1 }, .number(-1000...1000),
      "How far the letters are raised above their baseline, in points; 0 by default."),
    Field(
      "features", { $0.features = $1 }, features,
      "The OpenType features of the font, by tag, such as { \"tnum\": true, \"ss01\": 1 }."),
    Field("stroke", { $0.stroke = $1 }, stroke.form, "The outline of the letters."),
    Field("highlight", { $0.highlight = $1 }, .color, "The colour behind the letters."),
  ]

  private static let stroke = ObjectSchema<TextStroke>(
    "a text's stroke", definition: "textStroke", "The outline of letters.",
    make: { TextStroke() },
    fields: [
      Field(
        "width", { $0.width = $1 }, .number(0...1000), "The width of the outline in points.",
        isRequired: true),
      Field("color", { $0.color = $1 }, .color, "The colour of the outline; black by default."),
      Field(
        "place", { $0.place = $1 }, .choice(),
        """
        The position of the outline: centred on the edge of the letters, or outside the edge; \
        `center` by default.
        """),
    ])

  static let font = fontTable.form.or(
    [.string],
    ValueSchema<String>.string("a font's family", maximum: 256).map { family in
      var font = FontSpec()
      font.family = family
      return font
    })

  private static let fontTable = ObjectSchema<FontSpec>(
    "a font", definition: "font",
    "A font, given by its family or its file, and the values of its axes.",
    make: { FontSpec() },
    fields: [
      Field(
        "family", { $0.family = $1 }, .string("a font's family", maximum: 256),
        "The family of an installed font."),
      Field(
        "file", { $0.file = $1 }, PathForms.input("a font file's path"),
        "The path of a font file, relative to the document."),
      Field(
        "axes", { $0.axes = $1 }, axes,
        "Values for the axes of a variable font, by tag, such as { \"wght\": 650 }."),
    ]
  ) { font, node, reading in
    if (font.family == nil) != (font.file == nil) { return true }
    reading.fail(
      font.file == nil
        ? "a font needs \"family\" or \"file\""
        : "\"family\" and \"file\" both name a font; keep one",
      at: node)
    return false
  }

  private static let axes = settings("axes", of: .number(-32_768...32_767))

  private static let features = settings(
    "features",
    of: ValueSchema<Int>.whole(0...65_535).map { Double($0) }
      .or([.boolean], ValueSchema<Bool>.boolean.map { $0 ? 1 : 0 }))

  /// An object of values by OpenType tags, sorted by tag.
  private static func settings(_ what: String, of value: ValueSchema<Double>) -> ValueSchema<
    [FontSetting]
  > {
    let most = 32
    let form = ValueSchema<[FontSetting]>.mapping(what, upTo: most, value.schema) {
      member, reading in
      guard isTag(member.key) else {
        reading.problems.add(
          "\(what) have tags of four letters or digits, not \(JSONWriter.string(member.key))",
          at: member.keyOrigin)
        return nil
      }
      return value.read(member.value, &reading).map { FontSetting(tag: member.key, value: $0) }
    }
    return ValueSchema(form.expected) { builder in
      form.schema(&builder)
        .adding("propertyNames", ["pattern": "^[A-Za-z0-9]{4}$"])
        .adding("maxProperties", .number(Double(most)))
    } read: { node, reading in
      form.read(node, &reading)?.sorted { $0.tag < $1.tag }
    }
  }

  private static func isTag(_ key: String) -> Bool {
    key.utf8.count == 4
      && key.utf8.allSatisfy { letter in
        switch letter {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"):
          true
        default: false
        }
      }
  }
}
