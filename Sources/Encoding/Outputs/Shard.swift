/// One of the equal parts into which the frames of a render are divided, as people write it: `2/4`.
package struct Shard: Hashable, Sendable {
  /// From 1 to `count`.
  package let number: Int
  package let count: Int

  /// nil for what is not K/N with K from 1 to N, at most as many as a run may have frames.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]),
      (1...FrameRangeText.limit).contains(count), (1...count).contains(number)
    else { return nil }
    self.number = number
    self.count = count
  }

  /// Its frames out of `total`: next to each other, as many as those of every other part or one more
  /// or less. nil when there are more parts than frames.
  package func frames(of total: Int) -> ClosedRange<Int>? {
    guard count <= total else { return nil }
    return (number - 1) * total / count...number * total / count - 1
  }
}

/// The frames of a render that are asked for.
package enum FrameSelection: Hashable, Sendable {
  case all
  /// First and last, inclusive; up to `FrameRangeText.end` it goes on to the last one.
  case range(ClosedRange<Int>)
  case shard(Shard)
}
