internal import Files
package import PluginModel
internal import Files
internal import Scenes

/// An animator that was found in a plugin.
package struct HostedAnimator: BindableAnimator {
  package private(set) var description: AnimatorDescription
  /// The files whose code runs: the plugin's file first, then the libraries beside it.
  package internal(set) var parts: [PluginPart] = []
  let source: any AnimatorSource
  /// Called for each fault that leaves a step out of a frame: see Isolation.
  var onSkippedStep: (@Sendable (AnimatorFault) -> Void)?
  /// Units of `RenderCost` that a frame may take.
  var workLimit = RenderCost.usualLimit
  /// The names of settings in messages.
  var vocabulary = Vocabulary.commandLine
  /// Receives the animator's log lines.
  var said: (@Sendable (PluginLogLine) -> Void)?
  /// Receives reports of the author's mistakes; nil for checks, which judge all mistakes themselves.
  var lints: PluginLints?

  init(_ description: AnimatorDescription, source: any AnimatorSource) {
    self.description = description
    self.source = source
  }

  /// The animator with the same id that was found first; this animator can then only be requested by its
  /// version.
  mutating func makeSecond() {
    description.lookupName = "\(description.id)@>=\(description.version)"
  }

  package func bind(
    _ values: [ParameterValue], _ stepContext: StepContext
  ) throws(AnimatorFault) -> any StepAnimator {
    var stepContext = stepContext
    stepContext.said = said
    return try BoundAnimator(self, values: values, stepContext: stepContext)
  }
}

/// A function that was found in a plugin.
package struct HostedFunction: CallableFunction {
  package let description: FunctionDescription
  /// The files whose code runs: the plugin's file first, then the libraries beside it.
  package internal(set) var parts: [PluginPart] = []
  let source: any FunctionSource

  init(_ description: FunctionDescription, source: any FunctionSource) {
    self.description = description
    self.source = source
  }

  package func call(
    _ arguments: [ParameterValue], step: String = ""
  ) throws(AnimatorFault) -> ParameterValue {
    if let problem = description.problem(with: arguments) { throw fault(problem, step) }
    let answer = try Profile.measure(.plugin, description.id) { () throws(AnimatorFault) in
      try source.call(description, arguments, step: step)
    }
    if let problem = description.problem(withAnswer: answer) { throw fault(problem, step) }
    return answer
  }

  private func fault(_ message: String, _ step: String) -> AnimatorFault {
    AnimatorFault(
      animator: "\(description.id) of \(description.plugin)", message: message, step: step)
  }
}
