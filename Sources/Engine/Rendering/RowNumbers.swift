internal import Encoding

/// A set of row numbers from 1 on, such as `3,7,20-30`, or `20-` for all rows from 20 on.
package struct RowNumbers: Sendable {
  private let ranges: [ClosedRange<Int>]

  package init(_ range: ClosedRange<Int>) { ranges = [range] }

  /// Parses a list of row numbers; nil if the text is invalid.
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

  /// Returns the first number of the set that is not in `numbers`; `last` is the largest element of
  /// `numbers`.
  package func first(notIn numbers: Set<Int>, upTo last: Int) -> Int? {
    for range in ranges {
      let isOpen = range.upperBound == FrameRangeText.end
      let end = isOpen ? max(last, range.lowerBound) : range.upperBound
      if let missing = (range.lowerBound...end).first(where: { !numbers.contains($0) }) {
        // A row range without an end includes all rows up to the last row.
        if !isOpen || range.lowerBound > last { return missing }
      }
    }
    return nil
  }
}
