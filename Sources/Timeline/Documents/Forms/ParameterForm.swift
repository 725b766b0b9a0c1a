package import JSON
package import PluginModel
package import Scenes

/// The schemas of plugin parameters and function arguments in documents, for each type.
package enum ParameterForm {
  /// Reads a value that is not an expression or a call; percentages refer to `bounds`. Returns nil for an
  /// invalid value, which is reported, and for an easing, which can only be read with its step.
  package static func literal(
    _ node: JSONNode, _ type: ParameterType, choices: [String] = [], in bounds: Rect,
    _ reader: inout ValueReader
  ) -> ParameterValue? {
    switch type {
    case .bool: reader.boolean(node).map { .bool($0) }
    case .int32: reader.whole(node).map { .int32(Int32($0)) }
    case .double: reader.number(node).map { .double($0) }
    case .point:
      reader.point(node).map {
        .point(RectSpec($0.x, $0.y, .zero, .zero).rect(in: bounds).center)
      }
    case .size: reader.size(node).map { .size($0.size(of: bounds.size)) }
    case .rect: reader.rect(node).map { .rect($0.rect(in: bounds)) }
    case .color: reader.color(node).map { .color($0) }
    case .string: reader.string(node).map { .string($0) }
    case .choice: choices.isEmpty ? nil : reader.choice(node, of: choices).map { .choice($0) }
    case .curve: nil
    }
  }

  /// The schemas for the value of a parameter, without variables.
  static func schemas(
    of parameter: ParameterDescription, _ builder: inout SchemaBuilder
  ) -> [SchemaTree] {
    let call = ExpressionForms.call.schema(&builder)
    switch parameter.type {
    case .bool: return [boolean]
    case .int32: return [range(["type": "integer"], parameter), call]
    case .double: return [range(["type": "number"], parameter), percent, call]
    case .point:
      return [
        ValueSchema<PointSpec>.place().schema(&builder), ExpressionForms.centerOf.schema(&builder),
        call,
      ]
    case .size: return [ValueSchema<SizeSpec>.extent.schema(&builder), call]
    case .rect:
      return [
        ValueSchema<RectSpec>.rect.schema(&builder), ExpressionForms.frameOf.schema(&builder), call,
      ]
    case .color: return [ValueSchema<Color>.color.schema(&builder), call]
    case .string: return [["type": "string"]]
    case .curve: return [ValueSchema<EasingSpec>.easing.schema(&builder)]
    case .choice: return [["enum": .array(parameter.choices.map { .string($0) })]]
    }
  }

  /// The schema for one argument of a plugin function.
  static func argument(_ type: ParameterType, _ builder: inout SchemaBuilder) -> SchemaTree {
    let call = ExpressionForms.call.schema(&builder)
    let frameOf = ExpressionForms.frameOf.schema(&builder)
    func numbers(_ count: Int) -> SchemaTree {
      [
        "type": "array", "minItems": .number(Double(count)), "maxItems": .number(Double(count)),
        "items": .anyOf([["type": "number"], percent, variable, call]),
      ]
    }
    let options: [SchemaTree] =
      switch type {
      case .bool: [boolean, call]
      case .int32: [["type": "integer"], ["const": "frame"], call]
      case .double: [["type": "number"], variable, call]
      case .point: [numbers(2), ExpressionForms.centerOf.schema(&builder), call]
      case .size: [numbers(2), frameOf, call]
      case .rect: [numbers(4), frameOf, call]
      case .color: [ValueSchema<Color>.color.schema(&builder), call]
      case .string: [["type": "string"]]
      case .curve: [ValueSchema<EasingSpec>.easing.schema(&builder)]
      case .choice: [["enum": []]]
      }
    return SchemaTree.anyOf(options).orVariable(&builder)
  }

  private static let variable: SchemaTree = [
    "description": "A value that depends on the time of the call.",
    "enum": ["progress", "time", "frame"],
  ]
  private static let boolean: SchemaTree = ["type": "boolean"]
  private static let percent: SchemaTree = ["type": "string", "pattern": "^-?[0-9.]+%$"]

  private static func range(_ schema: SchemaTree, _ parameter: ParameterDescription) -> SchemaTree {
    var schema = schema
    if let minimum = parameter.minimum { schema = schema.adding("minimum", .number(minimum)) }
    if let maximum = parameter.maximum { schema = schema.adding("maximum", .number(maximum)) }
    return schema
  }
}
