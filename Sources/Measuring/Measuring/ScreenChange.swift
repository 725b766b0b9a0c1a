internal import Scenes

/// The first and the last frame as cells, and the frames between them.
struct ScreenChange {
  let frames: ScreenFrames
  /// The colours of the first and of the last frame, with three values for each cell.
  let first: [Float]
  let last: [Float]
  let interval: Double
  /// The cells that no layer covers, for each frame.
  let free: [[Int]]
  /// The sum of the squared differences of all frames from the nearer end.
  private(set) var energy = 0.0
  private let differing: Int
  /// Whether a layer covers the cell in some frame, for each cell: a codec leaves traces of the layer in such cells.
  private let isSwept: [Bool]
  /// The minimum change of a cell in levels, for cells that layers pass and for other cells; between the ends, twice as
  /// many levels are required.
  private static let least: (swept: Float, other: Float) = (12, 3)

  /// Creates a change; `covered` are the cells that layers cover in some frame.
  init(_ frames: ScreenFrames, interval: Double, free: [[Int]], covered: Set<Int> = []) {
    self.frames = frames
    self.interval = interval
    self.free = free
    let (first, last) = (frames.colors[0], frames.colors[frames.colors.count - 1])
    self.first = first
    self.last = last
    for index in frames.colors.indices {
      let cells = frames.colors[index]
      energy += min(
        Self.squares(cells, first, free[index]), Self.squares(cells, last, free[index]))
    }
    energy = max(1e-9, energy)
    let isSwept = first.indices.prefix(first.count / 3).map(covered.contains)
    self.isSwept = isSwept
    differing = Set(free[0]).intersection(free[free.count - 1])
      .count {
        (frames.cells[0][$0] - frames.cells[frames.cells.count - 1][$0]).magnitude
          > (isSwept[$0] ? Self.least.swept : Self.least.other)
      }
  }

  var times: [Double] { frames.times }
  var count: Int { frames.cells.count }

  /// Whether the screens differ at the end, or differed in between: a veil may appear over one screen and disappear again.
  var isThere: Bool {
    let least = max(12, frames.columns * frames.rows / 200)
    if differing > least { return true }
    return (1..<count - 1).contains { index in
      free[index].count {
        (frames.cells[0][$0] - frames.cells[index][$0]).magnitude
          > 2 * (isSwept[$0] ? Self.least.swept : Self.least.other)
      } > 4 * least
    }
  }

  /// Returns whether a cell changes back and forth, like a cell of a clock.
  func ticks(_ cell: Int) -> Bool {
    var (turns, way) = (0, Float(0))
    for (a, b) in zip(frames.cells, frames.cells.dropFirst()) {
      let step = b[cell] - a[cell]
      guard step.magnitude > 10 else { continue }
      if step * way < 0 { turns += 1 }
      way = step
    }
    return turns >= 2
  }

  /// The part of the frames in which the screens differ, in cells; it excludes bars beside the picture.
  var differingPart: (left: Int, top: Int, right: Int, bottom: Int) {
    var part = (left: frames.columns, top: frames.rows, right: 0, bottom: 0)
    for cell in free[0]
    where (frames.cells[0][cell] - frames.cells[count - 1][cell]).magnitude > 3 {
      let (x, y) = (cell % frames.columns, cell / frames.columns)
      part = (
        min(part.left, x), min(part.top, y), max(part.right, x + 1), max(part.bottom, y + 1)
      )
    }
    return part
  }

  /// Whether all changes in all frames are inside one edge of the frame by more than a cell.
  var isInside: Bool {
    var (columns, rows) = (Set<Int>(), Set<Int>())
    for cell in free[0] {
      let level = frames.cells[0][cell]
      guard frames.cells.contains(where: { ($0[cell] - level).magnitude > 3 }) else { continue }
      columns.insert(cell % frames.columns)
      rows.insert(cell / frames.columns)
    }
    return columns.count + 2 < frames.columns || rows.count + 2 < frames.rows
  }

  static func squares(_ a: [Float], _ b: [Float], _ some: [Int]) -> Double {
    var sum = 0.0
    for cell in some {
      for place in 3 * cell..<3 * cell + 3 {
        let d = Double(a[place] - b[place])
        sum += d * d
      }
    }
    return sum
  }

