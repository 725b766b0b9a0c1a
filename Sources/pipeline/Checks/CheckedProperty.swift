import Documents
import Scenes

/// One property of a check: what the document expects and what the layer has, as numbers or words.
struct CheckedProperty {
  let name: String
  /// For each number its name, such as "x"; empty when there is one.
  private var labels: [String] = []
  private var expected: [Double] = []
  private var actual: [Double] = []
  /// In place of numbers.
  private var words: (expected: String, actual: String)?

  /// What is wrong; nil when every number is within the tolerance.
  func failure(tolerance: Double) -> String? {
    if let words {
      return words.expected == words.actual
        ? nil : "\(name) is \(words.actual), not \(words.expected)"
    }
    guard expected.count == actual.count else {
      return "\(name) has \(actual.count) numbers, not \(expected.count)"
    }
    let wrong = expected.indices.filter { !(abs(expected[$0] - actual[$0]) <= tolerance) }
    guard !wrong.isEmpty else { return nil }
    let parts = wrong.map { i in
      let label = labels.isEmpty ? name : "\(name) \(labels[i])"
      return "\(label) is \(Self.text(actual[i])), not \(Self.text(expected[i]))"
    }
    return parts.joined(separator: "; ") + " (tolerance \(Self.text(tolerance)))"
  }

  private static func text(_ value: Double) -> String {
    let rounded = (value * 1e6).rounded() / 1e6
    return JSONWriter.number(rounded == 0 && value != 0 ? value : rounded)
  }

  private init(_ name: String, _ labels: [String], _ expected: [Double], _ actual: [Double]) {
    self.name = name
    self.labels = labels
    self.expected = expected
    self.actual = actual
  }
  private init(_ name: String, _ expected: String, _ actual: String) {
    self.name = name
    words = (expected, actual)
  }
}

extension CheckedProperty {
  /// Every property that `values` gives. `frame` is the bounding box on the canvas, as `inspect`
  /// prints it; percents follow the layer's own frame, those in frame, position and bounds the
  /// parent's.
  static func all(_ values: LayerValues, _ layer: CheckedLayer) -> [CheckedProperty] {
    let p = layer.properties
    let size = p.frame.size
    let shorter = min(size.width, size.height)
    var list: [CheckedProperty] = []
    func number(_ name: String, _ expected: Double?, _ actual: Double) {
      if let expected { list.append(CheckedProperty(name, [], [expected], [actual])) }
    }
    func point(_ name: String, _ expected: Point?, _ actual: Point) {
      guard let expected else { return }
      list.append(
        CheckedProperty(name, ["x", "y"], [expected.x, expected.y], [actual.x, actual.y]))
    }
    func vector(_ name: String, _ expected: Vector?, _ actual: Vector) {
      guard let e = expected else { return }
      list.append(
        CheckedProperty(
          name, ["x", "y", "z"], [e.x, e.y, e.z], [actual.x, actual.y, actual.z]))
    }
    func rect(_ name: String, _ expected: Rect?, _ actual: Rect) {
      guard let expected else { return }
      list.append(
        CheckedProperty(name, ["x", "y", "width", "height"], numbers(expected), numbers(actual)))
    }
    func flag(_ name: String, _ expected: Bool?, _ actual: Bool) {
      if let expected { list.append(CheckedProperty(name, "\(expected)", "\(actual)")) }
    }
    func matrix(_ name: String, _ expected: Transform?, _ actual: Transform) {
      guard let expected else { return }
      let labels = (1...4).flatMap { row in (1...4).map { "m\(row)\($0)" } }
      list.append(CheckedProperty(name, labels, expected.values, actual.values))
    }
    func color(_ name: String, _ expected: Color?, _ actual: Color) {
      guard let e = expected else { return }
      list.append(
        CheckedProperty(
          name, ["red", "green", "blue", "alpha"], [e.red, e.green, e.blue, e.alpha],
          [actual.red, actual.green, actual.blue, actual.alpha]))
    }
    rect("frame", values.frame?.rect(in: layer.parent), layer.boundingBox)
    point(
      "position",
      values.position.map { RectSpec($0.x, $0.y, .zero, .zero).rect(in: layer.parent).center },
      p.position)
    if let expected = values.bounds?.size(of: layer.parent.size) {
      list.append(
        CheckedProperty(
          "bounds", ["width", "height"], [expected.width, expected.height],
          [size.width, size.height]))
    }
    point("anchorPoint", values.anchorPoint, p.anchorPoint)
    number("zPosition", values.zPosition, p.zPosition)
    vector("translate", values.translate?.vector(of: size), p.translate)
    vector("scale", values.scale, p.scale)
    vector("rotate", values.rotate, p.rotate)
    matrix("transform", values.transform?.transform(of: size), p.transform)
    matrix("sublayerTransform", values.sublayerTransform?.transform(of: size), p.sublayerTransform)
    number("opacity", values.opacity, p.opacity)
    flag("hidden", values.isHidden, p.isHidden)
    flag("isDoubleSided", values.isDoubleSided, p.isDoubleSided)
    number("cornerRadius", values.cornerRadius?.points(of: shorter), p.cornerRadius)
    flag("masksToBounds", values.masksToBounds, p.masksToBounds)
    color("backgroundColor", values.backgroundColor, p.backgroundColor ?? .clear)
    color("shadowColor", values.shadowColor, p.shadowColor)
    number("shadowOpacity", values.shadowOpacity, p.shadowOpacity)
    number("shadowRadius", values.shadowRadius?.points(of: shorter), p.shadowRadius)
    point("shadowOffset", values.shadowOffset?.point(of: size), p.shadowOffset)
    rect("contentsRect", values.contentsRect, p.contentsRect)
    if let gravity = values.contentsGravity {
      list.append(
        CheckedProperty("contentsGravity", gravity.rawValue, p.contentsGravity.rawValue))
    }
    if let mask = values.mask { list += masks(mask, p) }
    return list
  }

