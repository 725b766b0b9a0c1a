internal import Scenes

/// Recognises a cover of one colour that fades in over the first screen, and remains at a fraction of its opacity or
/// disappears from the second screen.
enum ScrimAnalyzer {
  /// A frame as a mixture of a screen and a colour: the remaining fraction of the screen, and the added colour.
  private struct Mixed {
    var share: Double
    var added: [Double]
    /// The sum of the squared residuals.
    var left: Double
    /// The squared deviation of the screen from its mean colour.
    var variety: Double

    init?(_ frame: [Float], _ base: [Float], _ some: [Int]) {
      guard some.count > 20 else { return nil }
      var (means, bases) = ([0.0, 0, 0], [0.0, 0, 0])
      for cell in some {
        for part in 0..<3 {
          means[part] += Double(frame[3 * cell + part])
          bases[part] += Double(base[3 * cell + part])
        }
      }
      let count = Double(some.count)
      var (product, square, whole) = (0.0, 0.0, 0.0)
      for cell in some {
        for part in 0..<3 {
          let b = Double(base[3 * cell + part]) - bases[part] / count
          let x = Double(frame[3 * cell + part]) - means[part] / count
          product += b * x
          square += b * b
          whole += x * x
        }
      }
      guard square > 16 * count else { return nil }
      share = product / square
      let share = share
      added = (0..<3).map { (means[$0] - share * bases[$0]) / count }
      left = max(0, whole - product * product / square)
      variety = square
    }

    var isGood: Bool { left < 0.04 * variety && (-0.05...1.05).contains(share) }
  }

  /// Recognises a cover that remains, a cover that appears over one screen and disappears again, or an existing cover
  /// that disappears.
  static func dim(_ change: ScreenChange) -> ScreenAnalyzer.Candidate? {
    dim(change, change.first, change.last) ?? dim(change, change.last, change.first)
  }

  private static func dim(
    _ change: ScreenChange, _ base: [Float], _ other: [Float]
  ) -> ScreenAnalyzer.Candidate? {
    let last = change.count - 1
    guard let whole = Mixed(other, base, change.free[last]), whole.isGood,
      whole.left < 0.02 * whole.variety
    else { return nil }
    let all = mixed(change, base)
    guard let color = color(of: all), let most = all.compactMap({ $0?.share }).min(), most < 0.95
    else { return nil }
    var (levels, left) = ([Double](), 0.0)
    for index in 0..<change.count {
      let found = level(change, index, base, color)
      levels.append(found.level)
      left += found.left
    }
    let curve = change.curve("the dimming", levels, noise: 0.006, least: 0.04)
    guard !curve.fit.phases.isEmpty, !curve.fit.isUnexplained else { return nil }
    return ScreenAnalyzer.Candidate(
      analysis: ScreenAnalysis(
        kind: .dim(Color(levels: color)), times: change.times, curves: [curve]),
      left: left / change.energy, isCertain: whole.left < 0.005 * whole.variety)
  }

  /// Recognises a cover that hides the first screen, and then uncovers the second screen.
  static func analyze(_ change: ScreenChange) -> ScreenAnalyzer.Candidate? {
    let rising = mixed(change, change.first)
    let good = rising.indices.filter { rising[$0]?.isGood ?? false }
    guard let fullest = good.min(by: { rising[$0]!.share < rising[$1]!.share }),
      rising[fullest]!.share < 0.3, fullest > 0, fullest < change.count - 1,
      let color = color(of: Array(rising[0...fullest]))
    else { return nil }
    let plain = (0..<change.count).filter { isPlain(change, $0, color) }
    let (first, last) = (plain.first ?? fullest + 1, plain.last ?? fullest)
    guard first > 0, last < change.count - 1, plain.isEmpty || last - first < 2 * plain.count + 2
    else { return nil }
    var (levels, seen, left) = ([Double](), [Bool](), 0.0)
    for index in 0..<change.count {
      let found = level(change, index, change.first, color)
      let isBefore = index <= last
      levels.append(isBefore ? min(1.05, max(-0.05, found.level)) : 1)
      seen.append(isBefore)
      left += isBefore ? found.left : 0
    }
    let veil = change.curve(
      "the veil", [levels], noise: [0.006], least: [0.1], seen: seen, before: [0], after: [1],
      labels: ["from 0 to 1"])
    guard let veil else { return nil }
    return leaving(change, color, from: first, isPlain: !plain.isEmpty, veil, left)
  }

