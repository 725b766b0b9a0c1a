package import Scenes

/// A layer that follows a finger, and returns to its planned position after the release.
package struct FollowTrack: WallTrack {
  package let layer: Int
  private let samples: [TouchTrack.Sample]
  private let end: FrameTime
  private let share: Point
  private let scale: (first: Double, last: Double)
  /// The distance that the finger moves during the whole gesture.
  private let extent: Double
  private let transition: Int

  /// Creates the track; `samples` must be in the order of their times, and the layer has returned at `end`.
  package init(
    layer: Int, transition: Int, samples: [TouchTrack.Sample], end: FrameTime, share: Point,
    scale: (first: Double, last: Double), extent: Double
  ) {
    self.layer = layer
    self.transition = transition
    self.samples = samples
    self.end = end
    self.share = share
    self.scale = scale
    self.extent = extent
  }

  package func following(_ finger: FingerWay) -> any WallTrack {
    if transition != finger.transition { return self }
    return FollowTrack(
      layer: layer, transition: transition, samples: finger.samples, end: finger.end, share: share,
      scale: scale, extent: extent)
  }

  package func properties(at time: FrameTime, over base: LayerProperties) -> LayerProperties? {
    guard let first = samples.first, let last = samples.last, time > first.time, time < end else {
      return nil
    }
    let place = TouchTrack.place(at: time, in: samples)
    let settling = max((end - last.time).seconds, 1e-6)
    let over = min(1, max(0, (time - last.time).seconds / settling))
    let held = 1 - over * over * (3 - 2 * over)
    let (x, y) = (place.x - first.place.x, place.y - first.place.y)
    let way = min(1, (x * x + y * y).squareRoot() / max(extent, 1e-6))
    var properties = base
    properties.translate.x += x * share.x * held
    properties.translate.y += y * share.y * held
    let factor = 1 + (scale.first + (scale.last - scale.first) * way - 1) * held
    properties.scale.x *= factor
    properties.scale.y *= factor
    return properties
  }
}
