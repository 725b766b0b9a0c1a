internal import Scenes

/// Recognises one screen that slides over the other, in from an edge or out to an edge.
enum SlideAnalyzer {
  private struct Way {
    var edge: ScreenAnalysis.Edge
    var isLeaving: Bool
    var follow: Double
    /// The columns and rows of cells in which the screen moves, with parts of cells at the edges.
    var columns: ClosedRange<Double>
    var rows: ClosedRange<Double>
  }

  /// `viewport` is the part of the frame in which the screens move; nil means the whole frame.
  static func analyze(
    _ change: ScreenChange, in viewport: Viewport? = nil
  ) -> ScreenAnalyzer.Candidate? {
    let side = Double(change.frames.side)
    let part = viewport?.frame
    let columns =
      part.map { Double($0.x) / side...Double($0.maxX) / side }
      ?? 0...Double(change.frames.columns)
    let rows =
      part.map { Double($0.y) / side...Double($0.maxY) / side } ?? 0...Double(change.frames.rows)
    let probes = (1...6).map { change.count * $0 / 7 }
    var best: (way: Way, cost: Double)?
    for edge in [ScreenAnalysis.Edge.left, .right, .top, .bottom] {
      for isLeaving in [false, true] {
        for follow in [0, 0.3, 1] {
          let way = Way(
            edge: edge, isLeaving: isLeaving, follow: follow, columns: columns, rows: rows)
          let cost = probes.reduce(0.0) { $0 + place(change, way, $1).cost }
          if cost < best?.cost ?? .infinity { best = (way, cost) }
        }
      }
    }
    guard var way = best?.way else { return nil }
    if way.follow > 0 { way.follow = follow(change, way, probes) }
    var (shares, left, whole) = ([Double](), 0.0, 0.0)
    for index in 0..<change.count {
      let found = place(change, way, index)
      shares.append(found.share)
      left += found.cost
      whole += found.whole
    }
    guard whole > 0, left < 0.3 * whole else { return nil }
    let curve = change.curve("the slide", shares, noise: 0.003, least: 0.05)
    guard (1...2).contains(curve.fit.phases.count), !curve.fit.isUnexplained else { return nil }
    var analysis = ScreenAnalysis(
      kind: .slide(edge: way.edge, isLeaving: way.isLeaving, follow: way.follow),
      times: change.times, curves: [curve])
    analysis.viewport = viewport
    return ScreenAnalyzer.Candidate(analysis: analysis, left: left / whole)
  }

  /// The distance that the lower screen moves, to a twentieth of the side.
  private static func follow(_ change: ScreenChange, _ way: Way, _ probes: [Int]) -> Double {
    let costs = (1...20).map { step -> (follow: Double, cost: Double) in
      var next = way
      next.follow = Double(step) / 20
      return (next.follow, probes.reduce(0.0) { $0 + place(change, next, $1).cost })
    }
    return costs.min { $0.cost < $1.cost }!.follow
  }

  /// The progress of the slide in a frame, from 0 to 1; the squared residual, and the squared residual of the
  /// more similar of the two screens.
  private static func place(
    _ change: ScreenChange, _ way: Way, _ index: Int
  ) -> (share: Double, cost: Double, whole: Double) {
    let coarse = (0...40).map { squares(change, way, index, Double($0) / 40).cost }
    var center = Double(coarse.indices.min { coarse[$0] < coarse[$1] }!) / 40
    for step in [1.0 / 120, 1.0 / 360] {
      center = (-3...3).map { min(1, max(0, center + Double($0) * step)) }
        .min { squares(change, way, index, $0).cost < squares(change, way, index, $1).cost }!
    }
    let step = 1.0 / 360
    let (cost, whole) = squares(change, way, index, center)
    guard center >= step, center <= 1 - step else { return (center, cost, whole) }
    let (a, c) = (
      squares(change, way, index, center - step).cost,
      squares(change, way, index, center + step).cost
    )
    let bend = a - 2 * cost + c
    if bend > 1e-9 { center += step * min(0.5, max(-0.5, 0.5 * (a - c) / bend)) }
    return (center, cost, whole)
  }

  private static func squares(
    _ change: ScreenChange, _ way: Way, _ index: Int, _ share: Double
  ) -> (cost: Double, whole: Double) {
    let frames = change.frames
    let columns = frames.columns
    let isAcross = way.edge == .left || way.edge == .right
    let part = isAcross ? way.columns : way.rows
    let length = part.upperBound - part.lowerBound
    let sign = way.edge == .left || way.edge == .top ? -1.0 : 1
    // The offset of the upper screen, and the offset of the lower screen on the other side.
    let upper = sign * length * (way.isLeaving ? share : 1 - share)
    let lower = -sign * length * way.follow * (way.isLeaving ? 1 - share : share)
    let (first, last) = (frames.cells[0], frames.cells[frames.cells.count - 1])
    let (top, bottom) = way.isLeaving ? (first, last) : (last, first)
    let (across, down) = (whole(way.columns), whole(way.rows))
    /// A level of a screen between its cells, along the axis; nil beyond its ends.
    func sample(_ cells: [Float], _ cell: Int, _ along: Double) -> Double? {
      guard along > part.lowerBound - 0.5, along < part.upperBound - 0.5 else { return nil }
      let all = isAcross ? across : down
      let low = Int(clamped: along, rounded: .down, to: all.lowerBound...all.upperBound - 1)
      let high = min(all.upperBound - 1, low + 1)
      let share = max(0, along - Double(low))
      func level(_ place: Int) -> Double {
        Double(
          cells[isAcross ? cell - cell % columns + place : place * columns + cell % columns])
      }
      return level(low) * (1 - share) + level(high) * share
    }
    var (cost, all) = (0.0, 0.0)
    for cell in change.free[index] where (cell % columns + cell / columns) % 2 == 0 {
      let (column, row) = (cell % columns, cell / columns)
      guard across.contains(column), down.contains(row) else { continue }
      let along = Double(isAcross ? column : row)
      guard let value = sample(top, cell, along - upper) ?? sample(bottom, cell, along - lower)
      else { continue }
      let seen = Double(frames.cells[index][cell])
      cost += (seen - value) * (seen - value)
      let still = min(
        (seen - Double(first[cell])).magnitude, (seen - Double(last[cell])).magnitude)
      all += still * still
    }
    return (cost, all)
  }

  /// The whole cells of a range.
  private static func whole(_ range: ClosedRange<Double>) -> Range<Int> {
    let low = Int(clamped: range.lowerBound, rounded: .up, to: 0...Int.max)
    return low..<max(low + 1, Int(clamped: range.upperBound, rounded: .down, to: 0...Int.max))
  }
}
