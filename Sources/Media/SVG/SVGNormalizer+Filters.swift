internal import Formats
internal import Scenes

extension SVGNormalizer {
  /// Converts CSS's filter functions and text shadows to filters, and reports filters that the engine draws differently.
  func mendFilters() {
    root.forEach { element in
      if let shadow = element["css:text-shadow"], element.name == "text" {
        addShadow(shadow, to: element)
      }
      if let value = element["filter"] { mendFilter(value, of: element) }
      if element.name == "filter" { checkFilter(element) }
      if element.name == "mask" { mendLuminance(of: element) }
    }
    fitFilters()
    turnFilters()
    limitFilters()
    findPixelValues()
  }

  /// Adds a filter to a mask that requires luminance in linear light: the filter converts luminance to alpha, because
  /// the engine computes a mask's luminance in sRGB.
  private func mendLuminance(of mask: XMLElement) {
    guard inherited("color-interpolation", of: mask)?.lowercased() == "linearrgb",
      mask["mask-type"]?.lowercased() != "alpha", !mask.elements.isEmpty
    else { return }
    let inner = XMLElement("g", at: mask.place)
    for child in mask.elements { inner.append(child) }
    mask.children = []
    mask.append(inner)
    mask["mask-type"] = "alpha"
    func step(_ name: String, _ attributes: [String: String]) -> XMLElement {
      XMLElement(name, attributes, at: mask.place)
    }
    let id = define(
      [
        step("feColorMatrix", ["type": "luminanceToAlpha", "result": "luminance"]),
        step("feComposite", ["in": "luminance", "in2": "SourceGraphic", "operator": "in"]),
      ], inner)
    ids[id]?["color-interpolation-filters"] = "linearRGB"
    inner["filter"] = "url(#\(id))"
  }

  private func mendFilter(_ value: String, of element: XMLElement) {
    if value.lowercased() == "none" {
      element["filter"] = nil
      return
    }
    guard let functions = CSSText.functions(value) else {
      element["filter"] = nil
      return
    }
    if functions.count == 1, functions[0].name == "url" { return }
    meter.spend(200 * functions.count, element)
    guard !meter.isSpent else { return }
    // Each reference becomes a separate filter; consecutive functions become one filter.
    var filters: [String] = []
    var primitives: [XMLElement] = []
    for (name, inside) in functions {
      if name == "url" {
        guard let id = CSSText.url("url(\(inside))")?.dropFirst(),
          ids[String(id)]?.name == "filter"
        else { continue }
        if !primitives.isEmpty { filters.append(define(primitives, element)) }
        primitives = []
        filters.append(String(id))
        continue
      }
      guard let made = primitive(name, inside, element) else {
        // An unknown function invalidates the whole list in CSS.
        element["filter"] = nil
        return
      }
      primitives += made
    }
    if !primitives.isEmpty { filters.append(define(primitives, element)) }
    element["filter"] = filters.last.map { "url(#\($0))" }
    for filter in filters.dropLast().reversed() { putInside(element, filter) }
  }

  /// Applies a filter before all other filters of an element; the element's drawing moves into an inner group.
  func putInside(_ element: XMLElement, _ filter: String) {
    guard Shapes.drawn.contains(element.name), element.name != "svg" else {
      say("several filters of <\(element.name)> are not drawn", element)
      return
    }
    wrap(element)["filter"] = "url(#\(filter))"
  }

  /// Moves the drawing of an element into a new inner element, and returns the inner element. The outer element becomes
  /// a group with the properties that apply to the whole drawing.
  @discardableResult func wrap(_ element: XMLElement) -> XMLElement {
    let inner = XMLElement(element.name, at: element.place)
    for (name, value) in element.attributes where !Self.around.contains(name) && name != "id" {
      inner[name] = value
      element[name] = nil
    }
    inner.children = element.children
    for child in inner.elements { child.parent = inner }
    element.children = []
    element.name = "g"
    element.append(inner)
    return inner
  }

