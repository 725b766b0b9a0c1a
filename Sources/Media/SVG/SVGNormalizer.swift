internal import Formats
internal import Scenes

/// Simplifies an SVG for the engine: unsupported features are replaced by supported ones; features for which this is
/// impossible are reported.
final class SVGNormalizer {
  let root: XMLElement
  private(set) var remarks: [VectorFile.Remark] = []
  var ids: [String: XMLElement] = [:]
  var made = 0
  let meter: ComplexityBudget
  var shapes: Shapes { Shapes(ids: ids, meter: meter) }
  /// The font requests of the elements' letters.
  var askedFonts: [(element: XMLElement, question: VectorFile.FontQuestion)] = []

  /// The fonts that the file contains.
  var ownFonts: [VectorFile.OwnFont] = []

  var filterCosts: [FilterCost] = []
  var gradientCosts: [GradientCost] = []
  var elementCount = 0
  /// The elements with values that depend on the size of a drawn pixel.
  var pixelValues: [ObjectIdentifier: PixelValues] = [:]
  /// The SVG pictures that filter steps show; each picture is written when the fonts for its letters are known.
  var shownInFilters: [(step: XMLElement, picture: VectorFile)] = []
  /// The texts that are not part of another text.
  lazy var texts: [XMLElement] = {
    var texts: [XMLElement] = []
    root.forEach { element in
      if element.name == "text", element.ancestor(["text"]) == nil, element["display"] == nil {
        texts.append(element)
      }
    }
    return texts
  }()

  /// The ids of generated filters, whose regions contain their whole result.
  var ownFilters: Set<String> = []
  /// The ids of generated patterns, whose only tile is exact.
  var ownPatterns: Set<String> = []

  /// Whether the picture has a width and a height, instead of only a viewBox.
  var hasOwnSize = true

  /// The elements with `rx="auto"`, which browsers accept only in style sheets.
  var wroteAuto: Set<ObjectIdentifier> = []

  init(_ root: XMLElement, meter: ComplexityBudget) {
    self.root = root
    self.meter = meter
    index()
  }

  func index() {
    ids = [:]
    root.forEach { element in
      if let id = element["id"], ids[id] == nil { ids[id] = element }
    }
  }

  private static let mostRemarks = 100
  private static let mostLetters = 300

  /// Reports once that a feature is not drawn as specified.
  func say(_ text: String, at place: TextPlace) {
    meter.spend(text.utf8.count, at: place)
    let isLong = text.utf8.count > Self.mostLetters
    let text = isLong ? String(text.prefix(Self.mostLetters)) + "…" : text
    let remark = VectorFile.Remark(place: place, text: text)
    guard remarks.count < Self.mostRemarks, !remarks.contains(where: { $0.text == text }) else {
      return
    }
    remarks.append(remark)
  }

  func say(_ text: String, _ element: XMLElement) { say(text, at: element.place) }

  /// Returns an id that does not exist in the file.
  func freshID() -> String {
    made += 1
    while ids["pipeline-\(made)"] != nil { made += 1 }
    return "pipeline-\(made)"
  }

  /// Adds an element to `defs`, so that other elements can refer to it.
  func define(_ element: XMLElement) {
    let defs = XMLElement("defs", at: element.place)
    defs.append(element)
    root.append(defs)
    if let id = element["id"] { ids[id] = element }
  }

  func mend() throws(VectorError) {
    leaveOut()
    mendCurrentColor()
    resolveUnits()
    expandUses()
    resolveLengths()
    mendReferences()
    wrapNestedPictures()
    mendTransforms()
    mendBackdrops()
    mendPaintServers()
    mendFilters()
    mendClips()
    mendStrokes()
    checkMarkers()
    mendRounds()
    mendTexts()
    mendPatterns()
    try meter.check()
    index()
  }