  // MARK: Masks

  private static func masks(_ spec: MaskSpec, _ p: LayerProperties) -> [CheckedProperty] {
    let shorter = min(p.frame.width, p.frame.height)
    var expected: (kind: String, numbers: [Double])
    switch spec.kind {
    case .none: return [CheckedProperty("mask", "none", p.mask == nil ? "none" : "there")]
    case .ellipse(let rect): expected = ("ellipse", numbers(rect.rect(in: p.frame)))
    case .circle(.point(let center), let radius):
      let middle = RectSpec(center.x, center.y, .zero, .zero).rect(in: p.frame).center
      let r = radius.points(of: shorter)
      expected = ("ellipse", numbers(Rect(center: middle, size: Size(2 * r, 2 * r))))
    case .circle(.expression, _): return []
    case .rectangle(let rect, let radius):
      expected = (
        "rectangle", numbers(rect.rect(in: p.frame)) + [radius.points(of: shorter)]
      )
    case .path(let path): expected = ("path", numbers(path))
    case .layer: expected = ("layer", [])
    }
    var actual: (kind: String, numbers: [Double]) = ("none", [])
    switch p.mask?.kind {
    case nil: break
    case .ellipse(let rect): actual = ("ellipse", numbers(rect))
    case .rectangle(let rect, let radius): actual = ("rectangle", numbers(rect) + [radius])
    case .path(let path): actual = ("path", numbers(path))
    case .layer: actual = ("layer", [])
    }
    guard expected.kind == actual.kind else {
      return [CheckedProperty("mask", expected.kind, actual.kind)]
    }
    let labels = ["x", "y", "width", "height", "cornerRadius"]
    let isPath = expected.kind == "path"
    return [
      CheckedProperty(
        "mask", isPath ? expected.numbers.indices.map { "number \($0)" } : labels,
        expected.numbers, actual.numbers),
      CheckedProperty(
        "mask inverted", "\(spec.isInverted)", "\(p.mask?.isInverted ?? false)"),
    ]
  }

  private static func numbers(_ r: Rect) -> [Double] { [r.x, r.y, r.width, r.height] }

  private static func numbers(_ path: Path) -> [Double] {
    path.elements.flatMap { element in
      switch element {
      case .move(let p), .line(let p): [p.x, p.y]
      case .cubic(let a, let b, let c): [a.x, a.y, b.x, b.y, c.x, c.y]
      case .close: [Double]()
      }
    }
  }
}

/// A layer as a scene has it.
struct CheckedLayer {
  let id: String
  let properties: LayerProperties
  /// On the canvas, in points.
  let boundingBox: Rect
  /// The parent's frame.
  let parent: Rect
}
