internal import Scenes

/// Converts strokes of paths to closed outlines for the non-zero fill rule: a quad for each straight piece, a
/// wedge for each corner, and caps. All outlines have the same direction, so that overlapping outlines never
/// cancel each other.
struct Stroker {
  private let drawing: PathDrawing
  private let half: Double
  /// The largest number of device pixels per point in any direction.
  private let stretch: Double
  /// The cosine of half the angle that one chord of a round corner may span; such a chord deviates from the
  /// arc by at most the tolerance.
  private let flatness: Double
  private var rings: [[Point]] = []
  /// The visible part of the path's plane; nil if the whole plane may be visible.
  private let seen: Rect?
  /// The visible area for the centre line of a stroke; nil if the whole length of the line matters.
  private let curvesSeen: Rect?
  /// The largest distance from the centre line at which a stroke or its corners cover pixels.
  private let reach: Double

  init(_ drawing: PathDrawing, stretch: Double, seen: Rect? = nil) {
    self.seen = seen
    reach = drawing.lineWidth / 2 * max(drawing.miterLimit, 1.5)
    let isMeasured =
      !drawing.lineDashPattern.isEmpty || drawing.strokeStart > 0 || drawing.strokeEnd < 1
    curvesSeen = isMeasured ? nil : seen?.insetBy(dx: -reach, dy: -reach)
    self.drawing = drawing
    self.stretch = stretch
    half = drawing.lineWidth / 2
    flatness = 1 - PathFlattener.tolerance / max(half * stretch, 2 * PathFlattener.tolerance)
  }

  consuming func outlines(of path: Path) -> [[Point]] {
    var lines = flattened(path)
    let total = lines.reduce(0) { $0 + length($1) }
    let (start, end) = (max(drawing.strokeStart, 0), min(drawing.strokeEnd, 1))
    let isWhole = start <= 0 && end >= 1
    let period = drawing.lineDashPattern.reduce(0, +)
    if !isWhole || period > 0 {
      // The visible range of the path, measured in points along the path.
      let shown = (start * total)...max(start * total, end * total)
      var at = 0.0
      lines = lines.flatMap { line in
        defer { at += length(line) }
        return cut(line, from: at, shown: shown, period: period)
      }
    }
    for line in lines { stroke(line) }
    return rings
  }

  /// Whether the part of the stroke between two points may be visible; a closed outline outside the picture
  /// covers no pixel. `reach` is a length in units of half the stroke width.
  private func isSeen(_ a: Point, _ b: Point, reach: Double) -> Bool {
    guard let seen else { return true }
    let far = half * reach
    return max(a.x, b.x) + far >= seen.minX && min(a.x, b.x) - far <= seen.maxX
      && max(a.y, b.y) + far >= seen.minY && min(a.y, b.y) - far <= seen.maxY
  }

  // MARK: Flattening

  private func flattened(_ path: Path) -> [StrokedLine] {
    var lines: [StrokedLine] = []
    var line = StrokedLine()
    func end() {
      if !line.points.isEmpty { lines.append(line) }
      line = StrokedLine()
    }
    for element in path.elements {
      switch element {
      case .move(let p):
        // A subpath that consists of a move without lines draws nothing.
        if line.points.count > 1 { end() } else { line = StrokedLine() }
        line.add(p, soft: false)
      case .line(let p):
        line.add(p, soft: false)
        if line.points.count == 1 { lines.append(line) }
      case .cubic(let b, let c, let d):
        let a = line.points.last ?? b
        if line.points.isEmpty { line.add(a, soft: false) }
        for p in curve(a, b, c, d) { line.add(p, soft: true) }
        line.isSoft[line.isSoft.count - 1] = false
      case .close:
        let first = line.points.first
        if line.points.count > 1, line.points.last == first {
          line.points.removeLast()
          line.isSoft.removeLast()
        }
        line.isClosed = line.points.count > 1
        end()
        if let first { line.add(first, soft: false) }
      }
    }
    if line.points.count > 1 { end() }
    return lines
  }

