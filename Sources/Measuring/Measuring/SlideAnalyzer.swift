internal import Scenes

/// Recognises one screen that slides over the other screen, in from an edge or out to an edge.
enum SlideAnalyzer {
  private struct Way {
    var slide: ScreenAnalysis.Slide
    /// The columns and rows of cells in which the screen moves, with parts of cells at its edges.
    var columns: ClosedRange<Double>
    var rows: ClosedRange<Double>
  }

  /// Recognises a slide; `viewport` is the part of the frame in which the screens move, and nil means the whole frame.
  /// In a plain slide, neither screen changes its opacity, and the upper screen comes from beyond the edge.
  static func analyze(
    _ change: ScreenChange, in viewport: Viewport? = nil, isPlain: Bool = true
  ) -> ScreenAnalyzer.Candidate? {
    let side = Double(change.frames.side)
    let part = viewport?.frame
    let columns =
      part.map { Double($0.x) / side...Double($0.maxX) / side }
      ?? 0...Double(change.frames.columns)
    let rows =
      part.map { Double($0.y) / side...Double($0.maxY) / side } ?? 0...Double(change.frames.rows)
    let probes = isPlain ? (1...6).map { change.count * $0 / 7 } : moving(change)
    var best: (way: Way, cost: Double)?
    for edge in [ScreenAnalysis.Edge.left, .right, .top, .bottom] {
      for isLeaving in [false, true] {
        let slide = ScreenAnalysis.Slide(edge: edge, isLeaving: isLeaving)
        for slide in isPlain ? plain(slide) : changing(slide) {
          let way = Way(slide: slide, columns: columns, rows: rows)
          let cost = Self.cost(way, change, probes)
          if cost < best?.cost ?? .infinity { best = (way, cost) }
        }
      }
    }
    guard var way = best?.way else { return nil }
    if isPlain {
      if way.slide.follow > 0 {
        fit(&way, \.follow, (1...20).map { Double($0) / 20 }, change, probes)
      }
    } else {
      fitAll(&way, change, probes)
    }
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
      kind: .slide(way.slide), times: change.times, curves: [curve])
    analysis.viewport = viewport
    return ScreenAnalyzer.Candidate(analysis: analysis, left: left / whole)
  }

  private static func plain(_ slide: ScreenAnalysis.Slide) -> [ScreenAnalysis.Slide] {
    [0, 0.3, 1].map {
      var slide = slide
      slide.follow = $0
      return slide
    }
  }

  /// Returns slides over a screen that dims, and slides of a screen that fades in from half of the distance.
  private static func changing(_ slide: ScreenAnalysis.Slide) -> [ScreenAnalysis.Slide] {
    var (black, white, fading) = (slide, slide, slide)
    (black.dim, white.dim, white.ground) = (0.4, 0.4, 1)
    (fading.distance, fading.fades) = (0.5, true)
    return [black, white, fading]
  }

  /// Returns six frames that differ much from both screens.
  private static func moving(_ change: ScreenChange) -> [Int] {
    let far = (0..<change.count).map { index in
      min(
        ScreenChange.squares(change.frames.colors[index], change.first, change.free[index]),
        ScreenChange.squares(change.frames.colors[index], change.last, change.free[index]))
    }
    let most = far.max() ?? 0
    let some = far.indices.filter { far[$0] > 0.2 * most }
    return (0..<min(6, some.count)).map { some[$0 * (some.count - 1) / 5] }
  }

  /// Fits the opacities and distances of a slide, one after another, in steps that become finer.
  private static func fitAll(_ way: inout Way, _ change: ScreenChange, _ probes: [Int]) {
    let tenths = (0...10).map { Double($0) / 10 }
    let grounds = [0.0, 1].map { ground in
      var one = way
      one.slide.ground = ground
      fit(&one, \.dim, tenths, change, probes)
      return (way: one, cost: cost(one, change, probes))
    }
    way = (grounds[1].cost < grounds[0].cost ? grounds[1] : grounds[0]).way
    if way.slide.fades { fit(&way, \.distance, Array(tenths[1...]), change, probes) }
    fit(&way, \.follow, tenths, change, probes)
    for value in [\ScreenAnalysis.Slide.dim, \.distance, \.follow] {
      guard value != \.distance || way.slide.fades else { continue }
      let middle = way.slide[keyPath: value]
      fit(&way, value, [-0.05, 0, 0.05].map { min(1, max(0, middle + $0)) }, change, probes)
    }
    var undimmed = way
    undimmed.slide.dim = 0
    // A value of 0 or a round value is preferred to another value that explains no more.
    if cost(undimmed, change, probes) < 1.05 * cost(way, change, probes) { way = undimmed }
    for value in [\ScreenAnalysis.Slide.dim, \.distance] {
      let middle = way.slide[keyPath: value]
      guard value == \.dim ? middle > 0 : way.slide.fades else { continue }
      let finer = (-4...4).map { min(1, max(0, middle + Double($0) / 100)) }
      let (before, rough) = (way, cost(way, change, probes))
      fit(&way, value, finer, change, probes)
      if cost(way, change, probes) > 0.95 * rough { way = before }
    }
  }

  private static func cost(_ way: Way, _ change: ScreenChange, _ probes: [Int]) -> Double {
    probes.reduce(0.0) { $0 + place(change, way, $1).cost }
  }

  /// Chooses the value with which a slide explains some frames best.
  private static func fit(
    _ way: inout Way, _ value: WritableKeyPath<ScreenAnalysis.Slide, Double>, _ values: [Double],
    _ change: ScreenChange, _ probes: [Int]
  ) {
    let costs = values.map { one -> Double in
      way.slide[keyPath: value] = one
      return cost(way, change, probes)
    }
    way.slide[keyPath: value] = values[costs.indices.min { costs[$0] < costs[$1] }!]
  }

  /// Returns the progress of the slide in a frame, from 0 to 1, or above 1 where the slide overshoots; the squared
  /// residual; and the squared residual of the more similar of the two screens.
  private static func place(
    _ change: ScreenChange, _ way: Way, _ index: Int
  ) -> (share: Double, cost: Double, whole: Double) {
    // Positions beyond the edge are not tested for a screen that leaves, because they are not visible.
    let most = way.slide.isLeaving ? 40 : 48
    let coarse = (0...most).map { squares(change, way, index, Double($0) / 40).cost }
    var center = Double(coarse.indices.min { coarse[$0] < coarse[$1] }!) / 40
    for step in [1.0 / 120, 1.0 / 360] {
      center = (-3...3).map { min(Double(most) / 40, max(0, center + Double($0) * step)) }
        .min { squares(change, way, index, $0).cost < squares(change, way, index, $1).cost }!
    }
    let step = 1.0 / 360
    let (cost, whole) = squares(change, way, index, center)
    guard center >= step, (center - 1).magnitude >= step, center <= 1 || !way.slide.isLeaving else {
      return (center, cost, whole)
    }
    let (a, c) = (
      squares(change, way, index, center - step).cost,
      squares(change, way, index, center + step).cost
    )
    let bend = a - 2 * cost + c
    guard bend > 1e-9 else { return (center, cost, whole) }
    center += step * min(0.5, max(-0.5, 0.5 * (a - c) / bend))
    return (center, max(0, cost - 0.125 * (a - c) * (a - c) / bend), whole)
  }

  private static func squares(
    _ change: ScreenChange, _ way: Way, _ index: Int, _ share: Double
  ) -> (cost: Double, whole: Double) {
    let frames = change.frames
    let columns = frames.columns
    let slide = way.slide
    let isAcross = slide.edge == .left || slide.edge == .right
    let part = isAcross ? way.columns : way.rows
    let length = part.upperBound - part.lowerBound
    let sign = slide.edge == .left || slide.edge == .top ? -1.0 : 1
    // The offset of the upper screen from its final position, and the offset of the lower screen on the other side.
    let there = slide.isLeaving ? 1 - share : share
    let upper = sign * length * slide.distance * (1 - there)
    let lower = -sign * length * slide.follow * there
    let opacity = slide.fades ? min(1, there) : 1
    let dim = min(1, slide.dim * there)
    let (first, last) = (frames.cells[0], frames.cells[frames.cells.count - 1])
    let (top, bottom) = slide.isLeaving ? (first, last) : (last, first)
    let (across, down) = (whole(way.columns), whole(way.rows))
    /// Returns the level of a screen between its cells along the axis; nil beyond its ends.
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
      let above = sample(top, cell, along - upper)
      var value = above ?? 0
      if above == nil || opacity < 1 {
        let under = sample(bottom, cell, along - lower)
        guard above != nil || under != nil else { continue }
        let ground = 255 * slide.ground
        let below = under.map { $0 + (ground - $0) * dim } ?? ground
        value = above.map { below + ($0 - below) * opacity } ?? below
      }
      let seen = Double(frames.cells[index][cell])
      cost += (seen - value) * (seen - value)
      let still = min(
        (seen - Double(first[cell])).magnitude, (seen - Double(last[cell])).magnitude)
      all += still * still
    }
    return (cost, all)
  }

  /// Returns the whole cells of a range.
  private static func whole(_ range: ClosedRange<Double>) -> Range<Int> {
    let low = Int(clamped: range.lowerBound, rounded: .up, to: 0...Int.max)
    return low..<max(low + 1, Int(clamped: range.upperBound, rounded: .down, to: 0...Int.max))
  }
}
