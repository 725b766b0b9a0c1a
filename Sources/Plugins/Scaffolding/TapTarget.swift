internal import Scenes

/// Finds the place on a screenshot that a finger would tap: a button, which is an area of one colour
/// surrounded by another colour, or otherwise a picture, which is a rectangle on the background.
struct TapTarget {
  /// The number of samples along the shorter side of the screenshot.
  private static let samples = 48
  private let columns: Int
  private let rows: Int
  private let colors: [Color]

  init(_ bitmap: Bitmap) {
    let cell = Double(max(1, min(bitmap.width, bitmap.height))) / Double(Self.samples)
    columns = max(1, Int(clamped: Double(bitmap.width) / cell, rounded: .down))
    rows = max(1, Int(clamped: Double(bitmap.height) / cell, rounded: .down))
    var colors: [Color] = []
    for row in 0..<rows {
      for column in 0..<columns {
        colors.append(
          bitmap.color(
            min(bitmap.width - 1, Int(clamped: (Double(column) + 0.5) * cell, rounded: .down)),
            min(bitmap.height - 1, Int(clamped: (Double(row) + 0.5) * cell, rounded: .down))))
      }
    }
    self.colors = colors
  }

  private struct Area {
    var left: Int, top: Int, right: Int, bottom: Int
    var count = 0
    var width: Int { right - left + 1 }
    var height: Int { bottom - top + 1 }
    /// The fraction of its bounding rectangle that the area fills.
    var share: Double { Double(count) / Double(width * height) }
  }

  /// The centre of the best area in fractions of the width and height; nil if no area is clearly the best.
  var place: (x: Double, y: Double)? {
    guard let common = mostCommon else { return nil }
    var best: (score: Double, area: Area)?
    func offer(_ area: Area, _ score: Double) {
      if score > best?.score ?? 0.4 { best = (score, area) }
    }
    for (area, color) in areas(while: { Self.distance(colors[$0], colors[$1]) < 0.06 }) {
      let contrast = Self.distance(color, common)
      guard contrast > 0.12, area.height <= 12, area.share > 0.5, evenness(around: area) >= 0.7
      else { continue }
      let parts = [color.red, color.green, color.blue]
      let saturation = (parts.max() ?? 0) - (parts.min() ?? 0)
      // The main button is wide, coloured and near the bottom, while other areas are preferred near the
      // middle.
      let isWide = area.width >= 2 * area.height && area.width >= Self.samples / 5
      if isWide || saturation >= 0.25 {
        let y = middle(of: area).y
        offer(area, (contrast + 2 * saturation) * (isWide ? 0.3 + y : closeness(y)) * area.share)
      }
    }
    let stands = colors.map { Self.distance($0, common) > 0.12 }
    for (area, color) in areas(while: { stands[$0] == stands[$1] }) {
      guard Self.distance(color, common) > 0.12, area.height * 5 <= rows * 2, area.share > 0.8,
        evenness(around: area) >= 0.9
      else { continue }
      offer(area, closeness(middle(of: area).y) * area.share)
    }
    return best.map { middle(of: $0.area) }
  }

  private func closeness(_ y: Double) -> Double { 1 - (y - 0.45).magnitude }

  private func middle(of area: Area) -> (x: Double, y: Double) {
    (
      Double(area.left + area.right + 1) / Double(2 * columns),
      Double(area.top + area.bottom + 1) / Double(2 * rows)
    )
  }

  /// The areas that have the size and position of a button or a picture, with the colours of their first
  /// samples.
  private func areas(while isSame: (Int, Int) -> Bool) -> [(area: Area, color: Color)] {
    // A button is about 44 points high, a ninth of a phone's shorter side; the screens of other devices are
    // larger.
    let least = max(rows, columns) * 10 > min(rows, columns) * 16 ? 4 : 2
    var taken = [Bool](repeating: false, count: colors.count)
    var found: [(area: Area, color: Color)] = []
    for start in colors.indices where !taken[start] {
      let area = grown(from: start, &taken, isSame)
      // Bars at the top of the screen belong to the system, and an area that reaches the screen's edges is
      // not a button.
      if area.height >= least, area.width * 5 >= area.height * 4, area.top * 14 > rows,
        area.left > 0, area.right < columns - 1, area.bottom < rows - 1
      {
        found.append((area, colors[start]))
      }
    }
    return found
  }

  /// The fraction of the samples around an area that have about the most frequent colour among them.
  private func evenness(around area: Area) -> Double {
    var ring: [Color] = []
    for y in area.top - 1...area.bottom + 1 {
      for x in area.left - 1...area.right + 1
      where y < area.top || y > area.bottom || x < area.left || x > area.right {
        ring.append(colors[y * columns + x])
      }
    }
    let most = ring.map { one in ring.count { Self.distance(one, $0) < 0.12 } }.max() ?? 0
    return Double(most) / Double(max(1, ring.count))
  }

  /// The connected area of samples that are similar to a sample.
  private func grown(
    from start: Int, _ taken: inout [Bool], _ isSame: (Int, Int) -> Bool
  ) -> Area {
    var area = Area(
      left: start % columns, top: start / columns, right: start % columns, bottom: start / columns)
    var open = [start]
    taken[start] = true
    while let next = open.popLast() {
      let (x, y) = (next % columns, next / columns)
      area.count += 1
      (area.left, area.right) = (min(area.left, x), max(area.right, x))
      (area.top, area.bottom) = (min(area.top, y), max(area.bottom, y))
      for (x, y) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
      where (0..<columns).contains(x) && (0..<rows).contains(y) {
        let at = y * columns + x
        guard !taken[at], isSame(at, start) else { continue }
        taken[at] = true
        open.append(at)
      }
    }
    return area
  }

  /// The background colour: the most frequent colour of the samples, in steps of 1/16.
  private var mostCommon: Color? {
    func step(_ color: Color) -> [Int] {
      [color.red, color.green, color.blue].map { Int(clamped: $0 * 16, rounded: .down) }
    }
    var counts: [[Int]: Int] = [:]
    var best: (count: Int, color: Color)?
    for color in colors {
      let count = counts[step(color), default: 0] + 1
      counts[step(color)] = count
      if count > best?.count ?? 0 { best = (count, color) }
    }
    return best?.color
  }

  private static func distance(_ a: Color, _ b: Color) -> Double {
    max((a.red - b.red).magnitude, (a.green - b.green).magnitude, (a.blue - b.blue).magnitude)
  }
}
