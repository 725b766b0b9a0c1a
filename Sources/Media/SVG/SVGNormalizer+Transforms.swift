internal import Formats
internal import Scenes

extension SVGNormalizer {
  /// Converts CSS transforms and their origins to the attribute `transform`.
  func mendTransforms() {
    root.forEach { element in
      guard element.parent != nil else { return }
      mendServerTransform(of: element)
      let hasOrigin = element["transform-origin"] != nil
      let parts = ["css:translate", "css:rotate", "css:scale", "css:transform"]
      let hasCSS = parts.contains { element[$0] != nil }
      if element["css:perspective"] != nil { say("perspective is not drawn", element) }
      meter.spend(element["css:transform"]?.utf8.count ?? 0, element)
      let isPlain = element["transform"] == nil && !hasCSS
      if isPlain || !hasOrigin && !hasCSS { return }
      let box = referenceBox(of: element)
      let known = box ?? Rect(0, 0, 0, 0)
      guard let matrix = matrix(of: element, box: known) else {
        say(
          "the transform \"\(element["css:transform"] ?? element["transform"] ?? "")\" is not drawn",
          element)
        return
      }
      if box == nil,
        element["transform-origin"] != nil || element["css:transform"]?.contains("%") == true
      {
        say("transform-box: fill-box is not known of <\(element.name)>", element)
      }
      let about = origin(of: element, box: known)
      element["transform"] =
        (Matrix.translation(about.x, about.y) * matrix * .translation(-about.x, -about.y)).words
      for name in parts + ["transform-origin", "css:transform-box"] { element[name] = nil }
    }
  }

  /// Converts the transform of a gradient or a pattern; its origin is relative to the picture, not to the box of the
  /// painted element.
  private func mendServerTransform(of element: XMLElement) {
    let name = element.name == "pattern" ? "patternTransform" : "gradientTransform"
    guard ["linearGradient", "pattern", "radialGradient"].contains(element.name),
      element["transform-origin"] != nil
    else { return }
    let view = shapes.viewport(of: element)
    let about = origin(of: element, box: Rect(0, 0, view.width, view.height))
    element["transform-origin"] = nil
    guard let matrix = element[name].flatMap(Matrix.read) else { return }
    element[name] =
      (Matrix.translation(about.x, about.y) * matrix * .translation(-about.x, -about.y)).words
  }

  /// Returns the box to which percentages and the transform's origin refer.
  private func referenceBox(of element: XMLElement) -> Rect? {
    switch element["css:transform-box"]?.lowercased() {
    case "fill-box", "content-box": return shapes.box(of: element)
    case "stroke-box", "border-box":
      guard let box = shapes.box(of: element) else { return nil }
      let half = strokeWidth(of: element) / 2
      return Rect(box.x - half, box.y - half, box.width + 2 * half, box.height + 2 * half)
    default:
      let view = shapes.viewport(of: element)
      return Rect(0, 0, view.width, view.height)
    }
  }

  /// Returns the width of an element's stroke; 0 if the element has no stroke.
  func strokeWidth(of element: XMLElement) -> Double {
    guard let stroke = inherited("stroke", of: element), stroke != "none" else { return 0 }
    return inherited("stroke-width", of: element).flatMap { CSSLength.pixels($0) } ?? 1
  }

  /// Returns the computed value of an inherited property.
  func inherited(_ name: String, of element: XMLElement) -> String? {
    var at: XMLElement? = element
    while let one = at {
      meter.spend(1, element)
      if let value = one[name] { return value }
      at = one.parent
    }
    return nil
  }

