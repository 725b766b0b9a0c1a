/// A moment in the life of a step.
package struct StepMoment: Hashable, Sendable {
  /// The progress after easing: 0 at the start and 1 at the end, except for some linear(); a spring may leave
  /// 0…1 in between.
  package var progress: Double
  /// The time since the step's start.
  package var time: FrameTime
  /// Whether the step has not started, or has returned to before its start: an easing that jumps at its start
  /// has not jumped.
  package var isOutside: Bool
  package init(progress: Double, time: FrameTime, isOutside: Bool = false) {
    self.progress = progress
    self.time = time
    self.isOutside = isOutside
  }
}

/// Something that gives a number for each fraction of a time, such as a plugin's function: pure.
package protocol FractionFunction: AnyObject, Sendable {
  /// `fraction` is 0…1; the answer is finite. Any thread.
  func value(at fraction: Double) throws -> Double
}

/// Something that changes layers as a pure function of a moment: a plugin's `layout`, or keyframes.
package protocol LayoutAnimator: AnyObject, Sendable {
  /// Runs the animator. `inputs` are the bound layers at the start of the step. `outputs` are the same, then
  /// the pieces; the caller reads from them only the properties that the animator declares. Any thread.
  func layout(
    _ moment: StepMoment, inputs: [LayerProperties], outputs: inout [LayerProperties]
  ) throws
}
