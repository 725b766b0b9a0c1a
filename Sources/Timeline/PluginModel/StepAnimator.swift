package import Scenes

/// An animator that can be bound to a step, with its description.
package protocol BindableAnimator: Sendable {
  var description: AnimatorDescription { get }
  /// Binds the animator to its parameters and the context of one step. `values` are in the order of
  /// `description.parameters`; an invalid value is a fault.
  func bind(
    _ values: [ParameterValue], _ stepContext: StepContext
  ) throws(AnimatorFault) -> any StepAnimator
}

/// An animator that is bound to its parameters and the context of a step; a bound animator is a pure function
/// of time. Any thread may call a bound animator. An animator with pixels draws as a `PixelProducer`.
package protocol StepAnimator: LayoutAnimator, PixelProducer {
  var description: AnimatorDescription { get }
  /// The duration of the step in seconds: the result of the animator's function, or the value in its
  /// description.
  func duration() throws(AnimatorFault) -> Double
  /// The layers that the step adds; empty for most animators. The contents of pieces do not change during the
  /// step.
  func pieces(inputs: [LayerProperties]) throws(AnimatorFault) -> [Piece]
  /// The times at which each of the `count` inputs is read, relative to the current time; empty for an input
  /// that is a still. The method returns nil if all inputs of the animator are stills.
  func inputTimes(_ moment: StepMoment, count: Int) throws -> [[FrameTime]]?
  /// Whether the animator failed at this time, and the user chose to continue without it.
  func isLeftOut(_ moment: StepMoment) -> Bool
}

/// A layer that a step adds, with its state at progress 0 and the input of which it shows a still.
package struct Piece: Sendable {
  /// The index of the input whose still the piece shows.
  package let source: Int
  package let properties: LayerProperties

  package init(source: Int, properties: LayerProperties) {
    self.source = source
    self.properties = properties
  }
}

/// A function that formulas can call, with its description.
package protocol CallableFunction: Sendable {
  var description: FunctionDescription { get }
  /// Calls the function; the result is a valid value of its result type. Any thread may call the function.
  /// `step` is the name of the step in error messages.
  func call(
    _ arguments: [ParameterValue], step: String
  ) throws(AnimatorFault) -> ParameterValue
}

/// The error that is thrown when a step with a failed plugin is left out; the scene must then be evaluated
/// again.
package struct SkippedStep: Error {
  package init() {}
}
