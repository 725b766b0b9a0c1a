package import Scenes

/// The values of the variables, and the step for messages.
package struct ExpressionMoment: Sendable {
  package var progress: Double
  package var time: FrameTime
  package var frame: Int32
  package var step: String

  /// The moment for formulas that do not vary.
  package static let none = ExpressionMoment(progress: 0, time: .zero, frame: 0, step: "")
}

/// The clock of a step, which converts its moments to the values of the variables.
package struct ExpressionClock: Sendable {
  /// The start of the step.
  package var start: FrameTime
  package var framesPerSecond: Double
  /// The label of the step.
  package var step: String

  package init(start: FrameTime, framesPerSecond: Double, step: String) {
    self.start = start
    self.framesPerSecond = framesPerSecond
    self.step = step
  }

  package func moment(_ moment: StepMoment) -> ExpressionMoment {
    let time = start + moment.time
    // A frame has begun when it begins within a millionth of a frame.
    let frames = Int32(clamped: time.seconds * framesPerSecond + 1e-6, rounded: .down)
    return ExpressionMoment(
      progress: moment.progress, time: time, frame: frames, step: step)
  }
}