  private func matrix(of element: XMLElement, box: Rect) -> Matrix? {
    let size = (width: box.width, height: box.height)
    var whole = Matrix()
    if let words = element["css:translate"].map({ CSSText.words($0) }), !words.isEmpty {
      whole =
        whole
        * .translation(
          CSSLength.pixels(words[0], of: box.width, fontSizes(of: element)) ?? 0,
          words.count > 1
            ? CSSLength.pixels(words[1], of: box.height, fontSizes(of: element)) ?? 0 : 0)
    }
    if let rotate = element["css:rotate"] {
      guard let angle = CSSColor.degrees(rotate.lowercased()) else { return nil }
      whole = whole * .rotation(degrees: angle)
    }
    if let words = element["css:scale"].map({ CSSText.words($0) }), !words.isEmpty {
      let factors = words.compactMap { word in
        word.hasSuffix("%") ? Double(word.dropLast()).map { $0 / 100 } : Double(word)
      }
      guard factors.count == words.count else { return nil }
      whole = whole * .scale(factors[0], factors.count > 1 ? factors[1] : factors[0])
    }
    if let css = element["css:transform"] {
      guard let matrix = Matrix.css(css, box: size) else { return nil }
      return whole * matrix
    }
    if let attribute = element["transform"] {
      guard let matrix = Matrix.read(attribute) else { return nil }
      return whole * matrix
    }
    return whole
  }

  private func origin(of element: XMLElement, box: Rect) -> (x: Double, y: Double) {
    guard let text = element["transform-origin"] else {
      let isBox = element["css:transform-box"] != nil && element["css:transform-box"] != "view-box"
      // The transform's origin is the centre of the box only for CSS boxes; in SVG it is 0 0.
      return isBox ? (box.x, box.y) : (0, 0)
    }
    var x: Double?, y: Double?
    var free: [String] = []
    for word in CSSText.words(text.lowercased()) {
      switch word {
      case "left": x = 0
      case "right": x = box.width
      case "top": y = 0
      case "bottom": y = box.height
      default: free.append(word)
      }
    }
    func place(_ word: String, _ whole: Double) -> Double {
      word == "center" ? whole / 2 : CSSLength.pixels(word, of: whole, fontSizes(of: element)) ?? 0
    }
    if x == nil, !free.isEmpty { x = place(free.removeFirst(), box.width) }
    if y == nil, !free.isEmpty { y = place(free.removeFirst(), box.height) }
    return (box.x + (x ?? box.width / 2), box.y + (y ?? box.height / 2))
  }

  /// Returns the matrix from an element's parent to the whole picture; nil for an element that is drawn elsewhere.
  func outerMatrix(of element: XMLElement) -> Matrix? {
    var matrix = Matrix()
    var at = element.parent
    while let one = at {
      meter.spend(
        10 + 4 * (one["transform"]?.utf8.count ?? 0) + (one["viewBox"]?.utf8.count ?? 0), element)
      guard !meter.isSpent else { return nil }
      if ["defs", "symbol", "pattern", "marker", "mask", "clipPath"].contains(one.name) {
        return nil
      }
      if one.name == "svg" { matrix = shapes.viewMatrix(of: one) * matrix }
      if one.parent != nil || one.name != "svg", let text = one["transform"] {
        guard let own = Matrix.read(text) else { return nil }
        matrix = own * matrix
      }
      at = one.parent
    }
    return matrix
  }
}

/// Fits a viewBox into its viewport.
enum ViewBox {
  static func matrix(
    _ view: [Double], width: Double, height: Double, _ aspect: String?
  ) -> Matrix {
    let words = CSSText.words(aspect ?? "xMidYMid meet")
    var (sx, sy) = (width / view[2], height / view[3])
    guard words.first != "none" else {
      return .scale(sx, sy) * .translation(-view[0], -view[1])
    }
    let scale = words.contains("slice") ? max(sx, sy) : min(sx, sy)
    (sx, sy) = (scale, scale)
    let align = words.first ?? "xMidYMid"
    let (freeX, freeY) = (width - view[2] * scale, height - view[3] * scale)
    let x = align.hasPrefix("xMin") ? 0 : align.hasPrefix("xMax") ? freeX : freeX / 2
    let y = align.hasSuffix("YMin") ? 0 : align.hasSuffix("YMax") ? freeY : freeY / 2
    return .translation(x, y) * .scale(sx, sy) * .translation(-view[0], -view[1])
  }
}
