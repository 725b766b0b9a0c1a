package import Scenes

/// A visible finger with its position over wall time. The track only draws the finger; the clock contains the
/// effect of the finger on transitions.
package struct TouchTrack: WallTrack {
  package struct Sample: Sendable {
    package var time: FrameTime
    package var place: Point
    package init(time: FrameTime, place: Point) {
      self.time = time
      self.place = place
    }
  }
  /// The positions of a finger in wall time; time 0 of the samples is at `start`. Samples whose times
  /// decrease and samples after the lift are left out; of several samples with equal times, the last one is
  /// used.
  package static func samples(
    _ track: [Evaluation.Sample], from start: FrameTime
  ) -> [Sample] {
    var samples: [Sample] = []
    for sample in track where sample.time >= 0 {
      let time = start + FrameTime(seconds: sample.time)
      if let last = samples.last, time < last.time { continue }
      guard case .point(let place) = sample.event else {
        guard let last = samples.last else { continue }
        if time > last.time { samples.append(Sample(time: time, place: last.place)) }
        break
      }
      if samples.last?.time == time { samples.removeLast() }
      samples.append(Sample(time: time, place: place))
    }
    return samples
  }

  /// The time in seconds in which the finger fades in before it presses; `going` is the time in which it
  /// fades out after the lift.
  package static let coming = 0.12
  package static let going = 0.15
  /// The fraction by which the ring is larger before the finger presses and after it lifts.
  private static let lifted = 0.35

  package let layer: Int
  private let size: Size
  /// The samples in the order of their times: the finger presses at the first sample and lifts at the last
  /// one.
  private let samples: [Sample]
  /// The index of the transition that the finger drives; nil if it drives none.
  private let transition: Int?

  package init(layer: Int, size: Double, samples: [Sample], transition: Int? = nil) {
    self.layer = layer
    self.size = Size(size, size)
    self.samples = samples
    self.transition = transition
  }

  /// The movement of a finger that is only shown; nil for a finger that drives a transition.
  package var way: FingerWay? {
    guard transition == nil, let last = samples.last else { return nil }
    return FingerWay(transition: nil, samples: samples, end: last.time)
  }

  package func following(_ finger: FingerWay) -> any WallTrack {
    if transition != finger.transition { return self }
    return TouchTrack(
      layer: layer, size: size.width, samples: finger.samples, transition: transition)
  }

  /// The properties of the layer at a time; nil while the layer is invisible.
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

  /// The position of a finger at a time; it is constant before the first sample and after the last one.
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
