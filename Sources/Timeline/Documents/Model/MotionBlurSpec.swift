/// Motion blur: the time for which a shutter is open in each frame, and the number of samples.
package struct MotionBlurSpec: Hashable, Sendable {
  /// The shutter angle in degrees: 360 means the whole duration of a frame, and 0 means no blur.
  package var shutterAngle = 180.0
  /// The maximum number of times at which the motion blur samples a frame.
  package var samples = 64

  package static let angles = 0.0...720
  package static let off = MotionBlurSpec(shutterAngle: 0)

  package init(shutterAngle: Double = 180) { self.shutterAngle = shutterAngle }
}
