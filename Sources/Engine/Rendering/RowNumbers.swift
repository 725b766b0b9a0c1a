internal import Encoding

/// A set of rows of a table by their numbers from 1: `3,7,20-30`, or `20-` for all from 20 on.
package struct RowNumbers: Sendable {
  private let ranges: [ClosedRange<Int>]

  package init(_ range: ClosedRange<Int>) { ranges = [range] }

  /// Parses the list; nil if the text is not a list of numbers.
  package init?(_ text: String) {
    var ranges: [ClosedRange<Int>] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let range = FrameRangeText.range(String(part)), range.lowerBound >= 1 else {
        return nil
      }
      ranges.append(range)
    }
    self.ranges = ranges
  }

  package func contains(_ number: Int) -> Bool { ranges.contains { $0.contains(number) } }

  /// The first named number that is not in `numbers`, whose largest element is `last`.
  package func first(notIn numbers: Set<Int>, upTo last: Int) -> Int? {
    for range in ranges {
      let isOpen = range.upperBound == FrameRangeText.end
      let end = isOpen ? max(last, range.lowerBound) : range.upperBound
      if let missing = (range.lowerBound...end).first(where: { !numbers.contains($0) }) {
        // An open range ends at the last row.
        if !isOpen || range.lowerBound > last { return missing }
      }
    }
    return nil
  }
}
