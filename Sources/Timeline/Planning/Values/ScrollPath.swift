import Scenes

/// The offset of a scroll view in points after a number of seconds, as in UIScrollView.
///
/// When a finger lets go, the velocity falls by `rate` every millisecond
/// (`UIScrollView.DecelerationRate.normal`, 0.998). At the end of the content the remaining velocity
/// overshoots, and a critically damped spring with a natural frequency of 10 radians a second returns to the
/// end.
struct ScrollPath {
  private static let rate = 0.998
  private static let frequency = 10.0
  /// The distance from the end at which the scroll counts as finished.
  private static let rest = 0.5

  let start: Double
  let end: Double
  let seconds: Double
  /// Whether it follows an easing rather than a velocity.
  let isEased: Bool
  private let velocity: Double
  /// The time at which the scroll reaches an end, and its velocity at that time.
  private let bounce: (time: Double, velocity: Double)?

  init(from start: Double, to end: Double, seconds: Double) {
    self.start = start
    self.end = end
    self.seconds = seconds
    isEased = true
    velocity = 0
    bounce = nil
  }

  /// The motion after a release at `start` in points a second; 0 and `limit` are its ends.
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
