internal import Scenes

extension Outline {
  /// Straight pieces along the outline, with gaps and overlaps such that they are as long together as browsers measure
  /// the outline: they halve a curve until it is within half a unit of its chord, count the chords, and move evenly in
  /// the curve's parameter along each. The engine puts a letter on the middle of a short piece, so the pieces are short.
  func asBrowsersMeasure(pieces: Int) -> Outline {
    var chords: [(curve: Curve, length: Double)] = []
    var (pen, start) = (Point(0, 0), Point(0, 0))
    func follow(_ curve: Curve) {
      curve.forEachChord { chords.append(($0, Curve.distance($0.start, $0.end))) }
      pen = curve.end
    }
    for step in steps {
      switch step {
      case .move(let x, let y): (pen, start) = (Point(x, y), Point(x, y))
      case .line(let x, let y): follow(Curve(line: pen, Point(x, y)))
      case .curve(let x1, let y1, let x2, let y2, let x, let y):
        follow(
          Curve(start: pen, leaving: Point(x1, y1), arriving: Point(x2, y2), end: Point(x, y)))
      case .close: follow(Curve(line: pen, start))
      }
    }
    let pieceLength = chords.reduce(0) { $0 + $1.length } / Double(pieces)
    var measured = self
    measured.steps = []
    for (curve, length) in chords where length > 0 {
      let count = max(1, Int((length / pieceLength).rounded(.up)))
      curve.cut(into: count, eachOf: length / Double(count), &measured.steps)
    }
    return measured
  }

  private struct Curve {
    let start: Point, leaving: Point, arriving: Point, end: Point

    /// Returns the offset of the curve's middle from the chord's middle, on the axis where it is larger; for a cubic
    /// curve, the offset of its handles from the thirds of the chord.
    private func bend(isQuadratic: Bool) -> Double {
      func off(_ handle: Point, _ part: Double) -> Double {
        max(
          abs(handle.x - start.x - (end.x - start.x) * part),
          abs(handle.y - start.y - (end.y - start.y) * part))
      }
      let most = max(off(leaving, 1 / 3.0), off(arriving, 2 / 3.0))
      return isQuadratic ? most * 0.75 : most
    }

    /// Whether the cubic curve equals a quadratic curve.
    var isQuadratic: Bool {
      let x = 3 * (leaving.x - arriving.x) - start.x + end.x
      let y = 3 * (leaving.y - arriving.y) - start.y + end.y
      return abs(x) + abs(y) < 1e-6 * (1 + abs(end.x) + abs(end.y))
    }

    private func point(_ t: Double) -> Point {
      let s = 1 - t
      let (k0, k1, k2, k3) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
      return Point(
        k0 * start.x + k1 * leaving.x + k2 * arriving.x + k3 * end.x,
        k0 * start.y + k1 * leaving.y + k2 * arriving.y + k3 * end.y)
    }

    private var halves: (Curve, Curve) {
      func mid(_ a: Point, _ b: Point) -> Point { Point((a.x + b.x) / 2, (a.y + b.y) / 2) }
      let (a, b, c) = (mid(start, leaving), mid(leaving, arriving), mid(arriving, end))
      let (d, e) = (mid(a, b), mid(b, c))
      let middle = mid(d, e)
      return (
        Curve(start: start, leaving: a, arriving: d, end: middle),
        Curve(start: middle, leaving: e, arriving: c, end: end)
      )
    }

    init(start: Point, leaving: Point, arriving: Point, end: Point) {
      (self.start, self.leaving, self.arriving, self.end) = (start, leaving, arriving, end)
    }

    init(line start: Point, _ end: Point) {
      let step = Point((end.x - start.x) / 3, (end.y - start.y) / 3)
      self.init(
        start: start, leaving: Point(start.x + step.x, start.y + step.y),
        arriving: Point(end.x - step.x, end.y - step.y), end: end)
    }

    static func distance(_ a: Point, _ b: Point) -> Double {
      ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
    }

    /// Visits the parts whose chords browsers add.
    func forEachChord(_ body: (Curve) -> Void) {
      forEachChord(isQuadratic: isQuadratic, depth: 0, body)
    }

    private func forEachChord(isQuadratic: Bool, depth: Int, _ body: (Curve) -> Void) {
      guard depth < 7, bend(isQuadratic: isQuadratic) > 0.5 else { return body(self) }
      let (first, second) = halves
      first.forEachChord(isQuadratic: isQuadratic, depth: depth + 1, body)
      second.forEachChord(isQuadratic: isQuadratic, depth: depth + 1, body)
    }

    /// Appends pieces of one length, which start evenly in the curve's parameter.
    func cut(into count: Int, eachOf length: Double, _ steps: inout [Step]) {
      var from = start
      for i in 1...count {
        let to = point(Double(i) / Double(count))
        let own = Self.distance(from, to)
        if own > 0 {
          let part = length / own
          steps.append(.move(from.x, from.y))
          steps.append(.line(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part))
        }
        from = to
      }
    }
  }
}
