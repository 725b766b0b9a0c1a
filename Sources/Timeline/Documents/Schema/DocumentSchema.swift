package import PluginModel

/// The JSON Schema of documents (draft 2020-12), generated from the tables that read documents.
package enum DocumentSchema {
  /// The schema as indented JSON, ending with a line feed. Each listed animator adds the names of its roles
  /// and parameters, and each listed function adds its arguments; other animators and functions accept any
  /// names.
  package static func json(
    animators: [AnimatorDescription] = [], functions: [FunctionDescription] = []
  ) -> String {
    var builder = SchemaBuilder()
    let root = DocumentForm.table.schema(&builder)
    let sorted = animators.sorted { $0.id < $1.id }
    for animator in sorted {
      _ = builder.reference("animator:\(animator.id)") { AnimatorSchema.schema(animator, &$0) }
    }
    let known = functions.sorted { $0.id < $1.id }
    _ = FunctionSchema.offer(known, in: [:], &builder)
    var definitions = builder.definitions
    for i in definitions.indices where ["animatorStep", "transition"].contains(definitions[i].key) {
      definitions[i].value = AnimatorSchema.offer(sorted, in: definitions[i].value)
    }
    if let i = definitions.firstIndex(where: { $0.key == "call" }) {
      definitions[i].value = FunctionSchema.offer(known, in: definitions[i].value, &builder)
    }
    definitions.sort { $0.key < $1.key }
    let schema: SchemaTree = [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "A document of pipeline",
      "$ref": root.reference,
      "$defs": .object(definitions),
    ]
    return schema.text() + "\n"
  }
}

extension SchemaTree {
  /// A JSON Schema reference to the definition with this name.
  fileprivate var reference: SchemaTree {
    guard case .object(let members) = self, let first = members.first, first.key == "$ref" else {
      preconditionFailure("the root of a schema is a reference")
    }
    return first.value
  }
}
