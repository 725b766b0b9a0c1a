internal import Scenes

/// Describes a change of screens whose kind is unknown.
enum UnknownScreens {
  static func words(_ change: ScreenChange, _ found: [ScreenAnalyzer.Candidate]) -> String {
    let maps = (0..<change.count).map { ShareMap(change, change.first, change.last, $0) }
    let middle = maps.filter { (0.2...0.8).contains($0.mean) }
    if middle.count >= 2 {
      let off = middle.reduce(0.0) { $0 + $1.off }
      let whole = middle.reduce(0.0) { $0 + $1.weight }
      if off < 0.03 * whole {
        let decided = middle.reduce(0.0) { sum, map in
          sum
            + map.cells.reduce(0.0) {
              $0 + ((0.15...0.85).contains($1.share) ? 0 : $1.weight)
            }
        }
        return decided > 0.65 * whole
          ? "each part of the screen changes without moving, in pieces or along an unknown shape"
          : "the whole screen changes without moving, pixel by pixel or in an unknown pattern"
      }
    }
    let all = (0..<change.count).map { sharpness(change, $0) }
    let ends = min(all.first ?? 0, all.last ?? 0)
    if let least = all.min(), least < 0.25 * ends {
      return "the picture becomes blurred or coarse during the change, which is an effect on pixels"
    }
    return "parts of the screen move: measure does not follow pieces or turns in depth"
  }

  /// Returns the mean difference between cells and their neighbours.
  private static func sharpness(_ change: ScreenChange, _ index: Int) -> Double {
    let (cells, columns) = (change.frames.cells[index], change.frames.columns)
    var sum = 0.0
    for cell in change.free[index] where cell % columns > 0 {
      let d = Double(cells[cell] - cells[cell - 1])
      sum += d * d
    }
    return sum / Double(max(1, change.free[index].count))
  }
}