  /// Defines a filter with the given steps; returns the filter's id.
  private func define(_ primitives: [XMLElement], _ element: XMLElement) -> String {
    let filter = XMLElement("filter", at: element.place)
    let id = freshID()
    filter["id"] = id
    ownFilters.insert(id)
    filter["color-interpolation-filters"] = "sRGB"
    for (name, value) in ["x": "-1", "y": "-1", "width": "3", "height": "3"] {
      filter[name] = value
    }
    // The region is extended in pixels, because the box of a thin shape is thin too.
    if let box = shapes.box(of: element) {
      let room = 100 + max(box.width, box.height)
      filter["filterUnits"] = "userSpaceOnUse"
      filter["x"] = "\(box.x - room)"
      filter["y"] = "\(box.y - room)"
      filter["width"] = "\(box.width + 2 * room)"
      filter["height"] = "\(box.height + 2 * room)"
    }
    for primitive in primitives { filter.append(primitive) }
    checkFilter(filter, isOwn: true)
    define(filter)
    return id
  }

  private func primitive(_ name: String, _ inside: String, _ element: XMLElement) -> [XMLElement]? {
    func make(_ name: String, _ attributes: [String: String]) -> XMLElement {
      XMLElement(name, attributes, at: element.place)
    }
    let fonts = fontSizes(of: element)
    let said = inside.trimmed
    // CSS ignores a filter amount that is not a number.
    let isAmount = name != "blur" && name != "drop-shadow" && name != "hue-rotate"
    if isAmount, !said.isEmpty, !CSSLength.isCalculated(said.lowercased()),
      CSSLength.number(said, units: ["", "%"]) == nil
    {
      return nil
    }
    func amount(_ fallback: Double) -> Double {
      said.isEmpty ? fallback : CSSLength.pixels(said, of: 1) ?? fallback
    }
    func transfer(_ kind: String, _ attributes: [String: String]) -> [XMLElement] {
      let whole = make("feComponentTransfer", [:])
      for part in ["feFuncR", "feFuncG", "feFuncB"] {
        whole.append(make(part, attributes.merging(["type": kind]) { a, _ in a }))
      }
      return [whole]
    }
    switch name {
    case "blur":
      guard let deviation = said.isEmpty ? 0 : length(said, fonts), deviation >= 0 else {
        return nil
      }
      return [make("feGaussianBlur", ["stdDeviation": "\(deviation)"])]
    case "drop-shadow": return shadow(inside, element).map { [$0] }
    case "brightness": return transfer("linear", ["slope": "\(max(0, amount(1)))"])
    case "contrast":
      let k = max(0, amount(1))
      return transfer("linear", ["slope": "\(k)", "intercept": "\(0.5 - 0.5 * k)"])
    case "invert":
      let k = min(max(0, amount(1)), 1)
      return transfer("table", ["tableValues": "\(k) \(1 - k)"])
    case "opacity":
      let whole = make("feComponentTransfer", [:])
      whole.append(make("feFuncA", ["type": "linear", "slope": "\(min(max(0, amount(1)), 1))"]))
      return [whole]
    case "hue-rotate":
      // Only the angle 0 may be written without a unit.
      let hasUnit = said.isEmpty || said.last?.isLetter == true || Double(said) == 0
      guard hasUnit, let angle = said.isEmpty ? 0 : CSSColor.degrees(said.lowercased()) else {
        return nil
      }
      return [make("feColorMatrix", ["type": "hueRotate", "values": "\(angle)"])]
    case "saturate":
      return [make("feColorMatrix", ["type": "saturate", "values": "\(max(0, amount(1)))"])]
    case "grayscale":
      return [
        make("feColorMatrix", ["type": "saturate", "values": "\(1 - min(max(0, amount(1)), 1))"])
      ]
    case "sepia":
      let k = 1 - min(max(0, amount(1)), 1)
      let rows = [
        0.393 + 0.607 * k, 0.769 - 0.769 * k, 0.189 - 0.189 * k, 0, 0, 0.349 - 0.349 * k,
        0.686 + 0.314 * k, 0.168 - 0.168 * k, 0, 0, 0.272 - 0.272 * k, 0.534 - 0.534 * k,
        0.131 + 0.869 * k, 0, 0, 0, 0, 0, 1, 0,
      ]
      return [
        make(
          "feColorMatrix",
          ["type": "matrix", "values": rows.map { "\($0)" }.joined(separator: " ")])
      ]
    default: return nil
    }
  }

