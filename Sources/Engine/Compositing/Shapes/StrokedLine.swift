internal import Scenes

/// A sequence of corners from a flattened curve or from lines.
struct StrokedLine {
  var points: [Point] = []
  /// Whether the corner is on a curve, so that the line bends smoothly there.
  var isSoft: [Bool] = []
  var isClosed = false

  mutating func add(_ p: Point, soft: Bool) {
    if points.last == p {
      if !soft { isSoft[isSoft.count - 1] = false }
      return
    }
    points.append(p)
    isSoft.append(soft)
  }

  /// Calls `body` for each side, including the closing side.
  func forEachSide(_ body: (Point, Point) -> Void) {
    for i in points.indices.dropFirst() { body(points[i - 1], points[i]) }
    if isClosed, let first = points.first { body(points[points.count - 1], first) }
  }
}

/// Walks along a line once, and returns consecutive parts of it.
struct LineWalk {
  private let points: [Point]
  private let isSoft: [Bool]
  /// The corner at which the current side ends, and the distance at which the side starts.
  private var corner = 1
  private var at: Double

  /// Walks along a line that starts at `start` along its path.
  init(_ line: StrokedLine, from start: Double) {
    points = line.isClosed ? line.points + [line.points[0]] : line.points
    isSoft = line.isClosed ? line.isSoft + [line.isSoft[0]] : line.isSoft
    at = start
  }

  /// The part between two distances from the start of the path; parts must be requested in order.
  mutating func part(_ from: Double, _ to: Double) -> StrokedLine? {
    var made = StrokedLine()
    while corner < points.count {
      let (a, b) = (points[corner - 1], points[corner])
      let (x, y) = (b.x - a.x, b.y - a.y)
      let next = at + (x * x + y * y).squareRoot()
      if next > from, at < to, next > at {
        func place(_ distance: Double) -> Point {
          let f = (distance - at) / (next - at)
          return Point(a.x + (b.x - a.x) * f, a.y + (b.y - a.y) * f)
        }
        if made.points.isEmpty { made.add(at >= from ? a : place(from), soft: false) }
        made.add(next <= to ? b : place(to), soft: next < to && isSoft[corner])
      }
      // The next part may begin on the same side.
      if next >= to { break }
      at = next
      corner += 1
    }
    return made.points.count > 1 ? made : nil
  }
}
