import Scenes

/// The facts of a function that the schema needs, for documents that call it.
package struct FunctionSummary: Sendable {
  package var name: String
  package var doc: String
  package var arguments: [AnimatorSummary.ParameterType]
  package init(name: String, doc: String, arguments: [AnimatorSummary.ParameterType]) {
    self.name = name
    self.doc = doc
    self.arguments = arguments
  }
}

/// The part of the schema that functions add.
enum FunctionSchema {
  /// A call's definition that names these functions, and asks more of the arguments of each.
  static func offer(
    _ functions: [FunctionSummary], in call: SchemaTree, _ builder: inout SchemaBuilder
  ) -> SchemaTree {
    guard !functions.isEmpty else { return call }
    let rules = functions.map { function -> SchemaTree in
      let count = SchemaTree.number(Double(function.arguments.count))
      let items = function.arguments.map { schema($0, &builder) }
      var args: SchemaTree = ["prefixItems": .array(items), "maxItems": count]
      // An easing may leave the arguments out of a function of one number.
      if function.arguments != [.number] { args = args.adding("minItems", count) }
      return [
        "if": ["properties": ["call": ["const": .string(function.name)]], "required": ["call"]],
        "then": ["description": .string(function.doc), "properties": ["args": args]],
      ]
    }
    return call.offering(functions.map { .string($0.name) }, for: "call")
      .adding("allOf", .array(rules))
  }

  private static let variable: SchemaTree = [
    "description": "What a call may know of the moment.", "enum": ["progress", "time", "frame"],
  ]
  private static let percent: SchemaTree = ["type": "string", "pattern": "^-?[0-9.]+%$"]

  private static func schema(
    _ type: AnimatorSummary.ParameterType, _ builder: inout SchemaBuilder
  ) -> SchemaTree {
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
      case .boolean: [["type": "boolean"], call]
      case .integer: [["type": "integer"], ["const": "frame"], call]
      case .number: [["type": "number"], variable, call]
      case .point: [numbers(2), ExpressionForms.centerOf.schema(&builder), call]
      case .size: [numbers(2), frameOf, call]
      case .rect: [numbers(4), frameOf, call]
      case .color: [ValueSchema<Color>.color.schema(&builder), call]
      case .string: [["type": "string"]]
      case .curve: [ValueSchema<EasingSpec>.easing.schema(&builder)]
      case .choice(let words): [["enum": .array(words.map { .string($0) })]]
      }
    return SchemaTree.anyOf(options).orVariable(&builder)
  }
}

extension SchemaTree {
  /// An object's schema in which `key` is one of these names, or what has a vendor. Of the names
  /// without a dot, which are the bundled ones, no other exists; "${x}" is a variable.
  func offering(_ names: [SchemaTree], for key: String) -> SchemaTree {
    guard case .object(var members) = self,
      let i = members.firstIndex(where: { $0.key == "properties" }),
      case .object(var properties) = members[i].value,
      let k = properties.firstIndex(where: { $0.key == key })
    else { return self }
    let others: SchemaTree = ["type": "string", "pattern": "[.$]"]
    properties[k].value = [
      "allOf": [properties[k].value, ["anyOf": [["enum": .array(names)], others]]]
    ]
    members[i].value = .object(properties)
    return .object(members)
  }
}
