internal import Documents
import JSON
internal import Scenes

/// One property of a check: its expected and actual values as numbers or words.
struct CheckedProperty {
  let name: String
  /// The name of each number of the property, such as "x"; empty if the property has only one number.
  private var labels: [String] = []
  private var expected: [Double] = []
  private var actual: [Double] = []
  /// The words that the check compares instead of numbers.
  private var words: (expected: String, actual: String)?

  /// A description of the failure; nil if every number is within the tolerance.
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

  private init(_ name: String, _ expected: any LayerValue, _ actual: any LayerValue) {
    self.name = name
    switch (expected.tree, actual.tree) {
    case (.flag(let expected), .flag(let actual)): words = ("\(expected)", "\(actual)")
    case (.word(let expected), .word(let actual)): words = (expected, actual)
    default:
      labels = expected.labels
      self.expected = expected.numbers
      self.actual = actual.numbers
    }
  }
  private init(_ name: String, _ expected: String, _ actual: String) {
    self.name = name
    words = (expected, actual)
  }
}

extension CheckedProperty {
  /// Returns the checked properties that occur in `values`. `frame` is the bounding box on the canvas, as
  /// `inspect` prints it; percentages in frame, position and bounds refer to the parent, and all other
  /// percentages refer to the layer's own frame.
  package static func all(_ values: LayerValues, _ layer: CheckedLayer) -> [CheckedProperty] {
    let list = values.entries.map { entry in
      let property = entry.property
      var expected = layer.properties
      entry.spec.put(property, in: &expected, parent: layer.parent)
      return CheckedProperty(
        property.name, property.value(of: expected),
        property.name == "frame" ? layer.boundingBox : property.value(of: layer.properties))
    }
    return list + (values.mask.map { masks($0, layer.properties) } ?? [])
  }

  // MARK: Masks

  private static func masks(_ spec: MaskSpec, _ p: LayerProperties) -> [CheckedProperty] {
    let shorter = min(p.frame.width, p.frame.height)
    let kind: Mask.Kind
    switch spec.kind {
    case .none: return [CheckedProperty("mask", "none", p.mask == nil ? "none" : "there")]
    case .ellipse(let rect): kind = .ellipse(rect.rect(in: p.frame))
    case .circle(.point(let center), let radius):
      let middle = RectSpec(center.x, center.y, .zero, .zero).rect(in: p.frame).center
      let r = radius.points(of: shorter)
      kind = .ellipse(Rect(center: middle, size: Size(2 * r, 2 * r)))
    case .circle(.expression, _): return []
    case .rectangle(let rect, let radius):
      kind = .rectangle(rect.rect(in: p.frame), cornerRadius: radius.points(of: shorter))
    case .path(let path): kind = .path(path)
    case .layer(_, let luminance): kind = .layer(0, luminance: luminance)
    }
    let expected = Mask(kind: kind, isInverted: spec.isInverted)
    let actual = p.mask?.kind.word ?? "none"
    guard kind.word == actual else { return [CheckedProperty("mask", kind.word, actual)] }
    return [
      CheckedProperty("mask", Mask?(expected), p.mask),
      CheckedProperty("mask inverted", "\(spec.isInverted)", "\(p.mask?.isInverted ?? false)"),
    ]
  }
}

extension Mask.Kind {
  /// The word for the checked property in messages.
  fileprivate var word: String {
    switch self {
    case .ellipse: "ellipse"
    case .rectangle: "rectangle"
    case .path: "path"
    case .layer: "layer"
    }
  }
}

/// A checked layer with its property values in a scene.
struct CheckedLayer {
  let id: String
  let properties: LayerProperties
  /// The bounding box of the layer on the canvas, in points.
  let boundingBox: Rect
  /// The frame of the layer's parent.
  let parent: Rect
}
