internal import Planning
package import Scenes

/// The shape of a mask in points of the layer, relative to the corner of its bounds.
package struct MaskShape: Sendable {
  package enum Kind: Sendable {
    case ellipse(Rect)
    case rectangle(Rect, cornerRadius: Double)
    case path(Path)
    /// The shape of the mask is another layer of the stage.
    case layer(Int)
  }
  package let kind: Kind
  package let isInverted: Bool

  package init(_ mask: Mask, in p: LayerProperties) {
    isInverted = mask.isInverted
    let corner = Point(p.frame.x, p.frame.y)
    func own(_ r: Rect) -> Rect { Rect(r.x - corner.x, r.y - corner.y, r.width, r.height) }
    func own(_ q: Point) -> Point { Point(q.x - corner.x, q.y - corner.y) }
    switch mask.kind {
    case .ellipse(let rect): kind = .ellipse(own(rect))
    case .rectangle(let rect, let radius): kind = .rectangle(own(rect), cornerRadius: radius)
    case .path(let path):
      kind = .path(
        Path(
          elements: path.elements.map { element in
            switch element {
            case .move(let q): .move(own(q))
            case .line(let q): .line(own(q))
            case .cubic(let a, let b, let c):
              .cubic(control1: own(a), control2: own(b), end: own(c))
            case .close: .close
            }
          }, fillRule: path.fillRule))
    case .layer(let layer, _): kind = .layer(layer)
    }
  }

  /// The numbers that describe the shape and change when it moves; all shapes of one kind have the same
  /// number of numbers.
  var numbers: [Double] {
    switch kind {
    case .ellipse(let r): return [r.x, r.y, r.width, r.height]
    case .rectangle(let r, let radius): return [r.x, r.y, r.width, r.height, radius]
    case .path(let path):
      return path.elements.flatMap { element -> [Double] in
        switch element {
        case .move(let q), .line(let q): [q.x, q.y]
        case .cubic(let a, let b, let c): [a.x, a.y, b.x, b.y, c.x, c.y]
        case .close: []
        }
      }
    case .layer: return [0]
    }
  }

  /// Returns a mask shape of the same kind with other numbers.
  func with(_ numbers: [Double]) -> MaskShape {
    switch kind {
    case .ellipse where numbers.count == 4:
      return MaskShape(.ellipse(Rect(numbers[0], numbers[1], numbers[2], numbers[3])), isInverted)
    case .rectangle where numbers.count == 5:
      return MaskShape(
        .rectangle(Rect(numbers[0], numbers[1], numbers[2], numbers[3]), cornerRadius: numbers[4]),
        isInverted)
    case .path(let path):
      var rest = numbers[...]
      func next() -> Point { Point(rest.popFirst() ?? 0, rest.popFirst() ?? 0) }
      let elements = path.elements.map { element -> PathElement in
        switch element {
        case .move: return .move(next())
        case .line: return .line(next())
        case .cubic:
          let a = next(), b = next()
          return .cubic(control1: a, control2: b, end: next())
        case .close: return .close
        }
      }
      return MaskShape(.path(Path(elements: elements, fillRule: path.fillRule)), isInverted)
    default: return self
    }
  }

  init(_ kind: Kind, _ isInverted: Bool) {
    self.kind = kind
    self.isInverted = isInverted
  }

  /// The outline of the shape as SVG path data; nil if the shape is a layer.
  package var pathData: String? {
    switch kind {
    case .ellipse(let r):
      let (a, b) = (r.width / 2, r.height / 2)
      let (x, y) = (r.x + a, r.y + b)
      // The constant 4/3·tan(π/8) makes a cubic approximate a quarter circle.
      let k = 0.5522847498307936
      let n = CurveName.number
      return
        "M\(n(x + a)) \(n(y))C\(n(x + a)) \(n(y + k * b)) \(n(x + k * a)) \(n(y + b)) \(n(x)) \(n(y + b))"
        + "C\(n(x - k * a)) \(n(y + b)) \(n(x - a)) \(n(y + k * b)) \(n(x - a)) \(n(y))"
        + "C\(n(x - a)) \(n(y - k * b)) \(n(x - k * a)) \(n(y - b)) \(n(x)) \(n(y - b))"
        + "C\(n(x + k * a)) \(n(y - b)) \(n(x + a)) \(n(y - k * b)) \(n(x + a)) \(n(y))Z"
    case .rectangle(let r, let radius):
      let n = CurveName.number
      let q = max(0, min(radius, r.width / 2, r.height / 2))
      let k = q * (1 - 0.5522847498307936)
      let (left, top, right, bottom) = (r.x, r.y, r.x + r.width, r.y + r.height)
      return "M\(n(left + q)) \(n(top))L\(n(right - q)) \(n(top))"
        + "C\(n(right - k)) \(n(top)) \(n(right)) \(n(top + k)) \(n(right)) \(n(top + q))"
        + "L\(n(right)) \(n(bottom - q))"
        + "C\(n(right)) \(n(bottom - k)) \(n(right - k)) \(n(bottom)) \(n(right - q)) \(n(bottom))"
        + "L\(n(left + q)) \(n(bottom))"
        + "C\(n(left + k)) \(n(bottom)) \(n(left)) \(n(bottom - k)) \(n(left)) \(n(bottom - q))"
        + "L\(n(left)) \(n(top + q))"
        + "C\(n(left)) \(n(top + k)) \(n(left + k)) \(n(top)) \(n(left + q)) \(n(top))Z"
    case .path(let path): return path.svgData
    case .layer: return nil
    }
  }
}

extension Path {
  /// The path data of the mask in SVG and CSS notation.
  package var svgData: String {
    let n = CurveName.number
    return elements.map { element in
      switch element {
      case .move(let q): "M\(n(q.x)) \(n(q.y))"
      case .line(let q): "L\(n(q.x)) \(n(q.y))"
      case .cubic(let a, let b, let c):
        "C\(n(a.x)) \(n(a.y)) \(n(b.x)) \(n(b.y)) \(n(c.x)) \(n(c.y))"
      case .close: "Z"
      }
    }.joined()
  }
}
