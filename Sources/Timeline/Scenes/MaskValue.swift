/// Masks of the same kind are interpolated, and masks of different kinds jump.
extension Mask: MissableValue {
  package static func mixedOrMissing(
    _ p: Mask?, _ q: Mask?, _ r: Mask?, _ s: Mask?, by sum: WeightedSum,
    near: @autoclosure () -> Mask?
  ) -> Mask? { combine([(p, sum.a), (q, sum.b), (r, sum.c), (s, sum.d)]) }

  /// The numbers of the mask's shape: the rectangle of an ellipse, a rectangle with its corner radius, or the
  /// coordinates of a path; empty for a layer.
  package static func numbers(of mask: Mask?) -> [Double] {
    switch mask?.kind {
    case .ellipse(let rect): rect.numbers
    case .rectangle(let rect, let cornerRadius): rect.numbers + [cornerRadius]
    case .path(let path): path.numbers
    case .layer, nil: []
    }
  }
  package static func labels(of mask: Mask?) -> [String] {
    mask != nil && mask?.path == nil
      ? ["x", "y", "width", "height", "cornerRadius"]
      : numbers(of: mask).indices.map { "number \($0)" }
  }

  package static func shape(of mask: Mask?) -> String? {
    guard let mask else { return "none" }
    let word =
      switch mask.kind {
      case .ellipse(let rect): rect.width == rect.height ? "circle" : "ellipse"
      case .rectangle: "rectangle"
      case .path(let path): Path.shape(of: path)!
      case .layer: "another layer"
      }
    return mask.isInverted ? "\(word), inverted" : word
  }

  package var tree: ValueTree {
    var members: [(key: String, value: ValueTree)]
    switch kind {
    case .ellipse(let r):
      members = [
        ("kind", .word("ellipse")), ("center", .numbers([r.center.x, r.center.y])),
        ("radius", .number(r.width / 2)), ("rect", r.tree),
      ]
    case .rectangle(let r, let radius):
      members = [
        ("kind", .word("rectangle")), ("rect", r.tree), ("cornerRadius", .number(radius)),
      ]
    case .path(let path): members = [("kind", .word("path"))] + path.members
    case .layer(let layer, let luminance):
      members = [
        ("kind", .word("layer")), ("layer", .layer(layer)), ("luminance", .flag(luminance)),
      ]
    }
    members.append(("inverted", .flag(isInverted)))
    return .object(members)
  }

  /// The weighted sum of masks; nil if their kinds or the elements of their paths differ, in which case masks
  /// jump.
  static func combine(_ terms: [(mask: Mask?, weight: Double)]) -> Mask? {
    guard let first = terms.first?.mask,
      terms.allSatisfy({ $0.mask?.isInverted == first.isInverted })
    else { return nil }
    if terms.allSatisfy({ $0.mask == first }) { return first }
    switch first.kind {
    case .ellipse, .rectangle: return shapes(terms, first)
    case .path:
      let paths = terms.map { (path: $0.mask?.path, weight: $0.weight) }
      return Path.combine(paths).map { Mask(kind: .path($0), isInverted: first.isInverted) }
    case .layer: return nil
    }
  }

  private static func shapes(_ terms: [(mask: Mask?, weight: Double)], _ first: Mask) -> Mask? {
    var numbers = [0.0, 0, 0, 0, 0]
    var ellipses = 0
    for (mask, weight) in terms {
      let rect: Rect
      var radius = 0.0
      switch mask?.kind {
      case .ellipse(let oval):
        rect = oval
        ellipses += 1
      case .rectangle(let frame, let cornerRadius): (rect, radius) = (frame, cornerRadius)
      default: return nil
      }
      for (i, n) in [rect.x, rect.y, rect.width, rect.height, radius].enumerated() {
        numbers[i] += n * weight
      }
    }
    let rect = Rect(numbers[0], numbers[1], max(0, numbers[2]), max(0, numbers[3]))
    if ellipses == terms.count { return Mask(kind: .ellipse(rect), isInverted: first.isInverted) }
    guard ellipses == 0 else { return nil }
    return Mask(
      kind: .rectangle(rect, cornerRadius: max(0, numbers[4])), isInverted: first.isInverted)
  }
}

extension Mask {
  fileprivate var path: Path? {
    if case .path(let path) = kind { path } else { nil }
  }
}

extension Path: MissableValue {
  package static func mixedOrMissing(
    _ p: Path?, _ q: Path?, _ r: Path?, _ s: Path?, by sum: WeightedSum,
    near: @autoclosure () -> Path?
  ) -> Path? { combine([(p, sum.a), (q, sum.b), (r, sum.c), (s, sum.d)]) }

  package static func numbers(of path: Path?) -> [Double] { path?.numbers ?? [] }
  package static func labels(of path: Path?) -> [String] {
    numbers(of: path).indices.map { "number \($0)" }
  }
  package static func shape(of path: Path?) -> String? {
    guard let path else { return "none" }
    let letters = path.elements.map { ["M", "L", "C", "Z"][$0.command] }
    let rule = path.fillRule == .evenOdd ? ", even-odd" : ""
    return "path \(letters.prefix(12).joined())\(letters.count > 12 ? "…" : "")\(rule)"
  }
  package var tree: ValueTree { .object(members) }

  /// The coordinates of the path's points in order.
  package var numbers: [Double] { elements.flatMap { $0.points.flatMap(\.numbers) } }

  /// The members of the mask in document notation, with a path as SVG path data.
  fileprivate var members: [(key: String, value: ValueTree)] {
    let rule = fillRule == .evenOdd ? "evenodd" : "nonzero"
    return [("path", .path(self)), ("fillRule", .word(rule))]
  }

  /// The weighted sum of paths, element by element, as in SVG and Core Animation; nil if their elements
  /// differ, in which case paths jump.
  static func combine(_ terms: [(path: Path?, weight: Double)]) -> Path? {
    guard let first = terms.first?.path else { return nil }
    if terms.allSatisfy({ $0.path == first }) { return first }
    var lists: [([PathElement], Double)] = []
    for (path, weight) in terms {
      guard let path, path.fillRule == first.fillRule,
        path.elements.count == first.elements.count
      else { return nil }
      lists.append((path.elements, weight))
    }
    var mixed = Path(elements: [], fillRule: first.fillRule)
    for i in first.elements.indices {
      var sums = [Point](repeating: Point(0, 0), count: first.elements[i].points.count)
      for (elements, weight) in lists {
        guard elements[i].command == first.elements[i].command else { return nil }
        for (j, point) in elements[i].points.enumerated() {
          sums[j] = Point(sums[j].x + point.x * weight, sums[j].y + point.y * weight)
        }
      }
      mixed.elements.append(first.elements[i].with(sums))
    }
    return mixed
  }
}

extension PathElement {
  fileprivate var points: [Point] {
    switch self {
    case .move(let end), .line(let end): [end]
    case .cubic(let control1, let control2, let end): [control1, control2, end]
    case .close: []
    }
  }

  fileprivate var command: Int {
    switch self {
    case .move: 0
    case .line: 1
    case .cubic: 2
    case .close: 3
    }
  }

  /// Returns the path element with other points.
  fileprivate func with(_ points: [Point]) -> PathElement {
    switch self {
    case .move: .move(points[0])
    case .line: .line(points[0])
    case .cubic: .cubic(control1: points[0], control2: points[1], end: points[2])
    case .close: .close
    }
  }
}
