internal import Scenes

/// The pose and the opacity of a layer in one frame.
package struct TrackSample: Hashable, Sendable {
  /// The time of the frame, in seconds since the recording's start.
  package var time: Double
  package var pose: Pose
  package var opacity: Double
  /// The confidence that the layer was found, from 0 (not found) to 1.
  package var confidence: Double
  /// The noise of the position, the size and the angle, in pixels and radians.
  package var positionNoise: Double
  package var sizeNoise: Double
  package var angleNoise: Double
  package var opacityNoise: Double
  /// Whether the pose was measured in this frame, instead of being copied from a neighbouring frame.
  package var hasPose: Bool
  package var hasOpacity: Bool
  /// Whether the layer looks the same in the frame as in the previous frame.
  package var isRepeated = false
  /// The weight of the sample's opacity: it is low if a codec mixes the frame from others, because that hides small
  /// changes.
  package var opacityWeight = 1.0
  /// The weight of the pose, which is low if most of the layer is beyond an edge.
  package var poseWeight = 1.0

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
  /// Whether the layer is absent from the first frames, or from the last frames.
  package var appears: Bool
  package var vanishes: Bool

  package init(name: String, samples: [TrackSample], appears: Bool, vanishes: Bool) {
    self.name = name
    self.samples = samples
    self.appears = appears
    self.vanishes = vanishes
  }
  /// The maximum difference in pixels between extents that count as equal.
  private static let mostUneven = 1.0
  /// The visible fraction of a layer below which its pose is hardly determined.
  private static let few = 0.25
  /// The visible fraction from which on a layer counts as whole.
  private static let whole = 0.98

  /// Returns the track with the layer's extent at rest in those frames in which an edge of the frame hides a part of
  /// the layer. In such frames the extent is hardly measured, and the centre of the visible part is more accurate than
  /// the centre of the layer.
  func completed(within size: Size) -> LayerTrack {
    let frame = Rect(0, 0, size.width, size.height)
    let shares = samples.map { $0.pose.visibleShare(in: frame) }
    var track = self
    for index in samples.indices where samples[index].hasPose {
      let share = max(0.05, shares[index])
      track.samples[index].poseWeight = share < Self.few ? share * share : share
    }
    let seen = samples.indices.filter { samples[$0].hasPose && shares[$0] > Self.whole }
    guard seen.count > 2, samples.allSatisfy({ $0.pose.angle.magnitude < 0.01 }) else {
      return track
    }
    func complete(
      _ center: WritableKeyPath<Pose, Double>, _ extent: WritableKeyPath<Pose, Double>,
      _ side: Double
    ) {
      let extents = seen.map { samples[$0].pose[keyPath: extent] }.sorted()
      let usual = extents[extents.count / 2]
      guard extents[extents.count * 9 / 10] - extents[extents.count / 10] < Self.mostUneven else {
        return
      }
      for index in samples.indices where samples[index].hasPose && shares[index] <= Self.whole {
        let (middle, own) = (
          samples[index].pose[keyPath: center], samples[index].pose[keyPath: extent]
        )
        let visible = (max(0, middle - own / 2) + min(side, middle + own / 2)) / 2
        track.samples[index].pose[keyPath: center] += (visible - middle) / own * (own - usual)
        track.samples[index].pose[keyPath: extent] = usual
      }
    }
    complete(\.x, \.width, size.width)
    complete(\.y, \.height, size.height)
    return track
  }
}