  /// Removes elements that draw nothing, elements that Chromium does not support either, and elements that were reported.
  private func leaveOut() {
    let moving: Set<String> = ["animate", "animateMotion", "animateTransform", "set"]
    func walk(_ element: XMLElement) {
      if element.name == "switch" { choose(in: element) }
      for child in element.elements where child.name == "foreignObject" {
        if let made = conicPicture(in: child) ?? glass(in: child) { child.replace(with: [made]) }
      }
      element.children.removeAll { node in
        guard case .element(let child) = node else { return false }
        if !child.isSVG { return true }
        let isKnown = EngineNames.elements.contains(child.name) || moving.contains(child.name)
        if !isKnown, child.name != "foreignObject" {
          // An unknown element becomes `defs`: it is not drawn, but other elements may refer to its contents.
          if ["text", "textPath", "tspan"].contains(element.name) { return true }
          let isDrawable = !["style", "script", "metadata", "title", "desc"].contains(child.name)
          (child.name, child.attributes) = ("defs", [:])
          return !isDrawable || child.elements.isEmpty
        }
        if moving.contains(child.name) {
          say("<\(child.name)> does not move: the picture is drawn without the animation", child)
          return true
        }
        if child.name == "foreignObject" {
          if Self.isSeen(child) { say("the contents of <foreignObject> are not drawn", child) }
          return true
        }
        return false
      }
      for child in element.elements { walk(child) }
    }
    walk(root)
    root.forEach { element in
      if let animation = element["css:animation"] ?? element["css:animation-name"] {
        let name = CSSText.words(animation).last ?? animation
        say(
          "the CSS animation \"\(name)\" is ignored: the picture does not move", element)
      }
      let unknown = [
        "mask-image": "mask-image", "offset-path": "offset-path",
      ]
      for (property, name) in unknown where element["css:" + property] != nil {
        say("\(name) is not drawn", element)
      }
      // Browsers draw outlines around the boxes of shapes.
      let styles = ["solid", "dashed", "dotted", "double", "groove", "ridge", "inset", "outset"]
      if let outline = element["css:outline"] ?? element["css:outline-style"],
        Shapes.drawn.contains(element.name),
        CSSText.words(outline.lowercased()).contains(where: styles.contains)
      {
        say("outline is not drawn", element)
      }
      // The engine does not darken the colours of these modes that are out of range.
      let name = element.name == "feBlend" ? "mode" : "css:mix-blend-mode"
      if let mode = element[name]?.lowercased(),
        ["hue", "saturation", "color", "luminosity"].contains(mode)
      {
        say("the blend mode \"\(mode)\" may be drawn lighter than in browsers", element)
      }
      // Browsers apply `zoom` only to letters.
      if element["css:zoom"] != nil, element.hasText { say("zoom is not drawn", element) }
    }
  }

  /// Keeps the child of a `switch` that is shown: the first child whose conditions are true, or that child's
  /// replacement if it cannot be drawn. The attribute `requiredFeatures` is ignored, as in browsers.
  private func choose(in element: XMLElement) {
    func holds(_ child: XMLElement) -> Bool {
      let language = child["systemLanguage"]?.lowercased()
      let languages = language.map { CSSText.split($0, at: ",").map(\.trimmed) }
      return child.isSVG && (child["requiredExtensions"]?.trimmed ?? "").isEmpty
        && languages?.contains { $0 == "en" || $0.hasPrefix("en-") } ?? true
    }
    let shown = element.elements.filter(holds)
    let last = shown.firstIndex { $0.name != "foreignObject" } ?? shown.count - 1
    element.name = "g"
    element.children = shown.prefix(last + 1).map { .element($0) }
    for child in element.elements {
      for name in ["requiredFeatures", "requiredExtensions", "systemLanguage"] { child[name] = nil }
    }
  }

  private static func isSeen(_ element: XMLElement) -> Bool {
    var at: XMLElement? = element
    while let one = at {
      if one["display"] == "none"
        || ["defs", "symbol", "pattern", "mask", "clipPath"].contains(one.name)
      {
        return false
      }
      at = one.parent
    }
    return !element.elements.isEmpty || element.hasText
  }

