internal import Scenes

/// Recognises a flip: the first screen rotates about a line through its middle until only its edge is visible, and the
/// second screen appears as its back.
enum FlipAnalyzer {
  private struct Way {
    var isVertical: Bool
    /// The side of the screen that moves towards the viewer: 1 or -1.
    var sign: Double
    /// The viewer's distance, in cells.
    var distance: Double
  }

  static func analyze(_ change: ScreenChange) -> ScreenAnalyzer.Candidate? {
    let probes = (1...5).map { change.count * $0 / 6 }
    let side = Double(max(change.frames.columns, change.frames.rows))
    var best: (way: Way, cost: Double)?
    for isVertical in [true, false] {
      for sign in [-1.0, 1] {
        for distance in [0.88, 1.5, 3, 12] {
          let way = Way(isVertical: isVertical, sign: sign, distance: distance * side)
          let cost = probes.reduce(0.0) { $0 + place(change, way, $1, steps: 30).cost }
          if cost < best?.cost ?? .infinity { best = (way, cost) }
        }
      }
    }
    guard let way = best?.way else { return nil }
    var (shares, left, whole) = ([Double](), 0.0, 0.0)
    for index in 0..<change.count {
      let found = place(change, way, index, steps: 90)
      shares.append(found.share)
      left += found.cost
      whole += found.whole
    }
    guard whole > 0, left < 0.2 * whole else { return nil }
    let curve = change.curve("the turn", shares, noise: 0.006, least: 0.05)
    guard (1...2).contains(curve.fit.phases.count), !curve.fit.isUnexplained else { return nil }
    // The residual counts half, because a flip is tracked less accurately than a motion in the plane.
    return ScreenAnalyzer.Candidate(
      analysis: ScreenAnalysis(
        kind: .flip(
          isVertical: way.isVertical, distance: way.distance * Double(change.frames.side)),
        times: change.times, curves: [curve]),
      left: min(0.11, 0.5 * left / whole))
  }

  private static func place(
    _ change: ScreenChange, _ way: Way, _ index: Int, steps: Int
  ) -> (share: Double, cost: Double, whole: Double) {
    let costs = (0...steps).map { squares(change, way, index, Double($0) / Double(steps)) }
    let at = costs.indices.min { costs[$0].cost < costs[$1].cost }!
    var share = Double(at)
    if at > 0, at < steps {
      let (a, b, c) = (costs[at - 1].cost, costs[at].cost, costs[at + 1].cost)
      let bend = a - 2 * b + c
      if bend > 1e-9 { share += min(0.5, max(-0.5, 0.5 * (a - c) / bend)) }
    }
    return (share / Double(steps), costs[at].cost, costs[at].whole)
  }

  private static func squares(
    _ change: ScreenChange, _ way: Way, _ index: Int, _ share: Double
  ) -> (cost: Double, whole: Double) {
    let frames = change.frames
    let (columns, rows) = (frames.columns, frames.rows)
    let isFirst = share < 0.5
    let angle = Portable.pi * (isFirst ? share : 1 - share)
    let (sine, cosine) = Portable.sineCosine(angle)
    let lean = way.sign * sine / way.distance * (isFirst ? 1 : -1)
    let screen = isFirst ? frames.cells[0] : frames.cells[frames.cells.count - 1]
    let other = isFirst ? frames.cells[frames.cells.count - 1] : frames.cells[0]
    let (middleX, middleY) = (Double(columns) / 2, Double(rows) / 2)
    let (half, end) = way.isVertical ? (middleX, middleY) : (middleY, middleX)
    var (cost, whole) = (0.0, 0.0)
    var (sum, squares, count) = (0.0, 0.0, 0.0)
    for cell in change.free[index] where (cell % columns + cell / columns) % 2 == 0 {
      let (dx, dy) = (
        Double(cell % columns) + 0.5 - middleX, Double(cell / columns) + 0.5 - middleY
      )
      let (x, y) = way.isVertical ? (dx, dy) : (dy, dx)
      let seen = Double(frames.cells[index][cell])
      let still = min(
        (seen - Double(screen[cell])).magnitude, (seen - Double(other[cell])).magnitude)
      whole += still * still
      let below = cosine + x * lean
      let across = below > 1e-3 ? x / below : .infinity
      let down = y * (1 - across * lean)
      guard across.magnitude < half, down.magnitude < end else {
        // A cell that only shows the background counts with the background's colour.
        sum += seen
        squares += seen * seen
        count += 1
        continue
      }
      let (u, v) = way.isVertical ? (across, down) : (down, across)
      let column = Int(clamped: u + middleX, rounded: .down, to: 0...columns - 1)
      let row = Int(clamped: v + middleY, rounded: .down, to: 0...rows - 1)
      let d = seen - Double(screen[row * columns + column])
      cost += d * d
    }
    if count > 0 { cost += max(0, squares - sum * sum / count) }
    return (cost, whole)
  }
}
