/// Computes the length of an outline as browsers do for dashes: the result is some thousandths too short, because
/// browsers measure straight pieces within half a unit of the curve.
extension Outline {
  private typealias Place = (x: Double, y: Double)
  private static let within = 0.5
  private static let deepest = 10

  /// Returns the length of the outline, whose corners are quarter ellipses with two curves each if `isBasicShape`, and
  /// otherwise curves.
  func lengthForDashes(isBasicShape: Bool) -> Double {
    var length = 0.0
    var pen: Place = (0, 0), start: Place = (0, 0), quarter: Place?
    for step in steps {
      switch step {
      case .move(let x, let y):
        pen = (x, y)
        start = pen
      case .line(let x, let y):
        length += Self.distance(pen, (x, y))
        pen = (x, y)
      case .curve(let x1, let y1, let x2, let y2, let x, let y):
        if !isBasicShape {
          length += Self.length([pen, (x1, y1), (x2, y2), (x, y)], depth: 0)
        } else if let from = quarter {
          length += Self.quarter(abs(x - from.x), abs(y - from.y), 0, 1, depth: 0)
          quarter = nil
        } else {
          quarter = pen
        }
        pen = (x, y)
      case .close:
        length += Self.distance(pen, start)
        pen = start
      }
    }
    return length
  }

  private static func distance(_ a: Place, _ b: Place) -> Double {
    ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
  }

  private static func middle(_ a: Place, _ b: Place) -> Place {
    ((a.x + b.x) / 2, (a.y + b.y) / 2)
  }

  /// Returns the length of a cubic curve; the curve is halved while its control points are too far from the thirds of
  /// its chord.
  private static func length(_ p: [Place], depth: Int) -> Double {
    func isFar(_ place: Place, _ part: Double) -> Bool {
      max(
        abs(p[0].x + (p[3].x - p[0].x) * part - place.x),
        abs(p[0].y + (p[3].y - p[0].y) * part - place.y)) > within
    }
    guard depth < deepest, isFar(p[1], 1 / 3) || isFar(p[2], 2 / 3) else {
      return distance(p[0], p[3])
    }
    let (a, b, c) = (middle(p[0], p[1]), middle(p[1], p[2]), middle(p[2], p[3]))
    let (d, e) = (middle(a, b), middle(b, c))
    let half = middle(d, e)
    return length([p[0], a, d, half], depth: depth + 1)
      + length([half, e, c, p[3]], depth: depth + 1)
  }

  /// Returns the length of a quarter ellipse, which is a conic from `first` to `last` in 0 … 1; the conic is halved
  /// while its middle is too far from the middle of its chord.
  private static func quarter(
    _ rx: Double, _ ry: Double, _ first: Double, _ last: Double, depth: Int
  ) -> Double {
    func at(_ t: Double) -> Place {
      let (a, b, c) = ((1 - t) * (1 - t), 2 * t * (1 - t) * 0.5.squareRoot(), t * t)
      return (rx * (a + b) / (a + b + c), ry * (b + c) / (a + b + c))
    }
    let (from, to, halfway) = (at(first), at(last), (first + last) / 2)
    let (chord, half) = (middle(from, to), at(halfway))
    guard depth < deepest, max(abs(chord.x - half.x), abs(chord.y - half.y)) > within else {
      return distance(from, to)
    }
    return quarter(rx, ry, first, halfway, depth: depth + 1)
      + quarter(rx, ry, halfway, last, depth: depth + 1)
  }
}
