internal import Scenes

/// Recognises a round opening that grows and reveals the second screen, or that closes over the first screen.
enum OpeningAnalyzer {
  struct Found {
    var opening: ScreenAnalysis.Opening
    var curve: ScreenCurve
    /// The sum of the squared residuals.
    var left: Double
  }

  static func analyze(_ change: ScreenChange) -> ScreenAnalyzer.Candidate? {
    let found = [false, true].compactMap {
      find(change, over: change.first, from: 0, isClosing: $0)
    }.min { $0.left < $1.left }
    guard let found else { return nil }
    return ScreenAnalyzer.Candidate(
      analysis: ScreenAnalysis(
        kind: .opening(found.opening), times: change.times, curves: [found.curve]),
      left: found.left / change.energy)
  }

  /// Finds the opening over the previous screen, in the frames from `first` on.
  static func find(
    _ change: ScreenChange, over before: [Float], from first: Int, isClosing: Bool = false
  ) -> Found? {
    let maps = (first..<change.count).map { index -> ShareMap in
      let map = ShareMap(change, before, change.last, index)
      return isClosing ? map.inverted : map
    }
    let middle = maps.filter { (0.06...0.7).contains($0.mean) }
    guard middle.count >= 3 else { return nil }
    let probes = (0..<min(6, middle.count)).map {
      middle[$0 * (middle.count - 1) / max(1, min(6, middle.count) - 1)]
    }
    guard let center = center(of: probes, change) else { return nil }
    let side = Double(change.frames.side)
    let farthest = farthest(center, change) * side
    var radii = [Double](repeating: isClosing ? 1 : 0, count: change.count)
    var seen = [Bool](repeating: false, count: change.count)
    var left = 0.0
    for (place, map) in maps.enumerated() {
      let profile = ShareProfile(map) { Self.distance($0, center) }
      radii[first + place] = profile.front * side / farthest
      // An opening is invisible if it is smaller than the object over its middle, or if only its corners remain.
      seen[first + place] = profile.front > map.nearest(center) + 1.5 && map.mean < 0.9
      left += profile.left
    }
    // A part that has opened stays open to the end; in a closing motion, a part that has closed stays closed.
    let edge = OpeningReach.find(change, before, from: first, center).map { $0 * side / farthest }
    guard let curve = fit(change, radii, seen, farthest, edge, isClosing) else { return nil }
    let open =
      curve.fit.origin[0] + (isClosing ? 0 : curve.fit.phases.reduce(0) { $0 + $1.travel[0] })
    let reaches = (open - 1).magnitude < 0.02
    return Found(
      opening: .circle(
        center: Point((center.x + 0.5) * side, (center.y + 0.5) * side),
        radius: reaches ? farthest : open * farthest, isClosing: isClosing, reachesCorner: reaches),
      curve: curve, left: left)
  }

  private static func distance(_ cell: ShareMap.Cell, _ center: Point) -> Double {
    distance(cell.x, cell.y, center)
  }

  static func distance(_ x: Double, _ y: Double, _ center: Point) -> Double {
    let (dx, dy) = (x - center.x, y - center.y)
    return (dx * dx + dy * dy).squareRoot()
  }

  private static func farthest(_ center: Point, _ change: ScreenChange) -> Double {
    let across = max(center.x + 0.5, Double(change.frames.columns) - center.x - 0.5)
    let down = max(center.y + 0.5, Double(change.frames.rows) - center.y - 0.5)
    return (across * across + down * down).squareRoot()
  }

  /// Fits the radius as a phase from 0 to the last radius. If the screens differ up to an edge and are the same beyond
  /// it, this edge is the last radius. Otherwise the opening extends beyond the corners, so that its final radius is
  /// the distance to the farthest corner, unless another radius explains the motion much better.
  private static func fit(
    _ change: ScreenChange, _ radii: [Double], _ seen: [Bool], _ farthest: Double, _ edge: Double?,
    _ isClosing: Bool
  ) -> ScreenCurve? {
    func curve(_ open: Double?) -> ScreenCurve? {
      change.curve(
        "the opening", [radii], noise: [max(0.002, 0.15 * Double(change.frames.side) / farthest)],
        least: [0.05], seen: seen, before: isClosing ? open.map { [$0] } : [0],
        after: isClosing ? [0] : open.map { [$0] },
        labels: ["radius, as a part of the radius to the corner"])
    }
    if let edge, let known = curve(edge), known.fit.misfit < 3 { return known }
    let pinned = curve(1)
    // A radius that overshoots beyond the corner is not visible, so an easing that overshoots is not certain.
    let overshoots = pinned?.fit.phases.last?.curve.overshoots ?? false
    guard let free = curve(nil) else { return pinned }
    if let pinned, pinned.fit.misfit < 1.5, !overshoots,
      free.fit.phases.count > 1 || free.fit.phases[0].curve.isFree
        || free.fit.misfit > mostOfPinned * pinned.fit.misfit
    {
      return pinned
    }
    let open =
      isClosing
      ? free.fit.origin[0] : free.fit.phases.reduce(free.fit.origin[0]) { $0 + $1.travel[0] }
    guard (0.98...2).contains(open) else { return pinned }
    if let pinned, free.fit.misfit > (overshoots ? 1.5 : 0.5) * pinned.fit.misfit {
      return pinned
    }
    return free
  }

  /// The misfit of another final radius, as a fraction of the misfit of the farthest corner, below which the
  /// other radius is right although both explain the motion.
  private static let mostOfPinned = 0.3

  /// The centre of the circles in some frames: the point for which the fractions depend most clearly on the
  /// distance only.
  private static func center(of probes: [ShareMap], _ change: ScreenChange) -> Point? {
    var best = probes[0].centroid
    func cost(_ point: Point) -> Double {
      probes.reduce(0.0) {
        $0 + ShareProfile($1) { distance($0, point) }.left / max(1e-9, $1.weight)
      }
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
    let (wide, high) = (Double(change.frames.columns), Double(change.frames.rows))
    let isNear =
      best.x > -0.5 * wide && best.x < 1.5 * wide && best.y > -0.5 * high && best.y < 1.5 * high
    return isNear ? best : nil
  }
}