  /// Converts percentages and CSS units to numbers, which have the same meaning wherever the engine draws them.
  private func resolveLengths() {
    let across: Set<String> = ["x", "width", "cx", "rx", "x1", "x2", "fx", "dx"]
    let down: Set<String> = ["y", "height", "cy", "ry", "y1", "y2", "fy", "dy"]
    let placed: Set<String> = [
      "rect", "circle", "ellipse", "line", "image", "use", "svg", "text", "tspan",
    ]
    root.forEach { element in
      let units: String?
      switch element.name {
      case "linearGradient", "radialGradient": units = element["gradientUnits"] ?? "box"
      case "pattern": units = element["patternUnits"] ?? "box"
      case "mask": units = element["maskUnits"] ?? "box"
      case "filter": units = element["filterUnits"] ?? "box"
      default: units = placed.contains(element.name) ? "userSpaceOnUse" : nil
      }
      func isRelative(_ value: String) -> Bool {
        value.contains("%") || CSSLength.isCalculated(value)
      }
      guard element.attributes.values.contains(where: isRelative) else { return }
      let view = shapes.viewport(of: element)
      let diagonal = ((view.width * view.width + view.height * view.height) / 2).squareRoot()
      if units == "userSpaceOnUse", element.parent != nil {
        for (name, value) in element.attributes {
          let whole =
            across.contains(name)
            ? view.width : down.contains(name) ? view.height : name == "r" ? diagonal : nil
          guard let whole, value.hasSuffix("%") || CSSLength.isCalculated(value) else { continue }
          if let number = CSSLength.pixels(value, of: whole) { element[name] = "\(number)" }
        }
      }
      for name in ["stroke-width", "stroke-dashoffset", "stroke-dasharray"] {
        guard let value = element[name], isRelative(value) else { continue }
        let parts = CSSText.words(value.replacing(",", with: " ")).map {
          CSSLength.pixels($0, of: diagonal).map { "\($0)" } ?? $0
        }
        element[name] = parts.joined(separator: " ")
      }
    }
  }

  /// Removes or replaces references to missing elements.
  private func mendReferences() {
    let wanted = [
      "filter": ["filter"], "mask": ["mask"], "clip-path": ["clipPath"], "marker-start": ["marker"],
      "marker-mid": ["marker"], "marker-end": ["marker"],
    ]
    root.forEach { element in
      // A mask on a mask element is ignored.
      if element.name == "mask" { element["mask"] = nil }
      for (name, kinds) in wanted {
        guard let value = element[name] else { continue }
        guard let url = CSSText.url(value) else {
          if name == "mask", value.lowercased() != "none" {
            say("mask \(Self.short(value)) is not drawn", element)
          }
          continue
        }
        if name == "filter", CSSText.functions(value)?.count ?? 0 > 1 { continue }
        guard url.hasPrefix("#") else {
          say("\(name) refers to \(Self.short(url)), which is not read", element)
          element[name] = nil
          continue
        }
        // If the target of a reference is missing, the element is drawn as if the property were not set.
        if ids[String(url.dropFirst())].map({ !kinds.contains($0.name) }) ?? true {
          element[name] = nil
        }
      }
      for name in ["fill", "stroke"] {
        guard let value = element[name], let url = CSSText.url(value), !url.hasPrefix("#") else {
          continue
        }
        say("\(name) refers to \(Self.short(url)), which is not read", element)
      }
      if element.name == "textPath", let data = element["path"] {
        let (path, id) = (XMLElement("path", ["d": data], at: element.place), freshID())
        path["id"] = id
        define(path)
        element["href"] = "#" + id
      }
      let follows = ["use", "textPath", "linearGradient", "radialGradient", "pattern", "mpath"]
      if follows.contains(element.name), let href = element.href, !href.hasPrefix("#"),
        !href.isEmpty
      {
        // Browsers do not read files for other elements than `use` either.
        if element.name == "use" {
          say("<use> refers to \(Self.short(href)), which is not read", element)
        }
        element["href"] = nil
        element["xlink:href"] = nil
      }
    }
  }

  static func short(_ reference: String) -> String {
    reference.count > 60 ? "\"\(reference.prefix(57))...\"" : "\"\(reference)\""
  }
}
