/// Frames as people write them: `A-B` or `A`, from 0, both included.
package enum FrameRangeText {
  /// The most frames that a run may have.
  package static let limit = 1_000_000

  /// nil for anything else.
  package static func range(_ text: String) -> ClosedRange<Int>? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let first = Int(parts[0]), let last = Int(parts.last!),
      first >= 0, last >= first, last < limit
    else { return nil }
    return first...last
  }
}
