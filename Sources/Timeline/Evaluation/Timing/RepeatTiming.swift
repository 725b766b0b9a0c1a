package import Scenes

/// The repeated passes of a step or a group.
package struct RepeatTiming: Hashable, Sendable {
  /// The duration of one pass of a repeated step.
  package var length: FrameTime
  /// The number of passes; the last pass may be incomplete.
  package var count: Double
  /// Whether every second pass of the repeated step plays backwards.
  package var isAlternating: Bool
  /// The time between two passes, during which the end state of the previous pass stays visible.
  package var delay: FrameTime

  package init(
    length: FrameTime, count: Double = 1, isAlternating: Bool = false, delay: FrameTime = .zero
  ) {
    self.length = length
    self.count = count
    self.isAlternating = isAlternating
    self.delay = delay
  }

  /// The index of the last pass of a repeated step.
  package var last: Int { Int(clamped: count, rounded: .up, to: 1...Int.max) - 1 }

  /// The duration of all passes, including the pauses between them.
  package var whole: FrameTime {
    if count == 1 { return length }
    return FrameTime(seconds: length.seconds * count + delay.seconds * Double(last))
  }

  /// A position inside one pass of a repeated step.
  package struct Place: Hashable, Sendable {
    /// The fraction of the pass; it decreases in a pass that plays backwards.
    package var fraction: Double
    package var time: FrameTime
    /// Whether the pass of the repeated step plays backwards.
    package var isBackwards: Bool
  }

  package func place(at elapsed: FrameTime) -> Place {
    if length <= .zero {
      let isBackwards = isAlternating && last % 2 == 1
      return Place(fraction: isBackwards ? 0 : 1, time: .zero, isBackwards: isBackwards)
    }
    let cycle = max(1, (length + delay).ticks)
    var pass = Int(clamped: Double(elapsed.ticks / cycle), rounded: .down, to: 0...last)
    var time = min(FrameTime(ticks: elapsed.ticks - Int64(pass) * cycle), length)
    if elapsed >= whole {
      pass = last
      let rest = count - Double(last)
      time = rest >= 1 ? length : FrameTime(seconds: length.seconds * rest)
    }
    time = max(.zero, time)
    let isBackwards = isAlternating && pass % 2 == 1
    if isBackwards { time = length - time }
    return Place(
      fraction: time == length ? 1 : Double(time.ticks) / Double(length.ticks), time: time,
      isBackwards: isBackwards)
  }
}
