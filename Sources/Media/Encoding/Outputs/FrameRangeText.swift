/// Parses ranges of frames as users write them: `A-B`, `A`, or `A-` for A to the last frame, counted from 0 and
/// including both ends.
package enum FrameRangeText {
  /// The maximum number of frames in a run.
  package static let limit = 1_000_000

  /// The upper bound of a range that extends to the last frame; no frame has this number.
  package static let end = limit

  /// Parses a range; nil if the text is not a range.
  package static func range(_ text: String) -> ClosedRange<Int>? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let first = Int(parts[0]), first >= 0, first < end else {
      return nil
    }
    if parts.last! == "" { return first...end }
    guard let last = Int(parts.last!), last >= first, last < end else { return nil }
    return first...last
  }
}
