internal import Scenes

/// A cover of one colour that fades in over the first screen and leaves from the second.
enum VeilAnalyzer {
  static func analyze(_ change: ScreenChange) -> ScreenAnalysis? {
    guard let plain = plainFrame(change) else { return nil }
    let count = change.count
    let level = mean(change.frames.cells[plain], change.free[plain])
    let cover = [Float](repeating: Float(level), count: change.first.count)
    // What is seen of the cover before, and of the second screen after the plain frames.
    let last = (plain..<count).last { isPlain(change, $0, level) } ?? plain
    let first = (0...plain).first { isPlain(change, $0, level) } ?? plain
    var (rising, seen) = ([Double](), [Bool]())
    var (left, whole) = (0.0, 0.0)
    for index in 0..<count {
      let mixture = Mixture(
        change.frames.cells[index], change.first, cover, change.free[index])
      let isBefore = index <= last
      rising.append(isBefore ? mixture.share ?? 0 : 1)
      seen.append(isBefore && mixture.share != nil)
      if isBefore {
        left += mixture.left
        whole += mixture.whole
      }
    }
    let explained = 1 - left / max(1e-9, whole)
    guard explained > 0.8 else { return nil }
    let cover1 = change.curve("the veil", rising, noise: 0.006, least: 0.1, seen: seen)
    guard !cover1.fit.phases.isEmpty else { return nil }
    return leaving(change, cover, level, from: first, cover1, explained)
  }

  private static func leaving(
    _ change: ScreenChange, _ cover: [Float], _ level: Double, from first: Int,
    _ rising: ScreenCurve, _ explained: Double
  ) -> ScreenAnalysis? {
    let color = Color(white: level / 255)
    if let opening = OpeningAnalyzer.find(change, over: cover, from: first) {
      return ScreenAnalysis(
        kind: .veil(color, .opening(opening.opening)), times: change.times,
        curves: [rising, opening.curve], explained: min(explained, opening.explained))
    }
    var (falling, seen) = ([Double](), [Bool]())
    var (left, whole) = (0.0, 0.0)
    for index in 0..<change.count {
      let mixture = Mixture(change.frames.cells[index], cover, change.last, change.free[index])
      let isAfter = index >= first
      falling.append(isAfter ? mixture.share ?? 1 : 0)
      seen.append(isAfter && mixture.share != nil)
      if isAfter {
        left += mixture.left
        whole += mixture.whole
      }
    }
    let curve = change.curve("the veil leaves", falling, noise: 0.006, least: 0.1, seen: seen)
    guard !curve.fit.phases.isEmpty else { return nil }
    return ScreenAnalysis(
      kind: .veil(color, .fade), times: change.times, curves: [rising, curve],
      explained: min(explained, 1 - left / max(1e-9, whole)))
  }

  /// A frame in which hardly anything but one colour is seen.
  private static func plainFrame(_ change: ScreenChange) -> Int? {
    let usual = spread(change.first, change.free[0])
    guard usual > 4 else { return nil }
    let best = (1..<change.count - 1).min {
      spread(change.frames.cells[$0], change.free[$0])
        < spread(change.frames.cells[$1], change.free[$1])
    }
    guard let best, spread(change.frames.cells[best], change.free[best]) < min(2.5, 0.1 * usual)
    else { return nil }
    return best
  }

  private static func isPlain(_ change: ScreenChange, _ index: Int, _ level: Double) -> Bool {
    let cells = change.frames.cells[index]
    let off = change.free[index].count { (Double(cells[$0]) - level).magnitude > 4 }
    return off * 200 <= change.free[index].count
  }

  private static func mean(_ cells: [Float], _ some: [Int]) -> Double {
    some.reduce(0.0) { $0 + Double(cells[$1]) } / Double(max(1, some.count))
  }

  /// The deviation of most cells: some may hold what shines through or casts a shadow.
  private static func spread(_ cells: [Float], _ some: [Int]) -> Double {
    guard some.count > 20 else { return .infinity }
    let middle = some.map { cells[$0] }.sorted()[some.count / 2]
    let off = some.map { (cells[$0] - middle).magnitude }.sorted()
    return Double(off[off.count * 97 / 100])
  }
}

extension Color {
  fileprivate init(white: Double) {
    let level = min(1, max(0, (white * 255).rounded() / 255))
    self.init(red: level, green: level, blue: level, alpha: 1)
  }
}
