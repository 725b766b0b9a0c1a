internal import Files
package import PluginModel
internal import Files
internal import Scenes

/// An animator that was found in a plugin.
package struct HostedAnimator: BindableAnimator {
  package private(set) var description: AnimatorDescription
  /// The files whose code runs: the file of the plugin, followed by the libraries beside it.
  package internal(set) var parts: [PluginPart] = []
  let source: any AnimatorSource
  /// Receives each fault because of which a step is left out of a frame; Isolation describes this.
  var onSkippedStep: (@Sendable (AnimatorFault) -> Void)?
  /// The maximum number of `RenderCost` units in a frame.
  var workLimit = RenderCost.usualLimit
  /// The names of settings that messages use.
  var vocabulary = Vocabulary.commandLine
  /// The callback that receives the log lines of the animator.
  var said: (@Sendable (PluginLogLine) -> Void)?
  /// Receives reports about mistakes of the author; nil for checks, which judge all mistakes themselves.
  var lints: PluginLints?

  init(_ description: AnimatorDescription, source: any AnimatorSource) {
    self.description = description
    self.source = source
  }

  /// Marks the animator as one whose id another animator already has, so that it can be requested only with
  /// its version.
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
  /// The files whose code runs: the file of the plugin, followed by the libraries beside it.
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
