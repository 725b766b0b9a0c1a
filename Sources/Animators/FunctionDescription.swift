/// A function that a plugin offers to documents: copied out of its plugin, checked, free of pointers.
package struct FunctionDescription: Sendable {
  package internal(set) var id: String
  /// One paragraph.
  package internal(set) var doc: String
  /// Any type but string, choice and curve.
  package internal(set) var result: ParameterType
  /// One to eight; any type but choice.
  package internal(set) var arguments: [ParameterType]
  /// It is called on one thread at a time.
  package internal(set) var isExclusive: Bool
  /// The file it came from.
  package internal(set) var plugin: String
  /// It came with the program: its id is bare and cannot be shadowed.
  package internal(set) var isBundled: Bool
  /// The bytes that run: the plugin's file first, then the libraries beside it.
  package internal(set) var parts: [PluginPart] = []

  /// Where its code is.
  let source: any FunctionSource

  /// `acme.orbit(number, point, number) → point`
  package var signature: String {
    "\(id)(\(arguments.map(\.name).joined(separator: ", "))) → \(result.name)"
  }

  static let resultTypes: Set<ParameterType> = [
    .bool, .int32, .double, .point, .size, .rect, .color,
  ]
  static let argumentTypes = resultTypes.union([.string, .curve])
}

/// Where a function's code is.
protocol FunctionSource: Sendable {
  /// Calls it with arguments of its types. The answer is the plugin's own: the caller checks it.
  func call(
    _ function: FunctionDescription, _ arguments: [ParameterValue], step: String
  ) throws(AnimatorFault) -> ParameterValue
}

extension FunctionDescription {
  /// What the function makes of the arguments. Any thread. `step` is for messages.
  package func call(
    _ arguments: [ParameterValue], step: String = ""
  ) throws(AnimatorFault) -> ParameterValue {
    guard arguments.count == self.arguments.count else {
      throw fault("takes \(self.arguments.count) arguments, not \(arguments.count)", step)
    }
    for (i, value) in arguments.enumerated() {
      guard value.type == self.arguments[i] else {
        throw fault(
          "takes \(self.arguments[i].name) as argument \(i + 1), not \(value.type.name)", step)
      }
      if let problem = value.problem { throw fault("argument \(i + 1) \(problem)", step) }
    }
    let answer = try source.call(self, arguments, step: step)
    guard answer.type == result, answer.problem == nil else {
      let numbers = answer.numbers.map(ParameterDescription.text).joined(separator: ", ")
      throw fault("answers \(numbers): \(answer.problem ?? "of another type")", step)
    }
    return answer
  }

  func fault(_ message: String, _ step: String) -> AnimatorFault {
    AnimatorFault(animator: "\(id) of \(plugin)", message: message, step: step)
  }
}
