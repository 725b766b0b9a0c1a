package import JSON

/// An expression: a value that depends on another layer or on a plugin's function.
package enum Expression: Sendable {
  /// The frame of a layer in the layout without animation; each side is moved inwards by `inset`, whose
  /// percentages refer to that frame, and the result is moved by `offset`.
  case frameOf(Sourced<Selector>, inset: PointSpec, offset: PointSpec)
  /// The centre of a layer's frame in the layout without animation.
  case centerOf(Sourced<Selector>, offset: PointSpec)
  /// A call of a plugin's function; an argument may be any value, including `"progress"`.
  case call(Sourced<String>, arguments: [JSONNode])

  /// Whether a JSON value has the form of an expression.
  package static func isExpression(_ node: JSONNode) -> Bool {
    node.kind == .object && !["frameOf", "centerOf", "call"].allSatisfy { node[$0] == nil }
  }

  /// Reads an expression; adds a problem and returns nil if it is invalid.
  package static func read(_ node: JSONNode, _ problems: inout Problems) -> Expression? {
    var reading = Reading(file: problems.file, limits: DocumentLimits())
    swap(&reading.problems, &problems)
    defer { swap(&reading.problems, &problems) }
    return ExpressionForms.any.read(node, &reading)
  }
}
