internal import Scenes

extension Outline {
  /// Returns straight pieces along the curves, with gaps and overlaps such that their total length equals the length that
  /// browsers measure. Browsers halve a curve until it is within half a unit of its chord, add up the chords, and move
  /// evenly in the curve's parameter along each chord.
  var asBrowsersMeasure: Outline {
    var measured = self
    measured.steps = []
    var (pen, start) = (Point(0, 0), Point(0, 0))
    for step in steps {
      switch step {
      case .move(let x, let y):
        (pen, start) = (Point(x, y), Point(x, y))
        measured.steps.append(step)
      case .line(let x, let y):
        pen = Point(x, y)
        measured.steps.append(step)
      case .curve(let x1, let y1, let x2, let y2, let x, let y):
        let curve = Curve(
          start: pen, leaving: Point(x1, y1), arriving: Point(x2, y2), end: Point(x, y))
        curve.measure(isQuadratic: curve.isQuadratic, depth: 0, into: &measured.steps)
        pen = curve.end
        measured.steps.append(.move(x, y))
      case .close:
        measured.steps.append(.line(start.x, start.y))
        pen = start
      }
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

    func measure(isQuadratic: Bool, depth: Int, into steps: inout [Step]) {
      if depth < 7, bend(isQuadratic: isQuadratic) > 0.5 {
        let (first, second) = halves
        first.measure(isQuadratic: isQuadratic, depth: depth + 1, into: &steps)
        second.measure(isQuadratic: isQuadratic, depth: depth + 1, into: &steps)
        return
      }
      func distance(_ a: Point, _ b: Point) -> Double {
        ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
      }
      let count = max(8, 64 >> max(0, depth - 3))
      let length = distance(start, end) / Double(count)
      var from = start
      for i in 1...count {
        let to = point(Double(i) / Double(count))
        let own = distance(from, to)
        if own > 0, length > 0 {
          let part = length / own
          steps.append(.move(from.x, from.y))
          steps.append(.line(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part))
        }
        from = to
      }
    }
  }
}
