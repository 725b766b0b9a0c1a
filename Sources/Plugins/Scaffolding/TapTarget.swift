internal import Scenes

/// The place on a screenshot that a finger would tap: an area of one colour that stands out from the
/// background and has the proportions of a button, a picture or a row.
struct TapTarget {
  /// The samples across the shorter side.
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
  }

  /// The centre of the best area as fractions of the width and height; nil where nothing stands out.
  var place: (x: Double, y: Double)? {
    guard let common = mostCommon else { return nil }
    var taken = [Bool](repeating: false, count: colors.count)
    var best: (score: Double, area: Area)?
    // A button has about 44 points, a ninth of a phone's shorter side; other screens are larger.
    let least = max(rows, columns) * 10 > min(rows, columns) * 16 ? 4 : 2
    for start in colors.indices where !taken[start] {
      let area = grown(from: start, &taken)
      let color = colors[start]
      let contrast = Self.distance(color, common)
      // Bars at the top of the screen belong to the system, and what is as wide as the screen is no button.
      guard contrast > 0.12, (least...12).contains(area.height), area.width * 5 >= area.height * 4,
        area.top * 14 > rows, area.width * 50 < columns * 49,
        area.count * 2 > area.width * area.height
      else { continue }
      let parts = [color.red, color.green, color.blue]
      let saturation = (parts.max() ?? 0) - (parts.min() ?? 0)
      let y = Double(area.top + area.bottom + 1) / Double(2 * rows)
      // The main button is wide, coloured and near the bottom; other things are tapped near the middle.
      let isWide = area.width >= 2 * area.height && area.width >= Self.samples / 5
      let score =
        (contrast + 2 * saturation) * (isWide ? 1 + y : 1 - (y - 0.45).magnitude)
        * Double(area.count) / Double(area.width * area.height)
      if score > best?.score ?? 0 { best = (score, area) }
    }
    return best.map {
      (
        Double($0.area.left + $0.area.right + 1) / Double(2 * columns),
        Double($0.area.top + $0.area.bottom + 1) / Double(2 * rows)
      )
    }
  }

  /// The neighbours of a sample that have its colour, theirs, and so on.
  private func grown(from start: Int, _ taken: inout [Bool]) -> Area {
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
        guard !taken[at], Self.distance(colors[at], colors[start]) < 0.06 else { continue }
        taken[at] = true
        open.append(at)
      }
    }
    return area
  }

  /// The background: the colour that most samples have, in steps of a sixteenth.
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
