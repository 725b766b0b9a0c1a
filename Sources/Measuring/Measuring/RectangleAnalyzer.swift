internal import Scenes

/// Recognises a rectangle that grows to the whole screen and reveals the second screen, or a rectangle that closes over
/// the first screen.
enum RectangleAnalyzer {
  /// The edges of a rectangle in cells from the left and from the top, and the radius of its corners in cells.
  private struct Box {
    var left = 0.0
    var top = 0.0
    var right = 0.0
    var bottom = 0.0
    var radius = 0.0

    /// The centre, the extent and the radius as a list.
    var numbers: [Double] {
      [(left + right) / 2, (top + bottom) / 2, right - left, bottom - top, radius]
    }

    /// Returns the fraction of a cell that is inside the rectangle.
    func covers(_ cell: ShareMap.Cell) -> Double {
      let across = min(1, max(0, right - cell.x)) - min(1, max(0, left - cell.x))
      let down = min(1, max(0, bottom - cell.y)) - min(1, max(0, top - cell.y))
      let inside = max(0, across) * max(0, down)
      guard inside > 0, radius > 0.3 else { return inside }
      let x = max(left + radius - cell.x - 0.5, cell.x + 0.5 - right + radius)
      let y = max(top + radius - cell.y - 0.5, cell.y + 0.5 - bottom + radius)
      guard x > 0, y > 0 else { return inside }
      return min(inside, min(1, max(0, radius - (x * x + y * y).squareRoot() + 0.5)))
    }
  }

  static func analyze(_ change: ScreenChange) -> ScreenAnalyzer.Candidate? {
    let wholes = wholes(change)
    return [false, true].compactMap { isClosing in
      // The motion of the rectangle's edges decides whether there are bars beside the screen.
      wholes.compactMap { analyze(change, $0, isClosing: isClosing) }.min {
        $0.analysis.curves[0].fit.misfit < $1.analysis.curves[0].fit.misfit
      }
    }.min { $0.left < $1.left }
  }

  private static func analyze(
    _ change: ScreenChange, _ whole: Box, isClosing: Bool
  ) -> ScreenAnalyzer.Candidate? {
    let side = Double(change.frames.side)
    var boxes: [Box?] = []
    var left = 0.0
    for index in 0..<change.count {
      var map = ShareMap(change, change.first, change.last, index)
      if isClosing { map = map.inverted }
      let box = (0.01...0.985).contains(map.mean) ? box(map, change, whole) : nil
      boxes.append(box)
      let all = map.mean > 0.5 ? 1.0 : 0
      left += map.left { cell in box.map { $0.covers(cell) } ?? all }
    }
    guard left < 0.3 * change.energy, boxes.count(where: { $0 != nil }) >= 4 else { return nil }
    var values = [[Double]](repeating: [], count: 5)
    var last = boxes.first { $0 != nil }!!
    for box in boxes {
      if let box { last = box }
      for (channel, number) in last.numbers.enumerated() { values[channel].append(number * side) }
    }
    // A rectangle that is open at rest shows the same contents inside in the first and in the last frame.
    let map = ShareMap(change, change.first, change.last, isClosing ? change.count - 1 : 0)
    let alike = ShareMap(alike: map, in: change.frames, free: change.free[0])
    let rest = box(alike, change, whole)
    let isInside = { (cell: ShareMap.Cell) in rest.covers(cell) > 0.5 }
    func share(_ some: [ShareMap.Cell]) -> Double {
      some.reduce(0.0) { $0 + $1.share } / Double(max(1, some.count))
    }
    let isOpen =
      share(alike.cells.filter(isInside)) > 1 - mostUnlikeRest
      && share(alike.cells.filter { !isInside($0) }) < mostUnlikeRest
    let (open, small) = (whole.numbers.map { $0 * side }, rest.numbers.map { $0 * side })
    let curve = fit(
      change, values, boxes.map { $0 != nil }, open, isOpen ? small : nil, isClosing)
    guard let curve else { return nil }
    return ScreenAnalyzer.Candidate(
      analysis: ScreenAnalysis(
        kind: .opening(.rectangle(isClosing: isClosing)), times: change.times, curves: [curve]),
      left: left / change.energy)
  }

  /// The largest fraction of the cells inside, and of those outside, that contradict a rectangle that is open
  /// at rest.
  private static let mostUnlikeRest = 0.25

  /// The possible final areas: the whole frame, or the frame without bars beside the screen, in which nothing
  /// changes.
  private static func wholes(_ change: ScreenChange) -> [Box] {
    let (columns, rows) = (Double(change.frames.columns), Double(change.frames.rows))
    let frame = Box(left: 0, top: 0, right: columns, bottom: rows)
    let part = change.differingPart
    let inner = Box(
      left: Double(part.left), top: Double(part.top), right: Double(part.right),
      bottom: Double(part.bottom))
    let bars = [inner.left, inner.top, columns - inner.right, rows - inner.bottom]
    return (bars.max() ?? 0) < 3 ? [frame] : [frame, inner]
  }

