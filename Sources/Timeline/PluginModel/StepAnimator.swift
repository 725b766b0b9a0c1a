package import Scenes

/// An animator that can be bound to a step: its description, and access to its code.
package protocol BindableAnimator: Sendable {
  var description: AnimatorDescription { get }
  /// Binds the animator to its parameters and the context of one step. `values` are in the order of
  /// `description.parameters`; invalid values are a fault.
  func bind(
    _ values: [ParameterValue], _ stepContext: StepContext
  ) throws(AnimatorFault) -> any StepAnimator
}

/// An animator with its parameters and the context of a step: a pure function of time. The animator may be
/// called on any thread. An animator with pixels draws as a `PixelProducer`.
package protocol StepAnimator: LayoutAnimator, PixelProducer {
  var description: AnimatorDescription { get }
  /// The step's duration in seconds: the result of the animator's function, or the value in its description.
  func duration() throws(AnimatorFault) -> Double
  /// The layers that the step adds, empty for most animators. The contents of pieces are constant during the
  /// step.
  func pieces(inputs: [LayerProperties]) throws(AnimatorFault) -> [Piece]
  /// The moments at which each of the `count` inputs is read, relative to the current moment; empty for an
  /// input that is a still. Nil if all inputs are stills.
  func inputTimes(_ moment: StepMoment, count: Int) throws -> [[FrameTime]]?
  /// Whether the animator failed at this moment, and the user chose to continue without it.
  func isLeftOut(_ moment: StepMoment) -> Bool
}

/// A layer that a step adds: its state at progress 0, and the input whose snapshot it shows.
package struct Piece: Sendable {
  /// The index of the input.
  package let source: Int
  package let properties: LayerProperties

  package init(source: Int, properties: LayerProperties) {
    self.source = source
    self.properties = properties
  }
}

/// A callable function: its description, and access to its code.
package protocol CallableFunction: Sendable {
  var description: FunctionDescription { get }
  /// The result of the function for the arguments: a valid value of its result type. The function may be
  /// called on any thread. `step` is the step's name for messages.
  func call(
    _ arguments: [ParameterValue], step: String
  ) throws(AnimatorFault) -> ParameterValue
}

/// Thrown when a step with a failed plugin is left out: the scene has to be evaluated again.
package struct SkippedStep: Error {
  package init() {}
}
