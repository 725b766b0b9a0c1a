internal import Scenes

/// The rows of a picture that must be converted again, marked in bands of 16 rows.
struct DirtyRows {
  private static let band = 16
  private let height: Int
  private var isStale: [Bool]

  init(height: Int) {
    self.height = height
    isStale = Array(repeating: true, count: (height + Self.band - 1) / Self.band)
  }

  /// Marks the rows that the rectangles touch; nil marks all rows.
  mutating func add(_ changed: [PixelRect]?) {
    let rects = changed ?? [PixelRect(0, 0, 1, height)]
    for rect in rects where !rect.isEmpty {
      let last = min((rect.maxY - 1) / Self.band, isStale.count - 1)
      for i in stride(from: max(rect.y, 0) / Self.band, through: last, by: 1) { isStale[i] = true }
    }
  }

  /// Returns the marked rows in order, and clears them.
  mutating func take() -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for i in isStale.indices where isStale[i] {
      let rows = i * Self.band..<min(height, (i + 1) * Self.band)
      if let last = ranges.last, last.upperBound == rows.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<rows.upperBound
      } else {
        ranges.append(rows)
      }
      isStale[i] = false
    }
    return ranges
  }
}
