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

  /// How many numbers each command of a path takes.
  private static let counts: [Character: Int] = [
    "m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7,
  ]

  /// Where a path has come to, and what the next command may take up.
  private struct Pen {
    var at = (x: 0.0, y: 0.0)
    var start = (x: 0.0, y: 0.0)
    var control = (x: 0.0, y: 0.0)
    var last: Character = " "
  }

  /// The data of a path, up to its first error, as SVG asks.
  init(path text: String) {
    var scanner = NumberScanner(text)
    var pen = Pen()
    while let letter = scanner.letter() {
      if letter == "z" || letter == "Z" {
        steps.append(.close)
        pen.at = pen.start
        pen.last = "z"
        continue
      }
      let kind = Character(letter.lowercased())
      guard let count = Self.counts[kind], !(steps.isEmpty && kind != "m") else { return }
      var isFirst = true
      while true {
        var v: [Double] = []
        for i in 0..<count {
          let isFlag = kind == "a" && (i == 3 || i == 4)
          guard let number = isFlag ? scanner.flag() : scanner.next() else { break }
          v.append(number)
        }
        guard v.count == count else {
          if !v.isEmpty || isFirst { return }
          break
        }
        add(kind, v, isRelative: letter.isLowercase, isFirst: isFirst, &pen)
        isFirst = false
      }
    }
  }

  /// Adds what one command with its numbers draws.
  private mutating func add(
    _ kind: Character, _ v: [Double], isRelative: Bool, isFirst: Bool, _ pen: inout Pen
  ) {
    let from = pen.at
    let base = isRelative ? from : (x: 0, y: 0)
    func at(_ i: Int) -> (x: Double, y: Double) { (base.x + v[i], base.y + v[i + 1]) }
    func reflected(of kinds: String) -> (x: Double, y: Double) {
      kinds.contains(pen.last) ? (2 * from.x - pen.control.x, 2 * from.y - pen.control.y) : from
    }
    defer { pen.last = kind }
    switch kind {
    case "c", "s":
      let one = kind == "c" ? at(0) : reflected(of: "cs")
      let two = at(kind == "c" ? 2 : 0)
      let end = at(kind == "c" ? 4 : 2)
      steps.append(.curve(one.x, one.y, two.x, two.y, end.x, end.y))
      (pen.control, pen.at) = (two, end)
      return
    case "q", "t":
      let middle = kind == "q" ? at(0) : reflected(of: "qt")
      let end = at(kind == "q" ? 2 : 0)
      steps.append(
        .curve(
          from.x + 2 / 3 * (middle.x - from.x), from.y + 2 / 3 * (middle.y - from.y),
          end.x + 2 / 3 * (middle.x - end.x), end.y + 2 / 3 * (middle.y - end.y), end.x, end.y))
      (pen.control, pen.at) = (middle, end)
      return
    case "a":
      pen.at = at(5)
      arc(from: from, to: pen.at, v)
      return
    case "h": pen.at.x = base.x + v[0]
    case "v": pen.at.y = base.y + v[0]
    default: pen.at = at(0)
    }
    if kind == "m", isFirst {
      pen.start = pen.at
      steps.append(.move(pen.at.x, pen.at.y))
    } else {
      steps.append(.line(pen.at.x, pen.at.y))
    }
  }

  /// SVG 1.1, appendix F.6.
  private mutating func arc(
    from p: (x: Double, y: Double), to q: (x: Double, y: Double), _ v: [Double]
  ) {
    var (rx, ry) = (abs(v[0]), abs(v[1]))
    guard rx > 0, ry > 0, p != q else {
      steps.append(.line(q.x, q.y))
      return
    }
    let (sine, cosine) = Portable.sineCosine(degrees: v[2])
    let (dx, dy) = ((p.x - q.x) / 2, (p.y - q.y) / 2)
    let (x, y) = (cosine * dx + sine * dy, -sine * dx + cosine * dy)
    let far = x * x / (rx * rx) + y * y / (ry * ry)
    if far > 1 {
      rx *= far.squareRoot()
      ry *= far.squareRoot()
    }
    let top = rx * rx * ry * ry - rx * rx * y * y - ry * ry * x * x
    let under = rx * rx * y * y + ry * ry * x * x
    var factor = under > 0 ? max(0, top / under).squareRoot() : 0
    if v[3] == v[4] { factor = -factor }
    let (cx, cy) = (factor * rx * y / ry, -factor * ry * x / rx)
    let middle = (
      x: cosine * cx - sine * cy + (p.x + q.x) / 2, y: sine * cx + cosine * cy + (p.y + q.y) / 2
    )
    let begin = Portable.angle((x - cx) / rx, (y - cy) / ry)
    var turn = Portable.angle((-x - cx) / rx, (-y - cy) / ry) - begin
    if v[4] == 0, turn > 0 { turn -= 2 * .pi }
    if v[4] != 0, turn < 0 { turn += 2 * .pi }
    let count = Int(clamped: abs(turn) / (Double.pi / 4) - 1e-9, rounded: .up, to: 1...8)
    let part = turn / Double(count)
    let quarter = Portable.sineCosine(part / 4)
    let reach = 4.0 / 3 * quarter.sine / quarter.cosine
    func point(_ u: Double, _ w: Double) -> (Double, Double) {
      (middle.x + cosine * rx * u - sine * ry * w, middle.y + sine * rx * u + cosine * ry * w)
    }
    for i in 0..<count {
      let a = Portable.sineCosine(begin + part * Double(i))
      let b = Portable.sineCosine(begin + part * Double(i + 1))
      let one = point(a.cosine - reach * a.sine, a.sine + reach * a.cosine)
      let two = point(b.cosine + reach * b.sine, b.sine - reach * b.cosine)
      let end = i == count - 1 ? (q.x, q.y) : point(b.cosine, b.sine)
      steps.append(.curve(one.0, one.1, two.0, two.1, end.0, end.1))
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

  /// The data of a path.
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

  /// Points along it, with curves in straight pieces; each part begins anew.
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

  /// Where its lines meet; nil for several parts and for curves.
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

  /// Nil when there is nothing in it.
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
