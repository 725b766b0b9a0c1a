/// A part of the frames of a render, as written by users: A part of the frames: `2/4`, the second of four
/// equal parts, or `0-44`, its first and last frame.
package struct Shard: Hashable, Sendable {
  private let text: String
  /// The number of the shard, from 1 to `count`.
  private let number: Int
  private let count: Int
  /// The range of frames, if it is given directly.
  private let range: ClosedRange<Int>?

  /// Parses A-B or K/N with K from 1 to N, where N is at most the largest number of frames of a run; nil for
  /// other texts.
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

  /// The frames of this part out of `total`: consecutive frames, with the same number in every part or one
  /// more or less. Nil if there are more parts than frames, or if the frames do not exist.
  package func frames(of total: Int) -> ClosedRange<Int>? {
    if let range { return range.upperBound < total ? range : nil }
    guard count <= total else { return nil }
    return (number - 1) * total / count...number * total / count - 1
  }

  /// The reason why the frames do not exist.
  func problem(of total: Int) -> String {
    range == nil
      ? "--shard \(text): there are only \(total) frames, so at most \(total) shards"
      : "--shard \(text): the number of the last frame is \(total - 1)"
  }
}

/// The frames of a render that are selected.
package enum FrameSelection: Hashable, Sendable {
  case all
  /// The first and the last frame, inclusive; `FrameRangeText.end` as the last means all further frames.
  case range(ClosedRange<Int>)
  case shard(Shard)
}
