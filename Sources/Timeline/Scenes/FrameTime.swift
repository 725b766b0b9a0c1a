/// A time or a duration, as an integer number of units of 1/705,600,000 s.
///
/// The unit, called a flick, divides every common frame rate and sample rate, so that the times of frames are
/// exact. Sums and differences are clamped to 64 bits, about 400 years, so that no operation traps; Planning
/// refuses times beyond `limit`.
package struct FrameTime: Hashable, Comparable, Sendable {
  package static let ticksPerSecond: Int64 = 705_600_000
  package static let zero = FrameTime(ticks: 0)
  /// The largest time in a document, and the largest absolute value of any time: one year.
  package static let limit = FrameTime(ticks: 31_536_000 * ticksPerSecond)

  package var ticks: Int64

  package init(ticks: Int64) { self.ticks = ticks }

  /// Rounds seconds to the nearest tick, and clamps them to the representable times. A number of seconds that
  /// is NaN becomes the time 0.
  package init(seconds: Double) {
    ticks = Int64(
      clamped: seconds * Double(Self.ticksPerSecond), rounded: .toNearestOrAwayFromZero)
  }

  /// The time of frame `index` at a rate of `framesPerSecond`: index / fps, rounded to the nearest tick.
  package init(frame index: Int, framesPerSecond: Double) {
    self.init(seconds: Double(index) / framesPerSecond)
  }

  package var seconds: Double { Double(ticks) / Double(Self.ticksPerSecond) }

  /// Whether the absolute value of the time is at most `limit`.
  package var isWithinLimit: Bool { ticks.magnitude <= Self.limit.ticks.magnitude }

  package static func < (a: FrameTime, b: FrameTime) -> Bool { a.ticks < b.ticks }
  package static func + (a: FrameTime, b: FrameTime) -> FrameTime {
    let (sum, isTooFar) = a.ticks.addingReportingOverflow(b.ticks)
    return FrameTime(ticks: isTooFar ? (b.ticks < 0 ? .min : .max) : sum)
  }
  package static func - (a: FrameTime, b: FrameTime) -> FrameTime {
    let (difference, isTooFar) = a.ticks.subtractingReportingOverflow(b.ticks)
    return FrameTime(ticks: isTooFar ? (b.ticks < 0 ? .max : .min) : difference)
  }

  /// The number of frames that start in [0, self): ⌈duration · fps⌉, at least 1.
  package func frameCount(framesPerSecond: Double) -> Int {
    let exact = seconds * framesPerSecond
    // The duration was rounded to a tick, so a product within a tick of an integer counts as that integer.
    let nearest = exact.rounded()
    let slack = framesPerSecond / Double(Self.ticksPerSecond)
    return Int(
      clamped: abs(exact - nearest) <= slack ? nearest : exact, rounded: .up, to: 1...Int.max)
  }
}
