/// A layer in one frame.
package struct TrackSample: Hashable, Sendable {
  /// Seconds since the recording's start.
  package var time: Double
  package var pose: Pose
  package var opacity: Double
  /// The confidence, from 0 (not found) to 1.
  package var confidence: Double
  /// The noise of the position, the size and the angle, in pixels and radians.
  package var positionNoise: Double
  package var sizeNoise: Double
  package var angleNoise: Double
  package var opacityNoise: Double
  /// Whether the pose was measured, rather than copied from a neighbouring frame.
  package var hasPose: Bool
  package var hasOpacity: Bool
  /// Whether the frame shows the same as the previous one.
  package var isRepeated = false
  /// The weight of its opacity in a sample: a codec that mixes a frame from others hides small changes.
  package var opacityWeight = 1.0

  package init(
    time: Double, pose: Pose, opacity: Double, confidence: Double, positionNoise: Double,
    sizeNoise: Double, angleNoise: Double, opacityNoise: Double, hasPose: Bool,
    hasOpacity: Bool = true
  ) {
    self.time = time
    self.pose = pose
    self.opacity = opacity
    self.confidence = confidence
    self.positionNoise = positionNoise
    self.sizeNoise = sizeNoise
    self.angleNoise = angleNoise
    self.opacityNoise = opacityNoise
    self.hasPose = hasPose
    self.hasOpacity = hasOpacity
  }
}

/// The path of a layer through a recording.
package struct LayerTrack: Sendable {
  package var name: String
  package var samples: [TrackSample]
  /// Whether it is absent from the first frames, or from the last.
  package var appears: Bool
  package var vanishes: Bool

  package init(name: String, samples: [TrackSample], appears: Bool, vanishes: Bool) {
    self.name = name
    self.samples = samples
    self.appears = appears
    self.vanishes = vanishes
  }
}
