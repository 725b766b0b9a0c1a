/// A part of the frames of a render, as users write it: `2/4` is the second of four equal parts, and `0-44` is a range
/// from its first to its last frame.
package struct Shard: Hashable, Sendable {
  private let text: String
  /// The number of the shard, from 1 to `count`.
  private let number: Int
  private let count: Int
  /// The range of frames if the user named it directly.
  private let range: ClosedRange<Int>?

  /// Parses A-B or K/N; nil for other texts. K is from 1 to N, and N is at most the maximum number of frames in a run.
  package init?(_ text: String) {
    self.text = text
    range = FrameRangeText.range(text)
    if let range, text.contains("-"), range.upperBound < FrameRangeText.end {
      (number, count) = (1, 1)
      return
    }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]),
      (1...FrameRangeText.limit).contains(count), (1...count).contains(number)
    else { return nil }
    self.number = number
    self.count = count
  }

  /// Returns the frames of this part out of `total`: consecutive frames, where the sizes of all parts differ by at most
  /// one. Returns nil if there are more parts than frames, or if the frames do not exist.
  package func frames(of total: Int) -> ClosedRange<Int>? {
    if let range { return range.upperBound < total ? range : nil }
    guard count <= total else { return nil }
    return (number - 1) * total / count...number * total / count - 1
  }

  /// Returns the reason why the frames of this part do not exist.
  func problem(of total: Int) -> String {
    range == nil
      ? "--shard \(text): there are only \(total) frames, so at most \(total) shards"
      : "--shard \(text): the number of the last frame is \(total - 1)"
  }
}

/// A selection of a render's frames.
package enum FrameSelection: Hashable, Sendable {
  case all
  /// The first and the last frame, inclusive; the last may be `FrameRangeText.end`, which means all further frames.
  case range(ClosedRange<Int>)
  case shard(Shard)
}