  /// Returns the box that best separates the cells of both screens.
  private static func box(_ map: ShareMap, _ change: ScreenChange, _ whole: Box) -> Box {
    let (wide, high) = (change.frames.columns, change.frames.rows)
    var box = whole
    // The left and right edges are found from the cells between the top and bottom edges, and vice versa; three rounds
    // are enough.
    for _ in 0..<3 {
      (box.left, box.right) = edges(map, wide, (box.left, box.right), { $0.x }) {
        $0.y > box.top + 0.15 * (box.bottom - box.top)
          && $0.y + 1 < box.bottom - 0.15 * (box.bottom - box.top)
      }
      (box.top, box.bottom) = edges(map, high, (box.top, box.bottom), { $0.y }) {
        $0.x > box.left + 0.15 * (box.right - box.left)
          && $0.x + 1 < box.right - 0.15 * (box.right - box.left)
      }
    }
    (box.left, box.right) = (max(box.left, whole.left), min(box.right, whole.right))
    (box.top, box.bottom) = (max(box.top, whole.top), min(box.bottom, whole.bottom))
    let most = min(box.right - box.left, box.bottom - box.top) / 2
    var best = map.left(of: box.covers)
    var radius = 0.5
    while radius <= most {
      var next = box
      next.radius = radius
      let left = map.left(of: next.covers)
      if left < best { (best, box) = (left, next) }
      radius += 0.5
    }
    return box
  }

  /// Returns the positions at which the means along an axis rise and fall, to a fraction of a cell.
  private static func edges(
    _ map: ShareMap, _ count: Int, _ known: (Double, Double),
    _ place: (ShareMap.Cell) -> Double, _ isInside: (ShareMap.Cell) -> Bool
  ) -> (Double, Double) {
    var sums = [Double](repeating: 0, count: count)
    var weights = [Double](repeating: 0, count: count)
    for cell in map.cells where isInside(cell) {
      let bin = Int(clamped: place(cell), rounded: .down, to: 0...count - 1)
      sums[bin] += cell.weight * cell.share
      weights[bin] += cell.weight
    }
    var means = zip(sums, weights).map { $1 > 0 ? $0 / $1 : Double.nan }
    // An unknown bin gets the value of its neighbour.
    for bin in means.indices.dropFirst() where means[bin].isNaN { means[bin] = means[bin - 1] }
    for bin in means.indices.dropLast().reversed() where means[bin].isNaN {
      means[bin] = means[bin + 1]
    }
    // The range of bins with the largest sum is the inside.
    var (best, sum, from) = ((gain: 0.0, from: 0, to: 0), 0.0, 0)
    let half = 0.5 * (means.filter(\.isFinite).max() ?? 1)
    for bin in means.indices {
      sum += (means[bin].isNaN ? 0 : means[bin]) - half
      if sum <= 0 { (sum, from) = (0, bin + 1) }
      if sum > best.gain { best = (sum, from, bin + 1) }
    }
    guard best.to > best.from else { return known }
    let top = max(0.05, 2 * half)
    func part(_ bin: Int) -> Double {
      means.indices.contains(bin) ? min(1, max(0, means[bin] / top)) : 0
    }
    var (low, high) = (Double(best.from), Double(best.to))
    low += (1 - part(best.from)) - part(best.from - 1)
    high += part(best.to) - (1 - part(best.to - 1))
    return (max(0, low), min(Double(count), max(low + 0.1, high)))
  }

  /// Fits the motion as one phase from a rectangle or a point to the whole screen.
  private static func fit(
    _ change: ScreenChange, _ values: [[Double]], _ seen: [Bool], _ open: [Double],
    _ rest: [Double]?, _ isClosing: Bool
  ) -> ScreenCurve? {
    let indices = seen.indices.filter { seen[$0] }
    guard let first = indices.first, let last = indices.last, last - first >= 3 else { return nil }
    let noise = [0.12, 0.12, 0.2, 0.2, 0.5].map { $0 * Double(change.frames.side) }
    let labels = ["centre x", "centre y", "width", "height", "corner radius"]
    let small = isClosing ? last : first
    func number(_ channel: Int, _ index: Int) -> Double { values[channel][index] }
    let held = values.map { $0[small] }
    // The corners are square when the screen is whole; their radius while the rectangle is small is computed
    // from the samples.
    var starts = [held, [held[0], held[1], 0, 0, 0]]
    if let point = point(values, indices, open) { starts.append(point) }
    func curve(_ start: [Double]) -> ScreenCurve? {
      change.curve(
        "the opening", values, noise: noise,
        least: noise.map { 4 * $0 }, seen: seen, before: isClosing ? open : start,
        after: isClosing ? start : open, labels: labels)
    }
    let best = starts.compactMap(curve).min { $0.fit.misfit < $1.fit.misfit }
    // What is open at rest is seen there, so it explains the motion unless it fits much worse.
    if let rest, let known = curve(rest),
      known.fit.misfit < max(PhaseFinder.enough, 2 * (best?.fit.misfit ?? .infinity))
    {
      return known
    }
    return best
  }

  /// Returns the point from which the rectangle grows, if its centre and its height change as its width does; nil if
  /// the rectangle has an extent at the start.
  private static func point(
    _ values: [[Double]], _ indices: [Int], _ open: [Double]
  ) -> [Double]? {
    let count = Double(indices.count)
    func mean(_ channel: Int) -> Double {
      indices.reduce(0.0) { $0 + values[channel][$1] } / count
    }
    let middle = (0..<4).map(mean)
    let spread = indices.reduce(0.0) {
      $0 + (values[2][$1] - middle[2]) * (values[2][$1] - middle[2])
    }
    guard spread > count else { return nil }
    /// Returns the value of a channel at width 0.
    func start(_ channel: Int) -> Double {
      let slope = indices.reduce(0.0) {
        $0 + (values[2][$1] - middle[2]) * (values[channel][$1] - middle[channel])
      }
      return middle[channel] - slope / spread * middle[2]
    }
    guard start(3).magnitude < 0.06 * open[3] else { return nil }
    return [start(0), start(1), 0, 0, 0]
  }
}
