import Scenes

/// The part of the schema that an animator adds.
enum AnimatorSchema {
  /// The keys that a step of this animator may have in `layers` and `params`.
  static func schema(
    _ animator: AnimatorSummary, _ builder: inout SchemaBuilder
  ) -> SchemaTree {
    let selectors = ValueSchema<[Sourced<Selector>]>.selectors
    let roles = animator.roles.map { role in
      SchemaTree.Member(
        key: role.name,
        value: selectors.schema(&builder).orVariable(&builder)
          .adding("description", .string(role.doc)))
    }
    let parameters = animator.parameters.map { parameter in
      SchemaTree.Member(key: parameter.name, value: schema(parameter, &builder))
    }
    return [
      "description": .string(animator.doc),
      "properties": [
        "layers": ["properties": .object(roles), "additionalProperties": false],
        "params": ["properties": .object(parameters), "additionalProperties": false],
      ],
    ]
  }

  private static func schema(
    _ parameter: AnimatorSummary.Parameter, _ builder: inout SchemaBuilder
  ) -> SchemaTree {
    let call = ExpressionForms.call.schema(&builder)
    let options: [SchemaTree]
    switch parameter.type {
    case .boolean: options = [["type": "boolean"]]
    case .integer: options = [range(["type": "integer"], parameter), call]
    case .number: options = [range(["type": "number"], parameter), percent, call]
    case .point:
      options = [
        ValueSchema<PointSpec>.place().schema(&builder), ExpressionForms.centerOf.schema(&builder),
        call,
      ]
    case .size: options = [ValueSchema<SizeSpec>.extent.schema(&builder), call]
    case .rect:
      options = [
        ValueSchema<RectSpec>.rect.schema(&builder), ExpressionForms.frameOf.schema(&builder), call,
      ]
    case .color: options = [ValueSchema<Color>.color.schema(&builder), call]
    case .string: options = [["type": "string"]]
    case .curve: options = [ValueSchema<EasingSpec>.easing.schema(&builder)]
    case .choice(let words): options = [["enum": .array(words.map { .string($0) })]]
    }
    let unit = parameter.unit.map { " In \($0)." } ?? ""
    let own = options.count == 1 ? options[0] : SchemaTree.anyOf(options)
    let described = own.orVariable(&builder).adding("description", .string(parameter.doc + unit))
    guard let text = parameter.defaultJSON, let node = JSONNode(json: text) else {
      return described
    }
    return described.adding("default", SchemaTree(node))
  }

  private static let percent: SchemaTree = ["type": "string", "pattern": "^-?[0-9.]+%$"]

  private static func range(
    _ schema: SchemaTree, _ parameter: AnimatorSummary.Parameter
  ) -> SchemaTree {
    var schema = schema
    if let minimum = parameter.minimum { schema = schema.adding("minimum", .number(minimum)) }
    if let maximum = parameter.maximum { schema = schema.adding("maximum", .number(maximum)) }
    return schema
  }

  /// A step's definition that names these animators, and asks more of a step that uses one.
  static func offer(_ animators: [AnimatorSummary], in step: SchemaTree) -> SchemaTree {
    guard !animators.isEmpty else { return step }
    let offered = step.offering(animators.map { .string($0.name) }, for: "animator")
    let rules = animators.map { animator -> SchemaTree in
      [
        "if": [
          "properties": ["animator": ["const": .string(animator.name)]],
          "required": ["animator"],
        ],
        "then": ["$ref": .string("#/$defs/animator:\(animator.name)")],
      ]
    }
    return offered.adding("allOf", .array(rules))
  }
}
