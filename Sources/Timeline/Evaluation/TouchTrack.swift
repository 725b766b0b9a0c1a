package import Scenes

/// A finger that is seen: where it is at each moment on the wall. What it does to the transitions is the
/// clock's; this is its picture alone.
package struct TouchTrack: WallTrack {
  package struct Sample: Sendable {
    package var time: FrameTime
    package var place: Point
    package init(time: FrameTime, place: Point) {
      self.time = time
      self.place = place
    }
  }
  /// Seconds in which it appears before it presses, and goes after it lifts.
  package static let coming = 0.12
  package static let going = 0.15
  /// How much larger it is before it presses and after it lifted.
  private static let lifted = 0.35

  package let layer: Int
  private let size: Size
  /// At least one, in the order of their times: the first presses and the last lifts.
  private let samples: [Sample]

  package init(layer: Int, size: Double, samples: [Sample]) {
    self.layer = layer
    self.size = Size(size, size)
    self.samples = samples
  }

  /// The layer at a moment; nil while it is not seen.
  package func properties(at time: FrameTime, over base: LayerProperties) -> LayerProperties? {
    guard let first = samples.first, let last = samples.last else { return nil }
    let before = (first.time - time).seconds / Self.coming
    let after = (time - last.time).seconds / Self.going
    let away = max(before, after, 0)
    guard away < 1 else { return nil }
    var properties = base
    properties.isHidden = false
    properties.frame = Rect(center: Self.place(at: time, in: samples), size: size)
    properties.layoutFrame = properties.frame
    let eased = away * away * (3 - 2 * away)
    properties.opacity = base.opacity * (1 - eased)
    let scale = 1 + Self.lifted * eased
    properties.scale = Vector(scale, scale, 1)
    return properties
  }

  /// Where a finger is at a moment; before the first sample and after the last it stays there.
  static func place(at time: FrameTime, in samples: [Sample]) -> Point {
    guard let next = samples.firstIndex(where: { $0.time > time }) else {
      return samples[samples.count - 1].place
    }
    guard next > 0 else { return samples[0].place }
    let (a, b) = (samples[next - 1], samples[next])
    let share = (time - a.time).seconds / (b.time - a.time).seconds
    return Point(
      a.place.x + (b.place.x - a.place.x) * share, a.place.y + (b.place.y - a.place.y) * share)
  }
}
