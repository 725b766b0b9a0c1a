internal import Scenes

/// One screen that slides over the other, from an edge or off to it.
enum SlideAnalyzer {
  private struct Way {
    var edge: ScreenAnalysis.Edge
    var isLeaving: Bool
    var follow: Double
  }

  static func analyze(_ change: ScreenChange) -> ScreenAnalysis? {
    let probes = (1...6).map { change.count * $0 / 7 }
    var best: (way: Way, cost: Double)?
    for edge in [ScreenAnalysis.Edge.left, .right, .top, .bottom] {
      for isLeaving in [false, true] {
        for follow in [0, 0.3, 1] {
          let way = Way(edge: edge, isLeaving: isLeaving, follow: follow)
          let cost = probes.reduce(0.0) { $0 + place(change, way, $1, steps: 48).cost }
          if cost < best?.cost ?? .infinity { best = (way, cost) }
        }
      }
    }
    guard let way = best?.way else { return nil }
    var shares: [Double] = []
    var (left, whole) = (0.0, 0.0)
    for index in 0..<change.count {
      let found = place(change, way, index, steps: 160)
      shares.append(found.share)
      if (0.05...0.95).contains(found.share) {
        left += found.cost
        whole += found.whole
      }
    }
    let seen = [Bool](repeating: true, count: change.count)
    let curve = change.curve("the slide", shares, noise: 0.003, least: 0.05, seen: seen)
    guard whole > 0, (1...2).contains(curve.fit.phases.count), !curve.fit.isUnexplained
    else { return nil }
    return ScreenAnalysis(
      kind: .slide(edge: way.edge, isLeaving: way.isLeaving, follow: way.follow),
      times: change.times, curves: [curve], explained: 1 - left / whole)
  }

  /// How far the slide has come in a frame, from 0 to 1; what is left of the squares, and what they would
  /// be for the mean of both screens.
  private static func place(
    _ change: ScreenChange, _ way: Way, _ index: Int, steps: Int
  ) -> (share: Double, cost: Double, whole: Double) {
    let costs = (0...steps).map { squares(change, way, index, Double($0) / Double(steps)) }
    var at = costs.indices.min { costs[$0].cost < costs[$1].cost }!
    let (cost, whole) = costs[at]
    var share = Double(at)
    if at > 0, at < steps {
      let (a, b, c) = (costs[at - 1].cost, cost, costs[at + 1].cost)
      let bend = a - 2 * b + c
      if bend > 1e-9 { share += min(0.5, max(-0.5, 0.5 * (a - c) / bend)) }
    }
    at = 0
    return (share / Double(steps), cost, whole)
  }

  private static func squares(
    _ change: ScreenChange, _ way: Way, _ index: Int, _ share: Double
  ) -> (cost: Double, whole: Double) {
    let frames = change.frames
    let (columns, rows) = (frames.columns, frames.rows)
    let isAcross = way.edge == .left || way.edge == .right
    let length = Double(isAcross ? columns : rows)
    let sign = way.edge == .left || way.edge == .top ? -1.0 : 1
    // How far the upper screen is off, and the lower one on the other side.
    let upper = sign * length * (way.isLeaving ? share : 1 - share)
    let lower = -sign * length * way.follow * (way.isLeaving ? 1 - share : share)
    let (top, bottom) = way.isLeaving ? (change.first, change.last) : (change.last, change.first)
    var (cost, whole) = (0.0, 0.0)
    for cell in change.free[index] where (cell % columns + cell / columns) % 2 == 0 {
      let (column, row) = (cell % columns, cell / columns)
      let along = Double(isAcross ? column : row)
      let value: Double
      if let over = sample(top, columns, rows, column, row, isAcross, along - upper) {
        value = over
      } else if let under = sample(bottom, columns, rows, column, row, isAcross, along - lower) {
        value = under
      } else {
        continue
      }
      let seen = Double(frames.cells[index][cell])
      cost += (seen - value) * (seen - value)
      let still = min(
        (seen - Double(change.first[cell])).magnitude, (seen - Double(change.last[cell])).magnitude)
      whole += still * still
    }
    return (cost, whole)
  }

  /// A level of a screen between its cells, along one axis; nil beyond its ends.
  private static func sample(
    _ cells: [Float], _ columns: Int, _ rows: Int, _ column: Int, _ row: Int, _ isAcross: Bool,
    _ along: Double
  ) -> Double? {
    let count = isAcross ? columns : rows
    guard along > -0.5, along < Double(count) - 0.5 else { return nil }
    let low = Int(clamped: along, rounded: .down, to: 0...count - 1)
    let high = min(count - 1, low + 1)
    let part = max(0, along - Double(low))
    func level(_ place: Int) -> Double {
      Double(cells[isAcross ? row * columns + place : place * columns + column])
    }
    return level(low) * (1 - part) + level(high) * part
  }
}
