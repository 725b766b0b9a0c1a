/// The time for which a shutter is open during each frame, and the number of samples.
package struct MotionBlurSpec: Hashable, Sendable {
  /// The angle in degrees: 360 is the duration of a frame, 0 means no blur.
  package var shutterAngle = 180.0
  /// The largest number of moments for each frame.
  package var samples = 64

  package static let angles = 0.0...720
  package static let off = MotionBlurSpec(shutterAngle: 0)

  package init(shutterAngle: Double = 180) { self.shutterAngle = shutterAngle }
}
