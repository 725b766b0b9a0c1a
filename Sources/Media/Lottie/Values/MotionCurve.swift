/// The curve of a position from one keyframe to the next, parametrised by length.
struct MotionCurve: Sendable {
  private let points: [[Double]]
  /// The distance along the curve from the first point to each point.
  private let lengths: [Double]

  /// The number of segments into which a curve is divided: with so many, the error of a chord is below 1/5000 of the
  /// curve's size.
  private static let parts = 150

  /// Returns whether both handles are on the line through the keyframes: lottie-web then moves along a straight line,
  /// even if the handles are beyond the line's ends.
  static func isStraight(
    from start: [Double], to end: [Double], leaving: [Double], arriving: [Double]
  ) -> Bool {
    let isFlat =
      (start + end + leaving + arriving).isEmpty == false
      && [start, end, leaving, arriving].allSatisfy { $0.count < 3 || $0[2] == 0 }
    guard isFlat, leaving.count >= 2, arriving.count >= 2, start[0] != end[0] || start[1] != end[1]
    else { return false }
    func isOnLine(_ x: Double, _ y: Double) -> Bool {
      let area = (end[0] - start[0]) * (y - start[1]) - (end[1] - start[1]) * (x - start[0])
      return abs(area) < 0.001
    }
    return isOnLine(start[0] + leaving[0], start[1] + leaving[1])
      && isOnLine(end[0] + arriving[0], end[1] + arriving[1])
  }

  /// Creates a curve; `leaving` and `arriving` are relative to the curve's ends.
  init(from start: [Double], to end: [Double], leaving: [Double], arriving: [Double]) {
    let count = min(start.count, end.count)
    func at(_ list: [Double], _ axis: Int) -> Double { axis < list.count ? list[axis] : 0 }
    var points: [[Double]] = []
    var lengths: [Double] = []
    for part in 0...Self.parts {
      let t = Double(part) / Double(Self.parts)
      let u = 1 - t
      let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
      let point = (0..<count).map { axis in
        a * start[axis] + b * (start[axis] + at(leaving, axis))
          + c * (end[axis] + at(arriving, axis)) + d * end[axis]
      }
      if let last = points.last {
        let square = zip(last, point).reduce(0) { $0 + ($1.1 - $1.0) * ($1.1 - $1.0) }
        lengths.append(lengths[part - 1] + square.squareRoot())
      } else {
        lengths.append(0)
      }
      points.append(point)
    }
    self.points = points
    self.lengths = lengths
  }

  var length: Double { lengths.last! }

  /// Returns the point at a fraction of the length; beyond its ends the curve continues straight.
  func point(at progress: Double) -> [Double] {
    let sought = progress * length
    var (low, high) = (0, lengths.count - 2)
    while low < high {
      let middle = (low + high + 1) / 2
      if lengths[middle] <= sought { low = middle } else { high = middle - 1 }
    }
    let step = lengths[low + 1] - lengths[low]
    let part = step > 0 ? (sought - lengths[low]) / step : 0
    return zip(points[low], points[low + 1]).map { $0 + ($1 - $0) * part }
  }
}