  private static func leaving(
    _ change: ScreenChange, _ color: [Double], from first: Int, isPlain: Bool, _ veil: ScreenCurve,
    _ left: Double
  ) -> ScreenAnalyzer.Candidate? {
    let cover = (0..<change.first.count).map { Float(color[$0 % 3]) }
    var all: [ScreenAnalyzer.Candidate] = []
    func add(_ leaving: ScreenAnalysis.Leaving, _ curve: ScreenCurve, _ more: Double) {
      all.append(
        ScreenAnalyzer.Candidate(
          analysis: ScreenAnalysis(
            kind: .veil(Color(levels: color), leaving), times: change.times, curves: [veil, curve]),
          left: (left + more) / change.energy))
    }
    var (levels, seen, more) = ([Double](), [Bool](), 0.0)
    for index in 0..<change.count {
      let found = level(change, index, change.last, color)
      let isAfter = index >= first
      levels.append(isAfter ? 1 - found.level : 0)
      seen.append(isAfter)
      more += isAfter ? found.left : 0
    }
    let curve = change.curve(
      "the veil leaves", [levels], noise: [0.006], least: [0.1], seen: seen, before: [0],
      after: [1],
      labels: ["from 0 to 1"])
    if let curve { add(.fade, curve, more) }
    if isPlain, let found = OpeningAnalyzer.find(change, over: cover, from: first) {
      add(.opening(found.opening), found.curve, found.left)
    }
    return all.min { $0.left < $1.left }
  }

  private static func mixed(_ change: ScreenChange, _ base: [Float]) -> [Mixed?] {
    (0..<change.count).map { Mixed(change.frames.colors[$0], base, change.free[$0]) }
  }

  /// Returns the mixed colour in levels; nil if no frame determines the colour.
  private static func color(of all: [Mixed?]) -> [Double]? {
    var (sum, weight) = ([0.0, 0, 0], 0.0)
    for case .some(let one) in all where one.isGood && one.share < 0.85 {
      let part = 1 - one.share
      for channel in 0..<3 { sum[channel] += part * one.added[channel] }
      weight += part * part
    }
    guard weight > 0.02 else { return nil }
    let color = sum.map { $0 / weight }
    guard color.allSatisfy({ (-25...280).contains($0) }) else { return nil }
    return color.map { min(255, max(0, $0)) }
  }

  /// Returns the level of the colour over a screen in a frame, and the sum of the squared residuals.
  private static func level(
    _ change: ScreenChange, _ index: Int, _ base: [Float], _ color: [Double]
  ) -> (level: Double, left: Double) {
    let frame = change.frames.colors[index]
    var (product, square, whole) = (0.0, 0.0, 0.0)
    for cell in change.free[index] {
      for part in 0..<3 {
        let b = Double(base[3 * cell + part])
        let way = color[part] - b
        let seen = Double(frame[3 * cell + part]) - b
        product += way * seen
        square += way * way
        whole += seen * seen
      }
    }
    guard square > 0 else { return (0, whole) }
    return (product / square, max(0, whole - product * product / square))
  }

  /// Returns whether hardly more than one colour is visible.
  private static func isPlain(_ change: ScreenChange, _ index: Int, _ color: [Double]) -> Bool {
    let cells = change.frames.colors[index]
    let off = change.free[index].count { cell in
      (0..<3).contains { (Double(cells[3 * cell + $0]) - color[$0]).magnitude > 6 }
    }
    return off * 200 <= change.free[index].count
  }
}

extension Color {
  fileprivate init(levels: [Double]) {
    let parts = levels.map { min(1, max(0, ($0 / 1).rounded() / 255)) }
    self.init(red: parts[0], green: parts[1], blue: parts[2], alpha: 1)
  }
}
