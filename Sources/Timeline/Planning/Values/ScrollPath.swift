import Scenes

/// The offset of a scroll view in points as a function of seconds, as in UIScrollView.
///
/// After the finger lifts, the velocity is multiplied by `rate` every millisecond
/// (`UIScrollView.DecelerationRate.normal`, 0.998). At the end of the contents, the scroll view overshoots
/// with the remaining velocity, and a critically damped spring with a natural frequency of 10 rad/s returns
/// it.
struct ScrollPath {
  private static let rate = 0.998
  private static let frequency = 10.0
  /// The distance from the end in points at which the scroll counts as finished.
  private static let rest = 0.5

  let start: Double
  let end: Double
  let seconds: Double
  /// Whether the scroll follows an easing instead of a velocity.
  let isEased: Bool
  private let velocity: Double
  /// The time at which the scroll reaches an end of the contents, and its velocity at that time.
  private let bounce: (time: Double, velocity: Double)?

  init(from start: Double, to end: Double, seconds: Double) {
    self.start = start
    self.end = end
    self.seconds = seconds
    isEased = true
    velocity = 0
    bounce = nil
  }

  /// Creates the movement after a release at the offset `start`, with a velocity in points per second; the
  /// contents end at the offsets 0 and `limit`.
  init(from start: Double, velocity: Double, limit: Double) {
    self.start = start
    self.velocity = velocity
    isEased = false
    let decay = -1000 * Portable.log(Self.rate)
    let whole = velocity / decay
    let wall = velocity > 0 ? limit : 0
    if start + whole >= 0, start + whole <= limit {
      bounce = nil
      end = start + whole
      seconds = max(0.1, Portable.log(max(1, abs(whole) / Self.rest)) / decay)
      return
    }
    let share = min(1, max(0, (wall - start) / whole))
    let time = share < 1 ? -Portable.log(1 - share) / decay : 0
    let left = velocity * (1 - share)
    bounce = (time, left)
    end = wall
    var settling = 0.1
    while settling < 3, abs(left) * settling * Portable.exp(-Self.frequency * settling) > Self.rest
    {
      settling += 0.02
    }
    seconds = time + settling
  }

  func offset(at time: Double) -> Double {
    if time >= seconds { return end }
    if let bounce, time >= bounce.time {
      let after = time - bounce.time
      return end + bounce.velocity * after * Portable.exp(-Self.frequency * after)
    }
    let decay = -1000 * Portable.log(Self.rate)
    return start + velocity / decay * (1 - Portable.exp(-decay * time))
  }
}
