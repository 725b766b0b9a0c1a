package import Animators

/// An animator that was found in a plugin.
package struct HostedAnimator: BindableAnimator {
  package let description: AnimatorDescription
  /// The bytes that run: the plugin's file first, then the libraries beside it.
  package internal(set) var parts: [PluginPart] = []
  /// Where its code is.
  let source: any AnimatorSource
  /// See Isolation.
  var leftOut: (@Sendable (AnimatorFault) -> Void)?
  /// Told of what its author did not mean; nil for checks, which judge all of it.
  var mistakes: QuietMistakes?

  init(_ description: AnimatorDescription, source: any AnimatorSource) {
    self.description = description
    self.source = source
  }

  package func bind(
    _ values: [ParameterValue], _ facts: StepContext
  ) throws(AnimatorFault) -> any StepAnimator {
    try BoundAnimator(self, values: values, facts: facts)
  }
}

/// A function that was found in a plugin.
package struct HostedFunction: CallableFunction {
  package let description: FunctionDescription
  /// The bytes that run: the plugin's file first, then the libraries beside it.
  package internal(set) var parts: [PluginPart] = []
  /// Where its code is.
  let source: any FunctionSource

  init(_ description: FunctionDescription, source: any FunctionSource) {
    self.description = description
    self.source = source
  }

  package func call(
    _ arguments: [ParameterValue], step: String = ""
  ) throws(AnimatorFault) -> ParameterValue {
    let types = description.arguments
    guard arguments.count == types.count else {
      throw fault("takes \(types.count) arguments, not \(arguments.count)", step)
    }
    for (i, value) in arguments.enumerated() {
      guard value.type == types[i] else {
        throw fault("takes \(types[i].name) as argument \(i + 1), not \(value.type.name)", step)
      }
      if let problem = value.problem { throw fault("argument \(i + 1) \(problem)", step) }
    }
    let answer = try source.call(description, arguments, step: step)
    guard answer.type == description.result, answer.problem == nil else {
      let numbers = answer.numbers.map(ParameterDescription.text).joined(separator: ", ")
      throw fault("answers \(numbers): \(answer.problem ?? "of another type")", step)
    }
    return answer
  }

  private func fault(_ message: String, _ step: String) -> AnimatorFault {
    AnimatorFault(
      animator: "\(description.id) of \(description.plugin)", message: message, step: step)
  }
}
