/// A finger on the screen at one moment, as animators with `FingerAnimator` receive it.
package struct Finger: Hashable, Sendable {
  /// In the points of the layers' frames; after the lift, the place at which the finger lifted.
  package var place: Point
  /// In points a second, the mean of the last 0.1 s; after the lift, the velocity at the lift.
  package var velocity: Point
  package var isDown: Bool
  package init(place: Point, velocity: Point, isDown: Bool) {
    self.place = place
    self.velocity = velocity
    self.isDown = isDown
  }
}

/// A moment in the life of a step.
package struct StepMoment: Hashable, Sendable {
  /// The progress after easing: 0 at the start and 1 at the end, except for some linear(); a spring may leave
  /// 0…1 in between.
  package var progress: Double
  /// The time since the step's start.
  package var time: FrameTime
  /// Whether the step has not started, or has returned to a time before its start: an easing that jumps at
  /// its start has not jumped yet.
  package var isOutside: Bool
  /// The finger, if the step's animator reads fingers and a finger has touched.
  package var finger: Finger?
  package init(progress: Double, time: FrameTime, isOutside: Bool = false) {
    self.progress = progress
    self.time = time
    self.isOutside = isOutside
  }
}

/// A pure function that returns a number for each fraction of a duration, such as a plugin's function.
package protocol FractionFunction: AnyObject, Sendable {
  /// Returns the value at `fraction`, which is 0…1; the result is finite. May be called on any thread.
  func value(at fraction: Double) throws -> Double
}

/// A pure function of time that changes layers: a plugin's `layout`, or keyframes.
package protocol LayoutAnimator: AnyObject, Sendable {
  /// Whether its values depend on the finger.
  var readsFinger: Bool { get }
  /// Computes the properties of the step's layers. `inputs` are the bound layers at the start of the step.
  /// `outputs` are the same layers, followed by the pieces; the caller reads only the properties that the
  /// animator declares. This function may be called on any thread.
  func layout(
    _ moment: StepMoment, inputs: [LayerProperties], outputs: inout [LayerProperties]
  ) throws
}

extension LayoutAnimator {
  package var readsFinger: Bool { false }
}
