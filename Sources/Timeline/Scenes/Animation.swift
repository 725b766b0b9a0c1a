/// A finger on the screen at one time, as animators with `FingerAnimator` receive it.
package struct Finger: Hashable, Sendable {
  /// The position of the finger in points, in the coordinates of the layers' frames; after the lift, the
  /// position at which the finger lifted.
  package var place: Point
  /// The mean velocity of the finger over the last 0.1 s, in points per second; after the lift, the velocity
  /// at the lift.
  package var velocity: Point
  package var isDown: Bool
  package init(place: Point, velocity: Point, isDown: Bool) {
    self.place = place
    self.velocity = velocity
    self.isDown = isDown
  }
}

/// A time within a step, for which its animator is called.
package struct StepMoment: Hashable, Sendable {
  /// The progress after easing: 0 at the start and 1 at the end, except for some linear() easings; a spring
  /// may leave the range 0…1 in between.
  package var progress: Double
  /// The time in the step, measured from the step's start.
  package var time: FrameTime
  /// Whether the step has not started, or has returned to a time before its start; an easing with a jump at
  /// its start has then not jumped yet.
  package var isOutside: Bool
  /// The finger, if the animator of the step reads fingers and a finger has touched.
  package var finger: Finger?
  package init(progress: Double, time: FrameTime, isOutside: Bool = false) {
    self.progress = progress
    self.time = time
    self.isOutside = isOutside
  }
}

/// A pure function that returns a number for each fraction of a duration, such as a plugin's function.
package protocol FractionFunction: AnyObject, Sendable {
  /// Returns the finite value at `fraction`, which is in 0…1. Any thread may call a function of an animation.
  func value(at fraction: Double) throws -> Double
}

/// A pure function of time that changes layers: the `layout` of a plugin, or keyframes.
package protocol LayoutAnimator: AnyObject, Sendable {
  /// Whether the animator's values depend on the finger.
  var readsFinger: Bool { get }
  /// Computes the properties of the step's layers. `inputs` are the bound layers in their state at the start
  /// of the step. `outputs` are the same layers followed by the pieces; the caller reads only the properties
  /// that the animator declares. Any thread may call an animation's function.
  func layout(
    _ moment: StepMoment, inputs: [LayerProperties], outputs: inout [LayerProperties]
  ) throws
}

extension LayoutAnimator {
  package var readsFinger: Bool { false }
}