  /// Fits one number for each frame; the weight of a number is 0 if its `seen` is false.
  func curve(
    _ name: String, _ values: [Double], noise: Double, least: Double, seen: [Bool]? = nil
  ) -> ScreenCurve {
    let seen = seen ?? [Bool](repeating: true, count: values.count)
    let channels = Channels(
      times: times, values: [values], noise: [noise], weights: seen.map { $0 ? 1 : 0 },
      interval: interval)
    return ScreenCurve(
      name: name, channels: [values], fit: TrackAnalyzer.fit(channels, thresholds: [least]),
      isSeen: seen)
  }

  /// Fits values that have the given values before and after the motion, where they are invisible; nil means that the
  /// value afterwards is unknown.
  func curve(
    _ name: String, _ values: [[Double]], noise: [Double], least: [Double], seen: [Bool],
    before: [Double]?, after: [Double]?, labels: [String]
  ) -> ScreenCurve? {
    guard seen.count(where: { $0 }) >= 3 else { return nil }
    var (times, known, weights) = (times, values, seen.map { $0 ? 1.0 : 0 })
    // Three samples far before the start and far after the end fix the values at both ends, regardless of the
    // curve.
    let length = times.last! - times[0]
    let (early, late) = (times[0] - length, times.last! + length)
    for step in 0..<3 {
      if let before {
        times.insert(early + Double(step) * interval, at: step)
        weights.insert(40, at: step)
        for channel in known.indices { known[channel].insert(before[channel], at: step) }
      }
      if let after {
        times.append(late + Double(step) * interval)
        weights.append(40)
        for channel in known.indices { known[channel].append(after[channel]) }
      }
    }
    // The misfit is a mean over all samples, and the fixed samples leave no residual.
    let share = (Double(seen.count { $0 }) / weights.reduce(0, +)).squareRoot()
    let channels = Channels(
      times: times, values: known, noise: noise.map { $0 * share }, weights: weights,
      interval: interval)
    let fit = TrackAnalyzer.fit(channels, thresholds: least)
    guard (1...2).contains(fit.phases.count), !fit.isUnexplained else { return nil }
    return ScreenCurve(name: name, channels: values, fit: fit, labels: labels, isSeen: seen)
  }
}

/// The fraction of another screen that each cell of a frame shows, for the cells in which both screens differ.
struct ShareMap {
  struct Cell {
    var x: Double
    var y: Double
    var share: Double
    /// The squared difference of the screens in the cell, which is its weight.
    var weight: Double
  }
  private(set) var cells: [Cell] = []
  private(set) var weight = 0.0
  /// The mean of the fractions over all cells.
  private(set) var mean = 0.0
  /// The squared residual that no mixture of both screens explains.
  private(set) var off = 0.0

  init(_ change: ScreenChange, _ before: [Float], _ after: [Float], _ index: Int) {
    let frame = change.frames.colors[index]
    let columns = change.frames.columns
    cells.reserveCapacity(change.free[index].count)
    for cell in change.free[index] {
      var (square, product, whole) = (0.0, 0.0, 0.0)
      for place in 3 * cell..<3 * cell + 3 {
        let way = Double(after[place] - before[place])
        let seen = Double(frame[place] - before[place])
        square += way * way
        product += seen * way
        whole += seen * seen
      }
      guard square > 100 else {
        off += square > 0 ? max(0, whole - product * product / square) : whole
        continue
      }
      let share = product / square
      off += max(0, whole - product * product / square)
      cells.append(
        Cell(
          x: Double(cell % columns), y: Double(cell / columns), share: share, weight: square))
      weight += square
      mean += square * share
    }
    mean = weight > 0 ? mean / weight : 0
    if cells.count < 20 { mean = 0 }
  }

  /// Finds the cells in which the screens at both ends are alike; they get the fraction 1, and all other
  /// cells get 0.
  init(alike change: ShareMap, in frames: ScreenFrames, free: [Int]) {
    let others = Set(change.cells.map { Int($0.y) * frames.columns + Int($0.x) })
    cells = free.map { cell in
      Cell(
        x: Double(cell % frames.columns), y: Double(cell / frames.columns),
        share: others.contains(cell) ? 0 : 1, weight: 1)
    }
  }

  /// Returns the sum of squares that a model of the fractions leaves unexplained.
  func left(of model: (Cell) -> Double) -> Double {
    var sum = off
    for cell in cells {
      let d = cell.share - model(cell)
      sum += cell.weight * d * d
    }
    return sum
  }

