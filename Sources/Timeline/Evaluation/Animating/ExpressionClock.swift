package import Scenes

/// The values of the variables at a time, and the name of the step for messages.
package struct ExpressionMoment: Sendable {
  package var progress: Double
  package var time: FrameTime
  package var frame: Int32
  package var step: String

  /// The moment at which formulas are evaluated that do not depend on time.
  package static let none = ExpressionMoment(progress: 0, time: .zero, frame: 0, step: "")
}

/// The clock of a step, which converts times of the step to values of the variables.
package struct ExpressionClock: Sendable {
  /// The start time of the step whose values the expression computes.
  package var start: FrameTime
  package var framesPerSecond: Double
  /// The label of the step whose values the expression computes.
  package var step: String

  package init(start: FrameTime, framesPerSecond: Double, step: String) {
    self.start = start
    self.framesPerSecond = framesPerSecond
    self.step = step
  }

  package func moment(_ moment: StepMoment) -> ExpressionMoment {
    let time = start + moment.time
    // A frame counts as started up to a millionth of a frame before its start, because times are rounded.
    let frames = Int32(clamped: time.seconds * framesPerSecond + 1e-6, rounded: .down)
    return ExpressionMoment(
      progress: moment.progress, time: time, frame: frames, step: step)
  }
}
