package import JSON

/// A value that follows another layer or a plugin's function.
package enum Expression: Sendable {
  /// The frame of a layer in the layout without animation, with each side moved inwards by `inset` (a
  /// percentage refers to that frame), and then moved by `offset`.
  case frameOf(Sourced<Selector>, inset: PointSpec, offset: PointSpec)
  /// The centre of that frame.
  case centerOf(Sourced<Selector>, offset: PointSpec)
  /// A plugin's function; an argument is any value, including `"progress"`.
  case call(Sourced<String>, arguments: [JSONNode])

  /// Whether a value is written as an expression.
  package static func isExpression(_ node: JSONNode) -> Bool {
    node.kind == .object && !["frameOf", "centerOf", "call"].allSatisfy { node[$0] == nil }
  }

  /// Reads an expression; nil after a problem was added.
  package static func read(_ node: JSONNode, _ problems: inout Problems) -> Expression? {
    var reading = Reading(file: problems.file, limits: DocumentLimits())
    swap(&reading.problems, &problems)
    defer { swap(&reading.problems, &problems) }
    return ExpressionForms.any.read(node, &reading)
  }
}