  /// The map with the fractions of the first screen instead of the second screen.
  var inverted: ShareMap {
    var map = self
    for index in map.cells.indices { map.cells[index].share = 1 - cells[index].share }
    map.mean = cells.count < 20 ? 0 : 1 - mean
    return map
  }

  /// Returns the distance from a point to the nearest cell.
  func nearest(_ point: Point) -> Double {
    let squares = cells.map {
      ($0.x - point.x) * ($0.x - point.x) + ($0.y - point.y) * ($0.y - point.y)
    }
    return (squares.min() ?? 0).squareRoot()
  }

  var centroid: Point {
    var (x, y, sum) = (0.0, 0.0, 0.0)
    for cell in cells where cell.share > 0.5 {
      x += cell.x
      y += cell.y
      sum += 1
    }
    return sum > 0 ? Point(x / sum, y / sum) : .zero
  }
}

/// The fractions of cells by a measure, such as the distance from a point, in bins of half a cell.
struct ShareHistogram {
  static let perCell = 2.0
  /// The weighted sum of the fractions in each bin, and the sum of the weights.
  private(set) var sums: [Double] = []
  private(set) var weights: [Double] = []
  /// The number of the bin of each cell.
  private(set) var bins: [Int] = []

  /// Creates a histogram; `measure` must not return a negative number.
  init(_ map: ShareMap, _ measure: (ShareMap.Cell) -> Double) {
    bins.reserveCapacity(map.cells.count)
    for cell in map.cells {
      let bin = Int(
        clamped: Self.perCell * measure(cell), rounded: .toNearestOrAwayFromZero, to: 0...4000)
      while sums.count <= bin {
        sums.append(0)
        weights.append(0)
      }
      sums[bin] += cell.weight * cell.share
      weights[bin] += cell.weight
      bins.append(bin)
    }
  }
}

/// The mean fractions as a function of a measure, such as the distance from a point; the fractions fall from one to zero.
struct ShareProfile {
  /// The position at which the fractions fall from one to zero, in cells.
  private(set) var front = 0.0
  /// The width of the falling edge, in cells.
  private(set) var width = 0.0
  /// The sum of the squared residuals.
  private(set) var left: Double

  private static let perCell = ShareHistogram.perCell

  /// Creates a profile; `measure` must not return a negative number.
  init(_ map: ShareMap, _ measure: (ShareMap.Cell) -> Double) {
    let histogram = ShareHistogram(map, measure)
    let (sums, weights, bins) = (histogram.sums, histogram.weights, histogram.bins)
    // The threshold that best separates the known bins.
    var cost = zip(sums, weights).reduce(0.0) { $0 + $1.0.magnitude }
    var best = (bin: 0, cost: cost)
    for bin in sums.indices {
      cost += weights[bin] - 2 * sums[bin]
      if cost < best.cost { best = (bin + 1, cost) }
    }
    var means = zip(sums, weights).map { $1 > 0 ? min(1, max(0, $0 / $1)) : .nan }
    // The falling edge extends from the bin where the means are no longer about one to the bin where they are about zero.
    var low = max(0, min(best.bin, means.count) - 4)
    while low > 0, !(means[low] > 0.97) { low -= 1 }
    var high = min(means.count, best.bin + 4)
    while high < means.count, !(means[high] < 0.03) { high += 1 }
    for bin in means.indices {
      if bin < low {
        means[bin] = 1
      } else if bin >= high {
        means[bin] = 0
      } else if means[bin].isNaN {
        // A bin without cells is interpolated from its neighbours.
        let next = means[bin..<high].first { !$0.isNaN } ?? 0
        means[bin] = ((bin > 0 ? means[bin - 1] : 1) + next) / 2
      }
    }
    let area = means.reduce(0, +)
    front = max(0, area - (best.bin == 0 && area < 1 ? 0 : 0.5)) / Self.perCell
    let ramp = means.reduce(0.0) { $0 + $1 * (1 - $1) }
    // For a straight ramp, the sum is a sixth of the width; the blur of one cell does not count.
    width = max(0, 6 * ramp / Self.perCell - 1.5)
    left = map.off
    for (cell, bin) in zip(map.cells, bins) {
      let d = cell.share - means[bin]
      left += cell.weight * d * d
    }
  }
}
