internal import PluginModel

/// Creates the part of the JSON Schema that describes functions.
enum FunctionSchema {
  /// Extends the definition of a call with these functions, and with the requirements for the arguments of
  /// each function.
  static func offer(
    _ functions: [FunctionDescription], in call: SchemaTree, _ builder: inout SchemaBuilder
  ) -> SchemaTree {
    guard !functions.isEmpty else { return call }
    let rules = functions.map { function -> SchemaTree in
      let count = SchemaTree.number(Double(function.arguments.count))
      let items = function.arguments.map { ParameterForm.argument($0, &builder) }
      var args: SchemaTree = ["prefixItems": .array(items), "maxItems": count]
      // In an easing, a function with one number as its parameter may have no arguments.
      if function.arguments != [.double] { args = args.adding("minItems", count) }
      return [
        "if": ["properties": ["call": ["const": .string(function.id)]], "required": ["call"]],
        "then": ["description": .string(function.doc), "properties": ["args": args]],
      ]
    }
    return call.offering(functions.map { .string($0.id) }, for: "call")
      .adding("allOf", .array(rules))
  }
}

extension SchemaTree {
  /// The schema of an object whose key `key` is one of these names, or a name that contains a dot. Names
  /// without a dot belong to bundled functions, so all of them are known; "${x}" is a variable.
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
