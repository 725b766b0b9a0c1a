package import Scenes

/// The times and the delays of a GIF's frames. GIF counts in 1/100 s, and viewers slow down delays below 2, so the
/// highest rate is 50 frames a second. Delays are distributed so that every frame starts within half a hundredth of a
/// second of its exact time, and the total differs from the animation's duration by at most 1/100 s.
package struct GIFTiming: Hashable, Sendable {
  /// The times to render, in order.
  package let times: [FrameTime]
  /// The delays in 1/100 s, each at least 2.
  package let delays: [Int]
  /// The rate of the frames, which may be lower than the requested rate.
  package let framesPerSecond: Double
  /// A message for the user if the rate had to change.
  package let message: String?

  package static let fastest = 50.0
  private static let longestDelay = 65_535

  /// Creates the timing of the frames in [start, start + duration), followed by the final state for `hold`.
  package init(
    start: FrameTime = .zero, duration: FrameTime, framesPerSecond asked: Double,
    hold: FrameTime = .zero
  ) {
    let rate = min(asked, Self.fastest)
    var times: [FrameTime] = []
    var delays: [Int] = []
    func add(_ time: FrameTime, _ hundredths: Int) {
      var left = max(2, hundredths)
      while left > 0 {
        // A delay of more than the maximum is split into parts, and the last part must be at least the minimum of 2.
        let part = left > Self.longestDelay ? min(left - 2, Self.longestDelay) : left
        times.append(time)
        delays.append(part)
        left -= part
      }
    }
    let count = duration.frameCount(framesPerSecond: rate)
    let end = Self.hundredths(duration)
    for index in 0..<count {
      let time = FrameTime(frame: index, framesPerSecond: rate)
      let next = FrameTime(frame: index + 1, framesPerSecond: rate)
      let until = index + 1 == count ? end : Self.hundredths(next)
      add(start + time, until - Self.hundredths(time))
    }
    if hold > .zero { add(start + duration, Self.hundredths(duration + hold) - end) }
    self.times = times
    self.delays = delays
    framesPerSecond = rate
    message =
      asked > Self.fastest
      ? "a GIF shows at most 50 frames a second: it has \(times.count) frames at 50, "
        + "not \(plain(asked))"
      : nil
  }

  private static func hundredths(_ time: FrameTime) -> Int {
    let rounding = FrameTime(ticks: FrameTime.ticksPerSecond / 200)
    return Int((time + rounding).ticks / (FrameTime.ticksPerSecond / 100))
  }
}

/// Formats a number without needless decimals.
func plain(_ value: Double) -> String {
  value.magnitude < 1e15 ? Int(whole: value).map { String($0) } ?? String(value) : String(value)
}
