import JSON

/// The schemas of `frameOf`, `centerOf` and `call`.
enum ExpressionForms {
  struct ExpressionFields: Sendable {
    var layer = Sourced(Selector(target: .id("")))
    var function = Sourced("")
    var arguments: [JSONNode] = []
    var inset = PointSpec(.zero, .zero)
    var offset = PointSpec(.zero, .zero)
    var result: Expression?
  }

  /// One length for both axes, or one length for each axis.
  private static let lengths: ValueSchema<PointSpec> = ValueSchema<PointSpec>.place(
    "lengths [x, y]"
  )
  .or([.number, .string], ValueSchema<Dimension>.dimension().map { PointSpec($0, $0) })
  .named("a length, or two lengths [x, y]")
  private static let offset = Field<ExpressionFields>(
    "offset", { $0.offset = $1 }, .place("an offset [x, y]"),
    "An offset that is added to the result. Percentages refer to the layer's size.")

  static let frameOf = ObjectSchema<ExpressionFields>(
    "a frame", definition: "frameOf", "The frame that a layer has without any animation.",
    make: { ExpressionFields() },
    fields: [
      Field(
        "frameOf", { $0.layer = $1 }, ValueSchema<Selector>.selector.located,
        "The id of the layer.",
        isRequired: true),
      Field(
        "inset", { $0.inset = $1 }, lengths,
        "The distance by which each side moves inwards. Percentages refer to the frame's size."),
      offset,
    ]
  ) { draft, _, _ in
    draft.result = .frameOf(draft.layer, inset: draft.inset, offset: draft.offset)
    return true
  }

  static let centerOf = ObjectSchema<ExpressionFields>(
    "a centre", definition: "centerOf",
    "The centre of the frame that a layer has without any animation.",
    make: { ExpressionFields() },
    fields: [
      Field(
        "centerOf", { $0.layer = $1 }, ValueSchema<Selector>.selector.located,
        "The id of the layer.",
        isRequired: true),
      offset,
    ]
  ) { draft, _, _ in
    draft.result = .centerOf(draft.layer, offset: draft.offset)
    return true
  }

  static let call = ObjectSchema<ExpressionFields>(
    "a call", definition: "call", "The result of a plugin's function.",
    make: { ExpressionFields() },
    fields: [
      Field(
        "call", { $0.function = $1 }, animatorName("a function's id"),
        "The id of the function to call.", isRequired: true),
      Field(
        "args", { $0.arguments = $1 }, anything.list(0...32, of: "arguments"),
        "The arguments that the function receives, in order."),
    ]
  ) { draft, _, _ in
    draft.result = .call(draft.function, arguments: draft.arguments)
    return true
  }

  static let any = VariantSchema<ExpressionFields>(
    name: "an expression",
    variants: [("frameOf", frameOf), ("centerOf", centerOf), ("call", call)]
  ).form.optional(\.result)

  /// A schema that accepts any JSON value without interpreting the value.
  static let anything = ValueSchema<JSONNode>("a value") { _ in
    [:]
  } read: { node, reading in
    reading.noteLayers(in: node)
    return node
  }

  /// The id of a plugin's animator, such as `ripple-reveal` or `acme.wave`.
  static func animatorName(_ what: String) -> ValueSchema<Sourced<String>> {
    let expected = "\(what) such as \"ripple-reveal\", \"acme.wave\" or \"acme.wave@>=1.2\""
    return ValueSchema<String>(expected) { _ in
      ["type": "string"]
    } read: { node, reading in
      if let text = node.string, !text.isEmpty, text.utf8.count <= 256,
        // The text after "@" is the minimum version, which is checked when the animator is searched.
        text.prefix(while: { $0 != "@" }).split(separator: ".", omittingEmptySubsequences: false)
          .allSatisfy({ Tokens.isName(String($0)) })
      {
        return text
      }
      reading.mismatch(node, expected)
      return nil
    }.located
  }
}

extension ValueSchema {
  /// The schema of one part of the value, which the key path `part` selects.
  func optional<Part: Sendable>(_ part: any KeyPath<Value, Part?> & Sendable) -> ValueSchema<Part> {
    let read = read
    return ValueSchema<Part>(expected, schema: schema) { node, reading in
      read(node, &reading)?[keyPath: part]
    }
  }
}