  /// Parses a length of a filter function; a length without a unit is invalid, except 0.
  private func length(_ text: String, _ fonts: FontSizes) -> Double? {
    let word = text.lowercased()
    if let number = Double(word) { return number == 0 ? 0 : nil }
    return CSSLength.isCalculated(word)
      ? Calculation.value(word, fonts) : CSSLength.pixels(word, fonts)
  }

  /// Parses `dx dy blur? color?`; the CSS blur of a shadow is twice its deviation only for texts and boxes.
  private func shadow(_ text: String, _ element: XMLElement, blurs factor: Double = 1)
    -> XMLElement?
  {
    var lengths: [Double] = []
    var color = inherited("color", of: element) ?? "#000000"
    for word in CSSText.words(text) {
      if let length = CSSLength.pixels(word, fontSizes(of: element)) {
        lengths.append(length)
      } else if let read = CSSColor.read(word) {
        color = read.hex
      } else if word.lowercased() != "currentcolor" {
        return nil
      }
    }
    guard lengths.count == 2 || lengths.count == 3 else { return nil }
    let deviation = lengths.count == 3 ? lengths[2] * factor : 0
    return XMLElement(
      "feDropShadow",
      [
        "dx": "\(lengths[0])", "dy": "\(lengths[1])", "stdDeviation": "\(deviation)",
        "flood-color": color,
      ], at: element.place)
  }

  private func addShadow(_ text: String, to element: XMLElement) {
    var steps: [XMLElement] = []
    let shadows = CSSText.split(text, at: ",")
    for one in shadows {
      guard let step = shadow(one, element, blurs: 0.5) else { return }
      steps.append(step)
    }
    if shadows.count > 1 || element["filter"] != nil {
      say("text-shadow \"\(text)\" is not drawn", element)
      return
    }
    element["filter"] = "url(#\(define(steps, element)))"
  }

  /// Reports filters that the engine draws differently from browsers.
  private func checkFilter(_ filter: XMLElement, isOwn: Bool = false) {
    let steps = filter.elements
    if filter["primitiveUnits"]?.trimmed == "objectBoundingBox",
      filter["filterUnits"]?.trimmed == "userSpaceOnUse"
    {
      say(
        "a filter is not clipped to its region, because filterUnits and primitiveUnits differ",
        filter)
    }
    for (i, step) in steps.enumerated() {
      // The search through many steps takes time, so each step is charged.
      meter.spend(steps.count, step)
      guard !meter.isSpent else { return }
      for name in ["in", "in2"] {
        let unknown = ["BackgroundImage", "BackgroundAlpha", "FillPaint", "StrokePaint"]
        if let value = step[name], unknown.contains(value) {
          // Browsers treat such names as names that do not exist.
          step[name] = freshID()
        }
      }
      switch step.name {
      case "feImage":
        if let href = step.href, !href.hasPrefix("#"), !href.hasPrefix("data:") {
          say("<feImage> refers to \(Self.short(href)), which is not read", step)
        }
      case "feDiffuseLighting", "feSpecularLighting": mendLight(step)
      case "feDisplacementMap": say("<feDisplacementMap> is not drawn", step)
      case "feTile": mendTile(step, in: filter, at: i)
      case "feTurbulence":
        if step["stitchTiles"]?.trimmed == "stitch" {
          say("stitchTiles=\"stitch\" is drawn differently than in browsers", step)
        }
        // The amplitude halves with each octave, so octaves beyond the tenth change the result by less than one level.
        if let octaves = step["numOctaves"].flatMap({ Double($0) }), octaves > 10 {
          step["numOctaves"] = "10"
        }
      case "feDropShadow": mendShadow(step)
      case "feColorMatrix": mendSaturation(step)
      default: break
      }
    }
    if !isOwn { widen(filter) }
  }

