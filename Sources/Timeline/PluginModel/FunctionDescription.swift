/// A function that a plugin offers to documents: copied out of its plugin and checked.
package struct FunctionDescription: Sendable {
  package var id: String
  /// The documentation, one paragraph.
  package var doc: String
  /// Any type but string, choice and curve.
  package var result: ParameterType
  /// The arguments, one to eight; any type but choice.
  package var arguments: [ParameterType]
  /// Whether it must be called on one thread at a time.
  package var isExclusive: Bool
  /// The file it came from.
  package var plugin: String
  /// Whether it came with the program: its id has no vendor and cannot be shadowed.
  package var isBundled: Bool

  package init(
    id: String, doc: String, result: ParameterType, arguments: [ParameterType], isExclusive: Bool,
    plugin: String, isBundled: Bool
  ) {
    self.id = id
    self.doc = doc
    self.result = result
    self.arguments = arguments
    self.isExclusive = isExclusive
    self.plugin = plugin
    self.isBundled = isBundled
  }

  /// `acme.orbit(number, point, number) → point`
  package var signature: String {
    "\(id)(\(arguments.map(\.name).joined(separator: ", "))) → \(result.name)"
  }

  /// Why the function cannot be called with these arguments, or nil: their number, a type, a value
  /// that breaks a rule of its type.
  package func problem(with values: [ParameterValue]) -> String? {
    guard values.count == arguments.count else {
      return "takes \(arguments.count) arguments, not \(values.count)"
    }
    for (i, type) in arguments.enumerated() {
      guard values[i].type == type else {
        return "takes \(type.name) as argument \(i + 1), not \(values[i].type.name)"
      }
      if let problem = values[i].problem { return "argument \(i + 1) \(problem)" }
    }
    return nil
  }

  /// Why this cannot be the function's answer, or nil.
  package func problem(withAnswer value: ParameterValue) -> String? {
    let problem = value.problem
    guard value.type != result || problem != nil else { return nil }
    let numbers = value.numbers.map(ParameterDescription.text).joined(separator: ", ")
    return "answers \(numbers): \(problem ?? "of another type")"
  }

  /// The types of results: all except choices, texts and curves.
  package static let resultTypes = argumentTypes.filter { ![.text, .curve].contains($0.storage) }
  /// All but choices, whose words belong to a parameter.
  package static let argumentTypes = Set(ParameterType.allCases).subtracting([.choice])
}
