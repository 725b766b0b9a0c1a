/// A moment or a length of time, as an integer count of 1/705,600,000 s.
///
/// The unit ("flick") divides every usual frame and sample rate, so times of frames add up exactly.
package struct FrameTime: Hashable, Comparable, Sendable {
  package static let ticksPerSecond: Int64 = 705_600_000
  package static let zero = FrameTime(ticks: 0)

  package var ticks: Int64

  package init(ticks: Int64) { self.ticks = ticks }

  /// Rounds to the nearest tick; the caller has checked that `seconds` is finite and below 10⁹.
  package init(seconds: Double) {
    ticks = Int64((seconds * Double(Self.ticksPerSecond)).rounded(.toNearestOrAwayFromZero))
  }

  /// The time that frame `index` shows at `framesPerSecond`: index / fps, to the nearest tick.
  package init(frame index: Int, framesPerSecond: Double) {
    self.init(seconds: Double(index) / framesPerSecond)
  }

  package var seconds: Double { Double(ticks) / Double(Self.ticksPerSecond) }

  package static func < (a: FrameTime, b: FrameTime) -> Bool { a.ticks < b.ticks }
  package static func + (a: FrameTime, b: FrameTime) -> FrameTime {
    FrameTime(ticks: a.ticks + b.ticks)
  }
  package static func - (a: FrameTime, b: FrameTime) -> FrameTime {
    FrameTime(ticks: a.ticks - b.ticks)
  }

  /// How many frames show [0, self): ⌈duration · fps⌉, at least 1.
  package func frameCount(framesPerSecond: Double) -> Int {
    let exact = seconds * framesPerSecond
    // A duration is rounded to a tick, so a product within a tick of a whole number is that number.
    let nearest = exact.rounded()
    let slack = framesPerSecond / Double(Self.ticksPerSecond)
    return max(1, Int(abs(exact - nearest) <= slack ? nearest : exact.rounded(.up)))
  }
}