  /// Replaces a saturation above 1, because the engine limits saturation to 1.
  private func mendSaturation(_ step: XMLElement) {
    guard step["type"]?.lowercased() == "saturate",
      let s = step["values"].flatMap({ Double($0.trimmed) }), s > 1
    else { return }
    let parts = [0.213, 0.715, 0.072]
    let rows = (0..<3).map { row in
      parts.indices.map { "\(parts[$0] + ((row == $0 ? 1 : 0) - parts[$0]) * s)" } + ["0", "0"]
    }
    step["type"] = "matrix"
    step["values"] = (rows.joined() + ["0 0 0 1 0"]).joined(separator: " ")
  }

  private func isLinear(_ step: XMLElement) -> Bool {
    (inherited("color-interpolation-filters", of: step) ?? "linearRGB").lowercased() != "srgb"
  }

  /// Converts the colour of a light, because the engine interprets it in the filter's colour space.
  private func mendLight(_ step: XMLElement) {
    if let source = step["in"] ?? step.parent.map({ previousResult(of: step, in: $0) }),
      !["SourceAlpha", "SourceGraphic"].contains(source), !isNearBrowsers(step)
    {
      say(
        "light of feDiffuseLighting and feSpecularLighting is drawn differently than in browsers",
        step)
    }
    defer { softenCone(of: step) }
    guard isLinear(step), let color = CSSColor.read(step["lighting-color"] ?? "white") else {
      return
    }
    step["lighting-color"] =
      CSSColor(
        red: SRGBCurve.linear(color.red), green: SRGBCurve.linear(color.green),
        blue: SRGBCurve.linear(color.blue)
      ).hex
  }

  /// Returns whether browsers draw about the same as the engine. The engine differs where a slope is turned away from a
  /// diffuse light, which rarely happens with a light from high above.
  private func isNearBrowsers(_ step: XMLElement) -> Bool {
    guard let light = step.elements.first, light.name != "feSpotLight" else { return false }
    if step.name == "feSpecularLighting" { return true }
    guard light.name == "feDistantLight",
      let height = Double(light["elevation"]?.trimmed ?? "0"), 45...135 ~= height,
      let scale = Double(step["surfaceScale"]?.trimmed ?? "1")
    else { return false }
    return abs(scale) <= 5
  }

  /// Replaces a spot light by the mean of lights with different angles, because browsers fade the light at the edge of
  /// its cone, over 0.016 of the angle's cosine, while the engine cuts the light off.
  private func softenCone(of step: XMLElement) {
    guard let filter = step.parent, let spot = step.elements.first, spot.name == "feSpotLight",
      let said = spot["limitingConeAngle"].flatMap({ Double($0.trimmed) }),
      case let angle = abs(said), angle > 5, angle < 90
    else { return }
    meter.spend(2000, step)
    let source = step["in"] ?? previousResult(of: step, in: filter)
    var (mean, steps): (String?, [XMLElement]) = (nil, [])
    let count = 6
    for i in 0..<count {
      let light = step.copy()
      let narrower = 0.016 * (Double(i) + 0.5) / Double(count)
      let radians = narrower / Portable.sineCosine(degrees: angle).sine
      light.elements[0]["limitingConeAngle"] = "\(angle - radians * 180 / Double.pi)"
      let name = freshID()
      (light["in"], light["result"]) = (source, name)
      steps.append(light)
      guard let before = mean else {
        mean = name
        continue
      }
      let sum = XMLElement("feComposite", step.attributes, at: step.place)
      (sum["in"], sum["in2"], sum["operator"]) = (before, name, "arithmetic")
      (sum["k2"], sum["k3"]) = ("\(Double(i) / Double(i + 1))", "\(1 / Double(i + 1))")
      if i < count - 1 { sum["result"] = freshID() }
      mean = sum["result"]
      steps.append(sum)
    }
    step.replace(with: steps)
  }

