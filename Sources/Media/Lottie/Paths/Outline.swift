internal import Formats

/// A path of cubic Béziers: a list of points, each with the ends of its two handles.
struct Outline: Sendable {
  struct Point: Hashable, Sendable {
    var x: Double
    var y: Double

    init(_ x: Double, _ y: Double) {
      self.x = x
      self.y = y
    }
    static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }
    static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }
    static func * (a: Point, factor: Double) -> Point { Point(a.x * factor, a.y * factor) }
    var length: Double { (x * x + y * y).squareRoot() }
    func toward(_ other: Point, _ part: Double) -> Point { self + (other - self) * part }
  }

  struct Vertex: Hashable, Sendable {
    var point: Point
    /// The control points of the curve that arrives at the point, and of the curve that leaves it.
    var arriving: Point
    var leaving: Point

    init(_ point: Point, arriving: Point? = nil, leaving: Point? = nil) {
      self.point = point
      self.arriving = arriving ?? point
      self.leaving = leaving ?? point
    }
    var isCorner: Bool { arriving == point && leaving == point }
  }

  var vertices: [Vertex]
  var isClosed: Bool

  /// Whether its corners follow each other clockwise.
  var isClockwise: Bool {
    var area = 0.0
    for (a, b) in zip(vertices, vertices.dropFirst() + vertices.prefix(1)) {
      area += a.point.x * b.point.y - b.point.x * a.point.y
    }
    return area > 0
  }

  /// Whether the boxes of its corners and of another outline's overlap.
  func isNear(_ other: Outline) -> Bool {
    func overlap(_ side: (Vertex) -> Double) -> Bool {
      let (a, b) = (vertices.map(side), other.vertices.map(side))
      guard let low = a.min(), let high = a.max(), let start = b.min(), let end = b.max() else {
        return false
      }
      return low < end && start < high
    }
    return overlap { $0.point.x } && overlap { $0.point.y }
  }

  init(_ vertices: [Vertex] = [], isClosed: Bool) {
    self.vertices = vertices
    self.isClosed = isClosed
  }

  /// The same curves as an open outline, whose ends are where the closed outline begins.
  var opened: Outline {
    isClosed ? Outline(vertices + vertices.prefix(1), isClosed: false) : self
  }

  /// Whether the outline consists only of horizontal and vertical lines.
  var isUpright: Bool {
    vertices.allSatisfy(\.isCorner)
      && zip(vertices, opened.vertices.dropFirst()).allSatisfy {
        abs($0.point.x - $1.point.x) < 0.01 || abs($0.point.y - $1.point.y) < 0.01
      }
  }

  /// The number of curves between the points, including the closing curve.
  var curveCount: Int {
    vertices.count < 2 ? 0 : isClosed ? vertices.count : vertices.count - 1
  }

  func curve(_ index: Int) -> Curve {
    let (start, end) = (vertices[index], vertices[(index + 1) % vertices.count])
    return Curve(start.point, start.leaving, end.arriving, end.point)
  }

  var curves: [Curve] { (0..<curveCount).map(curve) }

  var reversed: Outline {
    guard let first = vertices.first else { return self }
    // A reversed closed path starts at the same point.
    let order = isClosed ? [first] + vertices.dropFirst().reversed() : vertices.reversed()
    return Outline(
      order.map { Vertex($0.point, arriving: $0.leaving, leaving: $0.arriving) },
      isClosed: isClosed)
  }

  func mapped(_ change: (Point) -> Point) -> Outline {
    Outline(
      vertices.map {
        Vertex(
          change($0.point), arriving: change($0.arriving), leaving: change($0.leaving))
      }, isClosed: isClosed)
  }

  func transformed(_ matrix: Matrix) -> Outline {
    matrix == .identity
      ? self
      : mapped {
        let place = matrix.map($0.x, $0.y)
        return Point(place.x, place.y)
      }
  }

  /// Returns the outline between this outline and another, interpolated point by point.
  func mixed(with other: Outline, _ part: Double) -> Outline {
    Outline(
      zip(vertices, other.vertices).map { a, b in
        Vertex(
          a.point.toward(b.point, part), arriving: a.arriving.toward(b.arriving, part),
          leaving: a.leaving.toward(b.leaving, part))
      }, isClosed: isClosed)
  }
}

struct Curve: Sendable {
  typealias Point = Outline.Point
  let start: Point
  let leaving: Point
  let arriving: Point
  let end: Point

  init(_ start: Point, _ leaving: Point, _ arriving: Point, _ end: Point) {
    self.start = start
    self.leaving = leaving
    self.arriving = arriving
    self.end = end
  }

  func point(at t: Double) -> Point {
    // A line without handles is traversed at constant speed.
    if isStraight { return start.toward(end, t) }
    let u = 1 - t
    return start * (u * u * u) + leaving * (3 * u * u * t) + arriving * (3 * u * t * t)
      + end * (t * t * t)
  }

  func derivative(at t: Double) -> Point {
    let u = 1 - t
    return (leaving - start) * (3 * u * u) + (arriving - leaving) * (6 * u * t)
      + (end - arriving) * (3 * t * t)
  }

  /// Splits the curve into two at a parameter.
  func split(at t: Double) -> (Curve, Curve) {
    if isStraight {
      let middle = start.toward(end, t)
      return (Curve(start, start, middle, middle), Curve(middle, middle, end, end))
    }
    let (a, b, c) = (
      start.toward(leaving, t), leaving.toward(arriving, t), arriving.toward(end, t)
    )
    let (d, e) = (a.toward(b, t), b.toward(c, t))
    let middle = d.toward(e, t)
    return (Curve(start, a, d, middle), Curve(middle, e, c, end))
  }

  func part(from: Double, to: Double) -> Curve {
    let rest = from <= 0 ? self : split(at: from).1
    return to >= 1 ? rest : rest.split(at: from >= 1 ? 1 : (to - from) / (1 - from)).0
  }

  var isStraight: Bool { start == leaving && arriving == end }

  /// The number of parts by which the length of a curve is measured.
  private static let parts = 64

  /// The lengths from the curve's start to the end of each part.
  var lengths: [Double] {
    if isStraight { return [0, (end - start).length] }
    var sum = 0.0
    var last = start
    return [0]
      + (1...Self.parts).map { part in
        let next = point(at: Double(part) / Double(Self.parts))
        sum += (next - last).length
        last = next
        return sum
      }
  }

  /// Returns the parameter at a given length along the curve.
  func parameter(at length: Double, _ lengths: [Double]) -> Double {
    let total = lengths.last!
    if length <= 0 || total <= 0 { return 0 }
    if length >= total { return 1 }
    let index = KeySearch.index(length, count: lengths.count - 1) { lengths[$0] }
    let step = lengths[index + 1] - lengths[index]
    let part = step > 0 ? (length - lengths[index]) / step : 0
    return (Double(index) + part) / Double(lengths.count - 1)
  }
}
