internal import Scenes

/// Finds the extent of an opening that stops within the frame: the screens differ up to this extent, and are the same
/// beyond it.
enum OpeningReach {
  /// The number of distances into which the side of a cell is divided.
  private static let perCell = 2
  /// The minimum fraction of differing cells inside the extent, and the maximum fraction outside.
  private static let (within, beyond) = (0.5, 0.03)
  /// The minimum number of cells outside the extent.
  private static let least = 16

  /// Returns the extent in cells; nil if it is undetermined.
  static func find(
    _ change: ScreenChange, _ before: [Float], from first: Int, _ center: Point
  ) -> Double? {
    let columns = change.frames.columns
    // For each step of the distance: the number of cells, the number of cells that differ, and the sum of their
    // differences.
    var (counts, differing, levels) = ([Double](), [Double](), [Double]())
    for cell in change.free[first] where !change.ticks(cell) {
      let distance = OpeningAnalyzer.distance(
        Double(cell % columns), Double(cell / columns), center)
      let bin = Int(clamped: Double(perCell) * distance, rounded: .down, to: 0...4000)
      while counts.count <= bin {
        counts.append(0)
        differing.append(0)
        levels.append(0)
      }
      var square = 0.0
      for place in 3 * cell..<3 * cell + 3 {
        let way = Double(change.last[place] - before[place])
        square += way * way
      }
      counts[bin] += 1
      differing[bin] += square > 100 ? 1 : 0
      levels[bin] += square.squareRoot()
    }
    guard let edge = edge(counts, differing) else { return nil }
    return half(near: edge, counts, levels)
  }

  /// Returns the bin that separates cells that differ from cells that are equal.
  private static func edge(_ counts: [Double], _ differing: [Double]) -> Int? {
    var (outside, changed) = (0.0, 0.0)
    var edge = counts.count
    while edge > 0 {
      let (more, all) = (changed + differing[edge - 1], outside + counts[edge - 1])
      if more > 2, more > beyond * all { break }
      (changed, outside) = (more, all)
      edge -= 1
    }
    let inner = max(0, edge - 8 * perCell)..<edge
    let near = inner.reduce(0.0) { $0 + counts[$1] }
    let isEdge =
      outside >= Double(least) && near > 0
      && inner.reduce(0.0) { $0 + differing[$1] } > within * near
    return isEdge ? edge : nil
  }

  /// Returns the position at which the levels fall to half.
  private static func half(near edge: Int, _ counts: [Double], _ levels: [Double]) -> Double? {
    func mean(_ bins: Range<Int>) -> Double {
      let count = bins.reduce(0.0) { $0 + counts[$1] }
      return count > 0 ? bins.reduce(0.0) { $0 + levels[$1] } / count : 0
    }
    let inner = max(0, edge - 8 * perCell)..<max(1, edge - 2 * perCell)
    let goal = mean(inner) / 2
    func smooth(_ bin: Int) -> Double { mean(max(0, bin - 1)..<min(counts.count, bin + 2)) }
    for bin in max(1, edge - 3 * perCell)..<min(counts.count, edge + 2 * perCell) {
      let (a, b) = (smooth(bin - 1), smooth(bin))
      guard a >= goal, b < goal else { continue }
      // The position is interpolated between the middles of two bins.
      return (Double(bin) - 0.5 + (a - goal) / max(1e-9, a - b)) / Double(perCell)
    }
    return Double(edge) / Double(perCell)
  }
}