  /// Replaces a tile step, because the engine treats its input as sRGB, and ignores the region of an input that is not
  /// offset.
  private func mendTile(_ step: XMLElement, in filter: XMLElement, at index: Int) {
    let name = step["in"]
    let before = filter.elements[..<index]
    guard let input = name.map({ name in before.last { $0["result"] == name } }) ?? before.last
    else {
      if name == nil || name == "SourceGraphic" || name == "SourceAlpha" { return }
      return
    }
    let plain: Set<String> = ["feOffset", "feMerge", "feComposite", "feFlood", "feImage"]
    guard plain.contains(input.name) else {
      if isLinear(step) {
        say(
          "<feTile> of <\(input.name)> is drawn differently than in "
            + "browsers", step)
      }
      return
    }
    input["color-interpolation-filters"] = "sRGB"
    func isZero(_ name: String) -> Bool { (input[name].flatMap { CSSLength.pixels($0) } ?? 0) == 0 }
    if input.name == "feOffset", isZero("dx"), isZero("dy") {
      input.name = "feMerge"
      let node = XMLElement("feMergeNode", at: input.place)
      let source = filter.index(of: input) ?? 0
      node["in"] =
        input["in"] ?? (source == 0 ? "SourceGraphic" : previousResult(of: input, in: filter))
      input["in"] = nil
      input.append(node)
    } else if input.name == "feOffset" {
      let sides = ["x", "y", "width", "height"]
      // A step without a region gets the region of its input.
      if sides.allSatisfy({ input[$0] == nil }),
        let place = before.firstIndex(where: { $0 === input }),
        let moved = input["in"].map({ name in before[..<place].last { $0["result"] == name } })
          ?? before[..<place].last
      {
        for side in sides { input[side] = moved[side] }
      }
      cut(input)
    }
  }

  /// The engine also ignores the region of an offset input, so a separate step clips it.
  func cut(_ offset: XMLElement) {
    let region = ["x", "y", "width", "height"].filter { offset[$0] != nil }
    guard !region.isEmpty else { return }
    let merge = XMLElement(
      "feMerge", ["color-interpolation-filters": "sRGB"], at: offset.place)
    merge["result"] = offset["result"]
    let (moved, name) = (XMLElement("feOffset", offset.attributes, at: offset.place), freshID())
    moved["result"] = name
    for side in region {
      merge[side] = offset[side]
      moved[side] = nil
    }
    merge.append(XMLElement("feMergeNode", ["in": name], at: offset.place))
    offset.replace(with: [moved, merge])
  }

  /// Returns the name of the previous step's result.
  private func previousResult(of step: XMLElement, in filter: XMLElement) -> String {
    let steps = filter.elements
    guard let index = steps.firstIndex(where: { $0 === step }), index > 0 else {
      return "SourceGraphic"
    }
    let name = steps[index - 1]["result"] ?? freshID()
    steps[index - 1]["result"] = name
    return name
  }

  /// Replaces a shadow by several steps, because the engine draws the shadow's colour wrongly.
  private func mendShadow(_ step: XMLElement) {
    guard let filter = step.parent else { return }
    let source = step["in"] ?? previousResult(of: step, in: filter)
    let (blurred, moved, color, cut) = (freshID(), freshID(), freshID(), freshID())
    var common: [String: String] = [:]
    for name in ["x", "y", "width", "height", "color-interpolation-filters"] {
      common[name] = step[name]
    }
    func make(_ name: String, _ attributes: [String: String]) -> XMLElement {
      XMLElement(name, attributes.merging(common) { own, _ in own }, at: step.place)
    }
    /// A step that no region cuts, since browsers cut only the whole shadow.
    func makeInner(_ name: String, _ attributes: [String: String]) -> XMLElement {
      let inner = XMLElement(name, attributes, at: step.place)
      inner["own:inner"] = ""
      inner["color-interpolation-filters"] = common["color-interpolation-filters"]
      return inner
    }
    var flood = ["result": color]
    for name in ["flood-color", "flood-opacity"] { flood[name] = inherited(name, of: step) }
    let merge = make("feMerge", step["result"].map { ["result": $0] } ?? [:])
    for name in [cut, source] {
      merge.append(XMLElement("feMergeNode", ["in": name], at: step.place))
    }
    step.replace(with: [
      makeInner(
        "feGaussianBlur",
        ["in": source, "stdDeviation": step["stdDeviation"] ?? "2", "result": blurred]),
      makeInner(
        "feOffset",
        ["in": blurred, "dx": step["dx"] ?? "2", "dy": step["dy"] ?? "2", "result": moved]),
      make("feFlood", flood),
      make("feComposite", ["in": color, "in2": moved, "operator": "in", "result": cut]),
      merge,
    ])
  }
}
