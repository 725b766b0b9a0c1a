internal import Formats
internal import Scenes

extension SVGNormalizer {
  static let stroked: Set<String> = [
    "path", "rect", "circle", "ellipse", "line", "polygon", "polyline",
  ]

  /// Handles non-scaling strokes, and dashes relative to the path's length.
  func mendStrokes() {
    let shown = usedElements()
    root.forEach { element in
      if element["pathLength"] != nil { mendPathLength(element) }
      guard let effect = element["vector-effect"], effect != "none" else { return }
      element["vector-effect"] = nil
      guard effect == "non-scaling-stroke" else {
        say("vector-effect \"\(effect)\" is not drawn", element)
        return
      }
      // A property of strokes has no effect on an element without a stroke.
      guard strokeWidth(of: element) > 0 else { return }
      if !Self.stroked.contains(element.name) || shown.contains(ObjectIdentifier(element)) {
        say("vector-effect of <\(element.name)> is not drawn", element)
        return
      }
      keepStroke(of: element)
    }
  }

  /// Returns the elements that `use` shows, which may appear at several scales.
  func usedElements() -> Set<ObjectIdentifier> {
    var used: Set<ObjectIdentifier> = []
    func add(_ element: XMLElement) {
      guard used.insert(ObjectIdentifier(element)).inserted else { return }
      for child in element.elements { add(child) }
    }
    root.forEach { element in
      if element.name == "use", let name = element.href?.dropFirst(),
        let target = ids[String(name)]
      {
        add(target)
      }
    }
    return used
  }

  private func keepStroke(of element: XMLElement) {
    // Moving the element among its siblings takes time.
    meter.spend(element.parent?.children.count ?? 0, element)
    guard !meter.isSpent, let outer = outerMatrix(of: element),
      let own = Matrix.read(element["transform"] ?? "")
    else {
      say("vector-effect is not drawn here", element)
      return
    }
    let whole = outer * own
    if let scale = whole.uniformScale {
      let width = strokeWidth(of: element)
      element["stroke-width"] = "\(width / scale)"
      for name in ["stroke-dasharray", "stroke-dashoffset"] {
        guard let value = inherited(name, of: element), value != "none" else { continue }
        let lengths = Numbers.read(value.replacing("px", with: " ")).map { "\($0 / scale)" }
        element[name] = lengths.joined(separator: " ")
      }
      return
    }
    guard let inverse = whole.inverse, let outline = shapes.outline(of: element) else { return }
    let paints = [inherited("fill", of: element), inherited("stroke", of: element)]
    if paints.contains(where: { $0?.hasPrefix("url") == true }) {
      say("vector-effect moves the gradient or pattern of <\(element.name)>", element)
    }
    // The points are transformed to their final positions, and the stroke is drawn at these positions; clips and
    // filters remain around the stroke.
    let inner = XMLElement("path", at: element.place)
    for (name, value) in element.attributes where !Self.around.contains(name) && name != "id" {
      inner[name] = value
    }
    inner["d"] = outline.mapped(by: whole).words
    inner["transform"] = inverse.words
    let group = XMLElement("g", at: element.place)
    for name in Self.around.union(["id"]) { group[name] = element[name] }
    group.append(inner)
    element.replace(with: [group])
  }

  /// The properties that apply to an element as a whole, not to its outline.
  static let around: Set<String> = [
    "clip-path", "css:isolation", "css:mix-blend-mode", "filter", "mask", "opacity", "transform",
  ]

  private func mendPathLength(_ element: XMLElement) {
    guard let said = element["pathLength"].flatMap({ CSSLength.pixels($0) }), said > 0,
      let outline = shapes.outline(of: element)
    else { return }
    meter.spend(400 * outline.steps.count, element)
    guard !meter.isSpent else { return }
    let length = outline.lengthForDashes(isBasicShape: element.name != "path")
    guard length > 0 else { return }
    element["pathLength"] = nil
    for name in ["stroke-dasharray", "stroke-dashoffset"] {
      guard let value = inherited(name, of: element), value != "none" else { continue }
      let lengths = Numbers.read(value.replacing("px", with: " ")).map { "\($0 * length / said)" }
      element[name] = lengths.joined(separator: " ")
    }
  }
}
