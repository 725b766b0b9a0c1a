package import Scenes

/// The movement of an interactive transition after the finger lifts.
package enum Settling: Hashable, Sendable {
  /// A constant speed: the remaining distance takes distance · D / max(speed, 0.1).
  case speed(Double)
  /// A speed of 1 − progress, which is common in tutorials.
  case remaining
  /// A spring from the current progress to the end; nil seconds mean the time that the speed 1 takes.
  case ratio(dampingRatio: Double, seconds: Double?, carriesVelocity: Bool)
  /// A spring that determines its own settling time.
  case spring(Spring, carriesVelocity: Bool)

  /// The lowest speed at which a transition settles, relative to its normal speed.
  static let leastSpeed = 0.1
}

/// A span of wall time with the fraction of the transition during that time.
enum GestureSegment: Sendable {
  /// The finger moves: times ascend, positions are interpolated linearly between samples, and fractions may
  /// be outside 0…1.
  case drag([(time: Double, fraction: Double)])
  /// The transition moves from `start` on at a constant speed.
  case glide(start: Double, seconds: Double, from: Double, to: Double)
  case spring(start: Double, Spring, from: Double, to: Double)

  var start: Double {
    switch self {
    case .drag(let points): points[0].time
    case .glide(let start, _, _, _), .spring(let start, _, _, _): start
    }
  }

  var end: Double {
    switch self {
    case .drag(let points): points[points.count - 1].time
    case .glide(let start, let seconds, _, _): start + seconds
    case .spring(let start, let spring, _, _): start + spring.durationSeconds
    }
  }

  /// The fraction in 0…1 at a time from `start` on; the final value after `end`.
  func fraction(at time: Double) -> Double {
    switch self {
    case .drag(let points):
      guard let next = points.firstIndex(where: { $0.time > time }) else {
        return points[points.count - 1].fraction.clamped(to: 0...1)
      }
      guard next > 0 else { return points[0].fraction.clamped(to: 0...1) }
      let (a, b) = (points[next - 1], points[next])
      let fraction =
        a.fraction + (b.fraction - a.fraction) * ((time - a.time) / (b.time - a.time))
      return fraction.clamped(to: 0...1)
    case .glide(let start, let seconds, let from, let to):
      if time >= start + seconds { return to }
      return from + (to - from) * ((time - start) / seconds)
    case .spring(let start, let spring, let from, let to):
      if time >= start + spring.durationSeconds { return to }
      return (from + (to - from) * spring.progress(atSeconds: time - start)).clamped(to: 0...1)
    }
  }
}

extension Double {
  func clamped(to range: ClosedRange<Double>) -> Double {
    Swift.min(range.upperBound, Swift.max(range.lowerBound, self))
  }
}
