internal import Scenes

/// A round opening that grows: what is seen inside is the second screen, and outside what was seen before.
enum OpeningAnalyzer {
  struct Found {
    var opening: ScreenAnalysis.Opening
    var curve: ScreenCurve
    var explained: Double
  }

  static func analyze(_ change: ScreenChange) -> ScreenAnalysis? {
    guard let found = find(change, over: change.first, from: 0) else { return nil }
    return ScreenAnalysis(
      kind: .opening(found.opening), times: change.times, curves: [found.curve],
      explained: found.explained)
  }

  /// The opening over what was seen before, in the frames from one on.
  static func find(_ change: ScreenChange, over before: [Float], from first: Int) -> Found? {
    let shares = (first..<change.count).map { index in
      Inside(change, before, index)
    }
    let middle = shares.filter { (0.06...0.7).contains($0.mean) }
    guard middle.count >= 3 else { return nil }
    let probes = (0..<min(6, middle.count)).map {
      middle[$0 * (middle.count - 1) / max(1, min(6, middle.count) - 1)]
    }
    let center = center(of: probes, change)
    let side = Double(change.frames.side)
    var radii = [Double](repeating: 0, count: change.count)
    var seen = [Bool](repeating: false, count: change.count)
    var (cost, whole) = (0.0, 0.0)
    let farthest = farthest(center, change)
    for (place, inside) in shares.enumerated() {
      let ring = inside.radius(about: center)
      radii[first + place] = ring.radius * side
      // What is smaller than what covers its middle is not seen, nor what is left in the corners.
      seen[first + place] = ring.radius > inside.nearest(center) + 1.5 && inside.mean < 0.9
      if (0.02...0.97).contains(inside.mean) {
        cost += ring.cost
        whole += inside.weight
      }
    }
    let explained = 1 - 2 * cost / max(1e-9, whole)
    guard explained > 0.7 else { return nil }
    // Beyond the corners nothing is seen of it, so the last radius is that to the farthest one.
    let curve = fit(change, radii, seen, farthest * side)
    guard (1...2).contains(curve.fit.phases.count), !curve.fit.isUnexplained else { return nil }
    return Found(
      opening: ScreenAnalysis.Opening(
        center: Point((center.x + 0.5) * side, (center.y + 0.5) * side), radius: farthest * side),
      curve: curve, explained: explained)
  }

  private static func farthest(_ center: Point, _ change: ScreenChange) -> Double {
    let across = max(center.x + 0.5, Double(change.frames.columns) - center.x - 0.5)
    let down = max(center.y + 0.5, Double(change.frames.rows) - center.y - 0.5)
    return (across * across + down * down).squareRoot()
  }

  /// The radius as a phase from none to the last one. Neither is seen, so what lies before and after is left
  /// to the curve.
  private static func fit(
    _ change: ScreenChange, _ radii: [Double], _ seen: [Bool], _ last: Double
  ) -> ScreenCurve {
    let values = radii.map { $0 / last }
    var times = change.times
    var known = values
    var weights = seen.map { $0 ? 1.0 : 0 }
    // Long before it is closed and long after it is open, whatever the curve: three samples hold each end.
    let length = times.last! - times[0]
    let (early, late) = (times[0] - length, times.last! + length)
    for step in 0..<3 {
      times.insert(early + Double(step) * change.interval, at: step)
      known.insert(0, at: step)
      weights.insert(40, at: step)
    }
    for step in 0..<3 {
      times.append(late + Double(step) * change.interval)
      known.append(1)
      weights.append(40)
    }
    let channels = Channels(
      times: times, values: [known], noise: [max(0.002, 0.15 * Double(change.frames.side) / last)],
      weights: weights, interval: change.interval)
    return ScreenCurve(
      name: "the opening", values: values,
      fit: TrackAnalyzer.fit(channels, thresholds: [0.05]))
  }

  /// Where the circles of some frames have their centre: where least lies on the wrong side.
  private static func center(of probes: [Inside], _ change: ScreenChange) -> Point {
    var best = probes[0].centroid
    func cost(_ point: Point) -> Double {
      probes.reduce(0.0) { $0 + $1.radius(about: point).cost / max(1e-9, $1.weight) }
    }
    var value = cost(best)
    var step = Double(max(change.frames.columns, change.frames.rows)) / 8
    while step > 0.1 {
      var moved = false
      for (dx, dy) in [(step, 0), (-step, 0), (0, step), (0, -step)] {
        let point = Point(best.x + dx, best.y + dy)
        let next = cost(point)
        if next < value {
          (best, value, moved) = (point, next, true)
        }
      }
      if !moved { step /= 2 }
    }
    return best
  }
}

/// How much of the second screen each cell of a frame shows.
struct Inside {
  private struct Cell {
    var x: Double
    var y: Double
    var share: Double
    var weight: Double
  }
  private var cells: [Cell] = []
  private(set) var weight = 0.0
  /// The mean share.
  private(set) var mean = 0.0

  init(_ change: ScreenChange, _ before: [Float], _ index: Int) {
    let frame = change.frames.cells[index]
    let columns = change.frames.columns
    for cell in change.free[index] {
      let way = Double(change.last[cell] - before[cell])
      guard way.magnitude > 10 else { continue }
      let share = min(1.1, max(-0.1, Double(frame[cell] - before[cell]) / way))
      let weight = min(1, way.magnitude / 40)
      cells.append(
        Cell(x: Double(cell % columns), y: Double(cell / columns), share: share, weight: weight))
      self.weight += weight
      mean += weight * share
    }
    mean = weight > 0 ? mean / weight : 0
    if cells.count < 20 { mean = 0 }
  }

  /// The distance of the nearest cell from a point.
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

  /// The radius of the circle about a point that parts the cells best, in cells, and the weight of what
  /// lies on the wrong side.
  func radius(about center: Point) -> (radius: Double, cost: Double) {
    var sums = [Double](repeating: 0, count: 1)
    var weights = [Double](repeating: 0, count: 1)
    var outside = 0.0
    for cell in cells {
      let (dx, dy) = (cell.x - center.x, cell.y - center.y)
      let bin = Int(
        clamped: 2 * (dx * dx + dy * dy).squareRoot(), rounded: .toNearestOrAwayFromZero,
        to: 0...4000)
      while sums.count <= bin {
        sums.append(0)
        weights.append(0)
      }
      sums[bin] += cell.weight * cell.share
      weights[bin] += cell.weight
      outside += cell.weight * cell.share.magnitude
    }
    var best = (bin: 0, cost: outside)
    var cost = outside
    for bin in sums.indices {
      cost += weights[bin] - 2 * sums[bin]
      if cost < best.cost { best = (bin + 1, cost) }
    }
    // About the best radius the mean shares say how far between two bins it lies.
    let (low, high) = (max(0, best.bin - 5), min(sums.count, best.bin + 5))
    var radius = Double(low)
    for bin in low..<max(low, high) {
      radius += weights[bin] > 0 ? min(1, max(0, sums[bin] / weights[bin])) : bin < best.bin ? 1 : 0
    }
    return (max(0, radius - (best.bin == 0 ? 0 : 0.5)) / 2, max(0, best.cost))
  }
}
