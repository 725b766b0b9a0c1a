import JSON
import Scenes

/// The schemas of a transform's functions.
enum TransformForms {
  struct TransformFields: Sendable {
    var operation = TransformSpec.Function.matrix(.identity)
  }

  private static func operation<Value: Sendable>(
    _ key: String, _ doc: String, _ form: ValueSchema<Value>,
    _ make: @escaping @Sendable (Value) -> TransformSpec.Function
  ) -> (key: String, form: ObjectSchema<TransformFields>) {
    let field = Field<TransformFields>(
      key, { $0.operation = $1 }, form.map(make), doc, isRequired: true)
    return (
      key,
      ObjectSchema(
        "an operation", definition: "\(key)Operation",
        "One operation in a list of transforms: the key names the operation.",
        make: { TransformFields() }, fields: [field])
    )
  }

  private static let matrix: ValueSchema<Transform> = ValueSchema<Double>.number(-1e9...1e9)
    .tuple(16...16, "a matrix of 16 numbers, m11 to m44").map { Transform($0) }

  private static let operations = VariantSchema<TransformFields>(
    name: "an operation of a transform",
    variants: [
      operation(
        "translate",
        """
        Translates the layer by [x, y] or [x, y, z], in points or percentages of the layer's \
        size.
        """,
        .translation
      ) { .translate($0) },
      operation(
        "scale",
        "Scales the layer by one factor, or by separate factors for x, y and z.", .scale
      ) {
        .scale($0)
      },
      operation("rotate", "Rotates the layer by degrees around z, or around x, y and z.", .rotation)
      {
        .rotate($0)
      },
      operation(
        "perspective", "The distance of the viewer in points, which sets m34 to −1/distance.",
        ValueSchema<Double>.number(0...1e9, excludingMinimum: true)
      ) { .perspective(m34: -1 / $0) },
      operation(
        "m34",
        "The matrix element m34, which sets the perspective in Core Animation.", .number(-1...1)
      ) {
        .perspective(m34: $0)
      },
      operation("matrix", "A matrix of 16 numbers, from m11 to m44.", matrix) { .matrix($0) },
    ]
  ).form.map(\.operation)

  private static let list = operations.list(0...64, of: "operations")

  static let transform: ValueSchema<TransformSpec> = {
    let expected = "a transform: 16 numbers, or a list of operations such as {\"scale\": 2}"
    return ValueSchema(expected) { builder in
      builder.reference("transform") { builder in
        .anyOf([
          matrix.schema(&builder), list.schema(&builder), operations.schema(&builder),
        ])
      }
    } read: { node, reading in
      switch node.kind {
      case .object:
        return operations.read(node, &reading).map { TransformSpec(functions: [$0]) }
      case .array:
        return node.lazyElements.first { _ in true }?.kind == .number
          ? matrix.read(node, &reading).map { TransformSpec(functions: [.matrix($0)]) }
          : list.read(node, &reading).map { TransformSpec(functions: $0) }
      default:
        reading.mismatch(node, expected)
        return nil
      }
    }
  }()
}
