/// A time or a duration, as an integer number of units of 1/705,600,000 s.
///
/// The unit ("flick") divides every usual frame rate and sample rate, so times of frames add up exactly. Sums
/// and differences are clamped to 64 bits, 400 years, so that no operation traps; Planning refuses times
/// beyond `limit`.
package struct FrameTime: Hashable, Comparable, Sendable {
  package static let ticksPerSecond: Int64 = 705_600_000
  package static let zero = FrameTime(ticks: 0)
  /// The largest time of a document, and the largest absolute value of any time: a year.
  package static let limit = FrameTime(ticks: 31_536_000 * ticksPerSecond)

  package var ticks: Int64

  package init(ticks: Int64) { self.ticks = ticks }

  /// Rounds to the nearest tick, and clamps to the representable times. The time of NaN seconds is 0.
  package init(seconds: Double) {
    ticks = Int64(
      clamped: seconds * Double(Self.ticksPerSecond), rounded: .toNearestOrAwayFromZero)
  }

  /// The time that frame `index` shows at `framesPerSecond`: index / fps, to the nearest tick.
  package init(frame index: Int, framesPerSecond: Double) {
    self.init(seconds: Double(index) / framesPerSecond)
  }

  package var seconds: Double { Double(ticks) / Double(Self.ticksPerSecond) }

  /// Whether it is within `limit` of 0, on either side.
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

  /// The number of frames that show [0, self): ⌈duration · fps⌉, at least 1.
  package func frameCount(framesPerSecond: Double) -> Int {
    let exact = seconds * framesPerSecond
    // A duration is rounded to a tick, so that a product within a tick of an integer is that integer.
    let nearest = exact.rounded()
    let slack = framesPerSecond / Double(Self.ticksPerSecond)
    return Int(
      clamped: abs(exact - nearest) <= slack ? nearest : exact, rounded: .up, to: 1...Int.max)
  }
}
