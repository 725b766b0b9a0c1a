import Scenes

/// Converts rectangles, ellipses, stars and polygons to outlines, with the starting points and directions that other
/// players use, because trims depend on them.
enum ParametricShapes {
  typealias Point = Outline.Point
  typealias Vertex = Outline.Vertex

  /// The length of the Bézier handle for a quarter circle with radius 1.
  static let handle = 0.5519

  static func rectangle(
    middle: Point, width: Double, height: Double, radius: Double, isReversed: Bool
  ) -> Outline {
    let (x, y) = (width / 2, height / 2)
    let round = max(0, min(x, y, radius))
    let short = round * (1 - handle)
    func at(_ dx: Double, _ dy: Double) -> Point { Point(middle.x + dx, middle.y + dy) }
    let vertices: [Vertex]
    if round > 0 {
      vertices = [
        Vertex(at(x, -y + round), arriving: at(x, -y + short)),
        Vertex(at(x, y - round), leaving: at(x, y - short)),
        Vertex(at(x - round, y), arriving: at(x - short, y)),
        Vertex(at(-x + round, y), leaving: at(-x + short, y)),
        Vertex(at(-x, y - round), arriving: at(-x, y - short)),
        Vertex(at(-x, -y + round), leaving: at(-x, -y + short)),
        Vertex(at(-x + round, -y), arriving: at(-x + short, -y)),
        Vertex(at(x - round, -y), leaving: at(x - short, -y)),
      ]
    } else {
      vertices = [Vertex(at(x, -y)), Vertex(at(x, y)), Vertex(at(-x, y)), Vertex(at(-x, -y))]
    }
    let outline = Outline(vertices, isClosed: true)
    return isReversed ? outline.reversed : outline
  }

  static func ellipse(middle: Point, width: Double, height: Double, isReversed: Bool) -> Outline {
    let (x, y) = (width / 2, height / 2)
    let (hx, hy) = (x * handle, y * handle)
    let dir = isReversed ? -1.0 : 1.0
    func at(_ dx: Double, _ dy: Double) -> Point { Point(middle.x + dx * dir, middle.y + dy) }
    return Outline(
      [
        Vertex(at(0, -y), arriving: at(-hx, -y), leaving: at(hx, -y)),
        Vertex(at(x, 0), arriving: at(x, -hy), leaving: at(x, hy)),
        Vertex(at(0, y), arriving: at(hx, y), leaving: at(-hx, y)),
        Vertex(at(-x, 0), arriving: at(-x, hy), leaving: at(-x, -hy)),
      ], isClosed: true)
  }

  struct Star {
    var middle: Point
    var points: Double
    /// The rotation of the shape in degrees.
    var rotation: Double
    var outerRadius: Double
    var outerRoundness: Double
    /// The inner radius and roundness of a star; nil for a polygon.
    var inner: (radius: Double, roundness: Double)?
    var isReversed: Bool

    /// The maximum number of points of one shape; a file with a larger shape is refused.
    static let mostPoints = 10_000.0
  }

  static func star(_ star: Star) -> Outline {
    let corners = Int(clamped: star.points, rounded: .down, to: 0...Int(Star.mostPoints))
    let count = star.inner == nil ? corners : corners * 2
    guard count > 0 else { return Outline(isClosed: true) }
    let dir = star.isReversed ? -1.0 : 1.0
    let vertices = (0..<count).map { index -> Vertex in
      let isInner = star.inner != nil && index % 2 == 1
      let radius = isInner ? star.inner!.radius : star.outerRadius
      let roundness = (isInner ? star.inner!.roundness : star.outerRoundness) / 100
      let reach = 2 * Portable.pi * radius / Double(count * (star.inner == nil ? 4 : 2)) * roundness
      let angle = -90 + star.rotation + dir * 360 / Double(count) * Double(index)
      let (sine, cosine) = Portable.sineCosine(degrees: angle)
      let place = Point(radius * cosine, radius * sine)
      let length = place.length
      let across =
        length == 0
        ? Point(0, 0) : Point(place.y / length, -place.x / length) * (reach * dir)
      let point = star.middle + place
      return Vertex(point, arriving: point + across, leaving: point - across)
    }
    return Outline(vertices, isClosed: true)
  }
}
