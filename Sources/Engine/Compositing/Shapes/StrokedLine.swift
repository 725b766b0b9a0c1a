internal import Scenes

/// A line through the corners of a path or of a flattened curve.
struct StrokedLine {
  var points: [Point] = []
  /// Whether each corner is on a curve, where the line bends smoothly.
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

  /// Calls `body` for each side of the line, including the closing side.
  func forEachSide(_ body: (Point, Point) -> Void) {
    for i in points.indices.dropFirst() { body(points[i - 1], points[i]) }
    if isClosed, let first = points.first { body(points[points.count - 1], first) }
  }
}

/// Divides a line into consecutive parts in one pass.
struct LineWalk {
  private let points: [Point]
  private let isSoft: [Bool]
  /// The corner at the end of the current side, and the distance at which the side starts.
  private var corner = 1
  private var at: Double

  /// Creates a walk along a line that begins at the distance `start` from the start of its path.
  init(_ line: StrokedLine, from start: Double) {
    points = line.isClosed ? line.points + [line.points[0]] : line.points
    isSoft = line.isClosed ? line.isSoft + [line.isSoft[0]] : line.isSoft
    at = start
  }

  /// The part of the line between two distances from the start of the path; parts must be requested in order.
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
      // The next requested part of the line may begin on the side on which the current part ends.
      if next >= to { break }
      at = next
      corner += 1
    }
    return made.points.count > 1 ? made : nil
  }
}
