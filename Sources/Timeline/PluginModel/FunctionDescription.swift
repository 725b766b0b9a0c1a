/// The description of a function for documents, which was copied from its plugin and validated.
package struct FunctionDescription: Sendable {
  package var id: String
  /// The documentation of the function in one paragraph.
  package var doc: String
  /// The result type: any type except string, choice and curve.
  package var result: ParameterType
  /// The types of the one to eight arguments: any type except choice.
  package var arguments: [ParameterType]
  /// Whether only one thread at a time may call the function.
  package var isExclusive: Bool
  /// The path of the plugin file that contains the function.
  package var plugin: String
  /// Whether the function is bundled with the program, in which case its id has no vendor and cannot be
  /// replaced.
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

  /// The signature of the function, such as `acme.orbit(number, point, number) → point`.
  package var signature: String {
    "\(id)(\(arguments.map(\.name).joined(separator: ", "))) → \(result.name)"
  }

  /// The reason why the function cannot be called with these arguments: their number, a type, or a value that
  /// violates a rule of its type; nil if it can be called.
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

  /// The reason why a value is not a valid result of the function; nil if it is valid.
  package func problem(withAnswer value: ParameterValue) -> String? {
    let problem = value.problem
    guard value.type != result || problem != nil else { return nil }
    let numbers = value.numbers.map(ParameterDescription.text).joined(separator: ", ")
    return "answers \(numbers): \(problem ?? "of another type")"
  }

  /// The parameter types that the result of a function may have.
  package static let resultTypes = argumentTypes.filter { ![.text, .curve].contains($0.storage) }
  /// The types that arguments may have: all except choices, whose words belong to a parameter.
  package static let argumentTypes = Set(ParameterType.allCases).subtracting([.choice])
}
