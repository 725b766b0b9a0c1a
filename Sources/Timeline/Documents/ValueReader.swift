package import JSON
package import Scenes

/// Reads single values that are not part of a document's forms: parameters, and values that plugins declare
/// as text. A reading function adds a problem and returns nil for an invalid value.
package struct ValueReader {
  package private(set) var problems: Problems

  package init(_ problems: Problems) { self.problems = problems }

  package mutating func number(_ node: JSONNode) -> Double? {
    read(.number(-1e300...1e300), node)
  }
  package mutating func whole(_ node: JSONNode) -> Int? {
    read(.whole(Int(Int32.min)...Int(Int32.max)), node)
  }
  package mutating func boolean(_ node: JSONNode) -> Bool? { read(.boolean, node) }
  package mutating func string(_ node: JSONNode) -> String? { read(.string(), node) }
  package mutating func color(_ node: JSONNode) -> Color? { read(.color, node) }
  package mutating func easing(_ node: JSONNode) -> EasingSpec? { read(.easing, node) }
  /// Reads a length in points or a percentage.
  package mutating func dimension(_ node: JSONNode) -> Dimension? { read(.dimension(), node) }
  package mutating func time(_ node: JSONNode) -> DurationSpec? { read(.time(signed: true), node) }
  package mutating func point(_ node: JSONNode) -> PointSpec? { read(.place(), node) }
  package mutating func size(_ node: JSONNode) -> SizeSpec? { read(.bounds, node) }
  package mutating func rect(_ node: JSONNode) -> RectSpec? { read(.rect, node) }
  package mutating func layer(_ node: JSONNode) -> LayerSpec? {
    read(LayerForms.overlay.form, node)
  }
  package mutating func expression(_ node: JSONNode) -> Expression? {
    Expression.read(node, &problems)
  }

  /// Reads one of several fixed words, and returns its index.
  package mutating func choice(_ node: JSONNode, of words: [String]) -> Int? {
    let expected = "one of \(words.joined(separator: ", "))"
    guard let text = node.string else {
      problems.add("expected \(expected)", found: node.summary, at: node.origin)
      return nil
    }
    if let index = words.firstIndex(of: text) { return index }
    problems.add(
      "expected \(expected)", found: node.summary, at: node.origin,
      suggestion: NearestWord.find(text, in: words))
    return nil
  }

  private mutating func read<Value>(_ form: ValueSchema<Value>, _ node: JSONNode) -> Value? {
    var reading = Reading(file: problems.file, limits: DocumentLimits())
    swap(&reading.problems, &problems)
    defer { swap(&reading.problems, &problems) }
    return form.read(node, &reading)
  }
}
