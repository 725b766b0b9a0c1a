import JSON
internal import PluginModel

/// Creates the part of the JSON Schema that describes animators.
enum AnimatorSchema {
  /// The schema of the keys that `layers` and `params` of this animator's steps may contain.
  static func schema(
    _ animator: AnimatorDescription, _ builder: inout SchemaBuilder
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
    _ parameter: ParameterDescription, _ builder: inout SchemaBuilder
  ) -> SchemaTree {
    let options = ParameterForm.schemas(of: parameter, &builder)
    let unit = parameter.unit == .none ? "" : " In \(parameter.unit.name)."
    let own = options.count == 1 ? options[0] : SchemaTree.anyOf(options)
    let described = own.orVariable(&builder).adding("description", .string(parameter.doc + unit))
    guard let node = JSONNode(json: parameter.defaultJSON) else { return described }
    return described.adding("default", SchemaTree(node))
  }

  /// Extends the definition of a step with these animators, and with the requirements for steps that use
  /// them.
  static func offer(_ animators: [AnimatorDescription], in step: SchemaTree) -> SchemaTree {
    guard !animators.isEmpty else { return step }
    let offered = step.offering(animators.map { .string($0.id) }, for: "animator")
    let rules = animators.map { animator -> SchemaTree in
      [
        "if": [
          "properties": ["animator": ["const": .string(animator.id)]],
          "required": ["animator"],
        ],
        "then": ["$ref": .string("#/$defs/animator:\(animator.id)")],
      ]
    }
    return offered.adding("allOf", .array(rules))
  }
}