  /// The points of a flattened curve, dense enough for the sides of the stroke, which bend more than its
  /// centre line.
  private func curve(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> [Point] {
    var points: [Point] = []
    PathFlattener.flatten(a, b, c, d, stretch: stretch, seen: curvesSeen, into: &points)
    let hull = length(a, b) + length(b, c) + length(c, d)
    let finer = hull > 0 ? min(1 + 2 * half * bend(a, b, c, d) / hull, 16) : 1
    if finer < 1.05 { return points }
    points = []
    PathFlattener.flatten(a, b, c, d, stretch: stretch * finer, seen: curvesSeen, into: &points)
    return points
  }

  /// The total angle, in radians, by which the control polygon of a cubic turns.
  private func bend(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Double {
    func turn(_ a: Point, _ b: Point, _ c: Point) -> Double {
      guard let u = direction(a, b), let v = direction(b, c) else { return 0 }
      return abs(Portable.angle(u.x * v.x + u.y * v.y, u.x * v.y - u.y * v.x))
    }
    return turn(a, b, c) + turn(b, c, d)
  }

  // MARK: Cutting

  /// The parts of a line that are in `shown` and on a dash; the line begins at the distance `start` along the
  /// path. The dash pattern is that of the whole path, whatever part is visible.
  private func cut(
    _ line: StrokedLine, from start: Double, shown: ClosedRange<Double>, period: Double
  ) -> [StrokedLine] {
    let whole = length(line)
    let end = start + whole
    if start >= shown.lowerBound, end <= shown.upperBound, period <= 0 { return [line] }
    let (low, high) = (max(start, shown.lowerBound), min(end, shown.upperBound))
    if high <= low { return [] }
    var walk = LineWalk(line, from: start)
    if period <= 0 { return [walk.part(low, high)].compactMap(\.self) }
    var pattern = drawing.lineDashPattern
    // A pattern with an odd number of lengths is repeated, so that dashes and gaps alternate (SVG).
    if pattern.count % 2 != 0 { pattern += pattern }
    let period = pattern.reduce(0, +)
    // Dashes become one continuous line if they are too many to distinguish, or if their caps meet.
    if (high - low) / period > 20_000 || capsFill(pattern) {
      return (low, high) == (start, end) ? [line] : [walk.part(low, high)].compactMap(\.self)
    }
    // The dash pattern restarts with each subpath.
    let phase = drawing.lineDashPhase
    var at = start - (phase - (phase / period).rounded(.down) * period)
    // A dash of length 0 consists only of its caps, which need the direction of the line (SVG).
    let shortest = drawing.lineCap == .butt ? 0 : 0.001
    // Whole periods of the dash pattern before the visible part are skipped in one step.
    at += max(((low - at) / period).rounded(.down), 0) * period
    var dashes = Dashes()
    for passes in passesSeen(line, from: start, at: at, period: period, through: high) {
      for pass in passes where at + Double(pass) * period < high {
        var from = at + Double(pass) * period
        for k in stride(from: 0, to: pattern.count, by: 2) {
          let dash = (max(from, low), min(from + max(pattern[k], shortest), high))
          if dash.1 > dash.0 { dashes.add(walk.part(dash.0, dash.1), dash) }
          from += pattern[k] + pattern[k + 1]
        }
      }
    }
    return dashes.joined(line.isClosed, start, end)
  }

  /// The parts of a line that the dashes of a pattern cover.
  private struct Dashes {
    private var parts: [StrokedLine] = []
    private var first: Double?
    private var last = 0.0
    private var hasAll = true

    mutating func add(_ part: StrokedLine?, _ span: (Double, Double)) {
      if first == nil { first = span.0 }
      last = span.1
      if let part { parts.append(part) } else { hasAll = false }
    }

    /// Joins the last dash of a closed subpath with the first dash, including the corner between them.
    consuming func joined(_ isClosed: Bool, _ start: Double, _ end: Double) -> [StrokedLine] {
      guard isClosed, parts.count > 1, hasAll, first == start, last == end else { return parts }
      let first = parts.removeFirst()
      for (p, soft) in zip(first.points, first.isSoft) { parts[parts.count - 1].add(p, soft: soft) }
      return parts
    }
  }

  /// The repetitions of the pattern that may be visible, in order, from the repetition that starts at `at`;
  /// the first and the last repetition are always included.
  private func passesSeen(
    _ line: StrokedLine, from start: Double, at: Double, period: Double, through end: Double
  ) -> [ClosedRange<Int>] {
    func pass(_ distance: Double) -> Int {
      Int(clamped: (distance - at) / period, rounded: .down, to: 0...20_001)
    }
    let last = pass(end)
    guard let room = seen?.insetBy(dx: -reach, dy: -reach) else { return [0...last] }
    var ranges = [0...0]
    func add(_ low: Int, _ high: Int) {
      let before = ranges[ranges.count - 1]
      if low > before.upperBound + 1 {
        ranges.append(low...max(low, high))
      } else if high > before.upperBound {
        ranges[ranges.count - 1] = before.lowerBound...high
      }
    }
    var length = start
    line.forEachSide { a, b in
      let side = self.length(a, b)
      if let part = room.part(from: a, to: b) {
        add(
          max(pass(length + part.lowerBound * side) - 1, 0),
          min(pass(length + part.upperBound * side) + 1, last))
      }
      length += side
    }
    add(last, last)
    return ranges
  }

  /// Whether caps fill the gaps between dashes visibly: between two round caps, a notch of gap² / 8 half
  /// widths remains.
  private func capsFill(_ pattern: [Double]) -> Bool {
    guard drawing.lineCap != .butt, half > 0 else { return false }
    return stride(from: 1, to: pattern.count, by: 2).allSatisfy {
      pattern[$0] < half
        && pattern[$0] * pattern[$0] / (8 * half) * stretch < PathFlattener.tolerance
    }
  }

  // MARK: Outlines

  private mutating func stroke(_ line: StrokedLine) {
    let points = line.points
    let count = points.count
    guard count > 1 else { return dot(points[0]) }
    var directions: [Point] = []
    for i in 0..<(line.isClosed ? count : count - 1) {
      let (a, b) = (points[i], points[(i + 1) % count])
      let u = direction(a, b) ?? Point(1, 0)
      directions.append(u)
      guard isSeen(a, b, reach: 1) else { continue }
      let n = Point(-u.y * half, u.x * half)
      rings.append([
        Point(a.x + n.x, a.y + n.y), Point(a.x - n.x, a.y - n.y), Point(b.x - n.x, b.y - n.y),
        Point(b.x + n.x, b.y + n.y),
      ])
    }
    for i in (line.isClosed ? 0 : 1)..<(line.isClosed ? count : count - 1) {
      join(
        points[i], directions[(i + directions.count - 1) % directions.count], directions[i],
        line.isSoft[i] ? .round : drawing.lineJoin)
    }
    if !line.isClosed {
      let (first, last) = (directions[0], directions[directions.count - 1])
      cap(points[0], Point(-first.x, -first.y))
      cap(points[count - 1], last)
    }
  }

  /// Draws the line caps of a subpath of length 0.
  private mutating func dot(_ p: Point) {
    cap(p, Point(1, 0))
    cap(p, Point(-1, 0))
  }

  /// Adds the half disc or half square beyond the end of a line that points along `u`.
  private mutating func cap(_ p: Point, _ u: Point) {
    guard isSeen(p, p, reach: 1.5) else { return }
    let n = Point(-u.y, u.x)
    switch drawing.lineCap {
    case .butt: break
    case .square:
      rings.append(
        [(n.x, n.y, 0.0), (-n.x, -n.y, 0), (-n.x, -n.y, 1), (n.x, n.y, 1)].map { x, y, far in
          Point(p.x + half * (x + far * u.x), p.y + half * (y + far * u.y))
        })
    case .round:
      var arc = [Point(-n.x, -n.y)]
      bow(Point(-n.x, -n.y), u, &arc)
      bow(u, n, &arc)
      rings.append(arc.map { Point(p.x + half * $0.x, p.y + half * $0.y) })
    }
  }

  /// Adds the join on the outer side of a corner between two quads.
  private mutating func join(_ p: Point, _ u: Point, _ v: Point, _ kind: PathDrawing.LineJoin) {
    let cross = u.x * v.y - u.y * v.x
    let dot = u.x * v.x + u.y * v.y
    if cross == 0, dot > 0 { return }
    guard isSeen(p, p, reach: max(drawing.miterLimit, 1)) else { return }
    // The outer side of a right turn is on the left; the wedge gets the same direction as the quads.
    let side = cross > 0 ? -1.0 : 1
    let a = Point(-u.y * side, u.x * side)
    let b = Point(-v.y * side, v.x * side)
    var wedge: [Point] = [Point(0, 0), a]
    switch kind {
    case .bevel: break
    case .round:
      if dot < -0.9999 {
        // If the line reverses its direction, the join is half a disc in the previous direction.
        bow(a, u, &wedge)
        bow(u, b, &wedge)
      } else {
        bow(a, b, &wedge)
      }
    case .miter:
      // The tip of a mitre is 1/cos(turn/2) half widths from the corner.
      let square = (1 + dot) / 2
      if square > 0, 1 / square <= drawing.miterLimit * drawing.miterLimit {
        let length = 1 / (1 + dot)
        wedge.append(Point((a.x + b.x) * length, (a.y + b.y) * length))
      }
    }
    if wedge.last != b { wedge.append(b) }
    let ring = wedge.map { Point(p.x + half * $0.x, p.y + half * $0.y) }
    rings.append(side > 0 ? ring.reversed() : ring)
  }

  /// Appends points of the unit circle after `a` and up to `b`, at most half a turn away, by repeated
  /// halving.
  private func bow(_ a: Point, _ b: Point, _ arc: inout [Point], depth: Int = 0) {
    let (x, y) = (a.x + b.x, a.y + b.y)
    let length = (x * x + y * y).squareRoot()
    // Half the length of a + b is the cosine of half the angle between them.
    if length / 2 < flatness, length > 1e-9, depth < 12 {
      let middle = Point(x / length, y / length)
      bow(a, middle, &arc, depth: depth + 1)
      bow(middle, b, &arc, depth: depth + 1)
    } else {
      arc.append(b)
    }
  }

  // MARK: Arithmetic

  private func length(_ line: StrokedLine) -> Double {
    var sum = 0.0
    line.forEachSide { sum += length($0, $1) }
    return sum
  }

  private func length(_ a: Point, _ b: Point) -> Double {
    let (x, y) = (b.x - a.x, b.y - a.y)
    return (x * x + y * y).squareRoot()
  }

  private func direction(_ a: Point, _ b: Point) -> Point? {
    let size = length(a, b)
    return size > 0 ? Point((b.x - a.x) / size, (b.y - a.y) / size) : nil
  }
}
