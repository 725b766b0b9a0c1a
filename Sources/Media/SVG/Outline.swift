internal import Formats
internal import Scenes

/// The outline of a shape: lines and cubic curves.
struct Outline {
  enum Step {
    case move(Double, Double), line(Double, Double)
    case curve(Double, Double, Double, Double, Double, Double)
    case close
  }
  var steps: [Step] = []

  /// Parses the data of a path up to its first error, as SVG requires.
  init(path text: String) {
    let limits = PathData.Limits(
      number: .greatestFiniteMagnitude, elements: .max, arcSlack: 1e-9)
    steps = PathData(text, limits: limits).elements.map { element in
      switch element {
      case .move(let p): .move(p.x, p.y)
      case .line(let p): .line(p.x, p.y)
      case .cubic(let a, let b, let p): .curve(a.x, a.y, b.x, b.y, p.x, p.y)
      case .close: .close
      }
    }
  }

  func mapped(by m: Matrix) -> Outline {
    var mapped = self
    mapped.steps = steps.map { step in
      switch step {
      case .move(let x, let y):
        let p = m.map(x, y)
        return .move(p.x, p.y)
      case .line(let x, let y):
        let p = m.map(x, y)
        return .line(p.x, p.y)
      case .curve(let x1, let y1, let x2, let y2, let x, let y):
        let (a, b, c) = (m.map(x1, y1), m.map(x2, y2), m.map(x, y))
        return .curve(a.x, a.y, b.x, b.y, c.x, c.y)
      case .close: return .close
      }
    }
    return mapped
  }

  /// The outline as the data of an SVG path.
  var words: String {
    steps.map { step in
      switch step {
      case .move(let x, let y): "M\(x) \(y)"
      case .line(let x, let y): "L\(x) \(y)"
      case .curve(let x1, let y1, let x2, let y2, let x, let y):
        "C\(x1) \(y1) \(x2) \(y2) \(x) \(y)"
      case .close: "Z"
      }
    }.joined()
  }

  /// Visits the points along the outline, where curves are divided into straight pieces; each subpath starts a new line.
  private func walk(_ body: (_ from: (x: Double, y: Double), _ to: (x: Double, y: Double)) -> Void)
  {
    var pen = (x: 0.0, y: 0.0), start = (x: 0.0, y: 0.0)
    for step in steps {
      switch step {
      case .move(let x, let y):
        pen = (x, y)
        start = pen
        body(pen, pen)
      case .line(let x, let y):
        body(pen, (x, y))
        pen = (x, y)
      case .curve(let x1, let y1, let x2, let y2, let x, let y):
        var from = pen
        for i in 1...64 {
          let t = Double(i) / 64, s = 1 - t
          let (k0, k1, k2, k3) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
          let to = (
            x: k0 * pen.x + k1 * x1 + k2 * x2 + k3 * x, y: k0 * pen.y + k1 * y1 + k2 * y2 + k3 * y
          )
          body(from, to)
          from = to
        }
        pen = (x, y)
      case .close:
        body(pen, start)
        pen = start
      }
    }
  }

  /// The corners of the outline; nil if the outline has several subpaths or curves.
  var corners: [Point]? {
    var points: [Point] = []
    for (i, step) in steps.enumerated() {
      switch step {
      case .move(let x, let y):
        guard i == 0 else { return nil }
        points.append(Point(x, y))
      case .line(let x, let y): points.append(Point(x, y))
      case .curve: return nil
      case .close: guard i == steps.count - 1 else { return nil }
      }
    }
    return points
  }

  /// The bounding box of the outline; nil if the outline is empty.
  var bounds: Rect? {
    var box: (x0: Double, y0: Double, x1: Double, y1: Double)?
    walk { from, to in
      for p in [from, to] {
        let b = box ?? (p.x, p.y, p.x, p.y)
        box = (min(b.x0, p.x), min(b.y0, p.y), max(b.x1, p.x), max(b.y1, p.y))
      }
    }
    return box.map { Rect($0.x0, $0.y0, $0.x1 - $0.x0, $0.y1 - $0.y0) }
  }
}
