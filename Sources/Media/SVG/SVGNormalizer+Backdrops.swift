internal import Formats
internal import Scenes

/// Draws elements that blend with the layers behind them in ways that the engine does not support.
extension SVGNormalizer {
  private static let mostBackdrops = 8

  /// Adds the light of elements with `mix-blend-mode: plus-lighter`, and blurs the picture behind panes of
  /// glass.
  func mendBackdrops() {
    var found: [XMLElement] = []
    root.forEach { element in
      if element["css:mix-blend-mode"] == "plus-lighter" || element["own:glass"] != nil {
        found.append(element)
      }
    }
    for (i, element) in found.enumerated() {
      let blur = element["own:glass"].flatMap { Double($0) }
      element[blur == nil ? "css:mix-blend-mode" : "own:glass"] = nil
      meter.spend(200, element)
      // Only one, because each takes nine drawings of all panes before it.
      if i > 0 { element["own:mirror"] = nil }
      guard i < Self.mostBackdrops, !meter.isSpent, let shown = lifted(element),
        let outer = outerMatrix(of: shown), outer.isUpright, let back = outer.inverse
      else {
        say(
          blur == nil
            ? "mix-blend-mode \"plus-lighter\" is not drawn"
            : "the blur of the layers behind is not drawn", element)
        continue
      }
      func side(_ name: String) -> Double { root[name].flatMap { CSSLength.pixels($0) } ?? 100 }
      let view = Size(side("width"), side("height"))
      let (start, end) = (back.map(0, 0), back.map(view.width, view.height))
      let seen = Rect(start.x, start.y, end.x - start.x, end.y - start.y)
      if let blur {
        addBlur(blur, behind: shown, seen, element)
      } else {
        addLight(of: shown, seen, view, outer)
      }
    }
  }

  /// Creates a filter for a region, in the picture's units.
  private func filter(over region: Rect, _ steps: [XMLElement], at place: TextPlace) -> XMLElement {
    let id = freshID()
    ownFilters.insert(id)
    let filter = XMLElement(
      "filter",
      [
        "id": id, "filterUnits": "userSpaceOnUse", "color-interpolation-filters": "sRGB",
        "x": "\(region.x)", "y": "\(region.y)", "width": "\(region.width)",
        "height": "\(region.height)",
      ], at: place)
    for step in steps { filter.append(step) }
    define(filter)
    return filter
  }

  /// Moves all elements before an element into a group.
  private func takeBackdrop(of element: XMLElement) -> XMLElement? {
    guard let parent = element.parent, let end = parent.index(of: element) else { return nil }
    let group = XMLElement("g", at: element.place)
    for child in parent.elements {
      if child === element { break }
      group.append(child)
    }
    parent.children.replaceSubrange(0..<end, with: [.element(group)])
    group.parent = parent
    return group
  }

  /// Adds an element and the picture behind it: both become one group, side by side, whose filter moves the element to
  /// its position and adds both.
  private func addLight(of element: XMLElement, _ seen: Rect, _ view: Size, _ outer: Matrix) {
    guard let parent = element.parent, let backdrop = takeBackdrop(of: element) else { return }
    let values = PixelValues(scale: Size(outer.a, outer.d), stride: view.width)
    let sides = [
      "x": "\(seen.x)", "y": "\(seen.y)", "width": "\(seen.width)", "height": "\(seen.height)",
    ]
    let moved = XMLElement(
      "feOffset", ["in": "SourceGraphic", "dx": PixelValues.pixel, "result": "moved"],
      at: element.place)
    let sum = XMLElement(
      "feComposite",
      [
        "in": "SourceGraphic", "in2": "moved", "operator": "arithmetic", "k1": "0", "k2": "1",
        "k3": "1", "k4": "0",
      ].merging(sides) { $1 }, at: element.place)
    let filter = filter(over: seen, [moved, sum], at: element.place)
    let clip = XMLElement("clipPath", ["id": freshID()], at: element.place)
    clip.append(XMLElement("rect", sides, at: element.place))
    define(clip)
    backdrop["clip-path"] = "url(#\(clip["id"]!))"
    let beside = XMLElement("g", ["transform": "translate(0)"], at: element.place)
    let whole = XMLElement("g", ["filter": "url(#\(filter["id"]!))"], at: element.place)
    for one in [filter, moved, beside] { pixelValues[ObjectIdentifier(one)] = values }
    parent.children.removeFirst()
    element.replace(with: [whole])
    beside.append(element)
    whole.append(backdrop)
    whole.append(beside)
  }

  /// The picture behind a pane is drawn again, blurred, inside the pane, and left out below it.
  private func addBlur(
    _ deviation: Double, behind shown: XMLElement, _ seen: Rect, _ pane: XMLElement
  ) {
    guard let box = shapes.box(of: pane), let back = matrix(of: pane, in: shown).inverse,
      let backdrop = takeBackdrop(of: shown)
    else { return }
    say(
      "the blur of the layers behind is drawn as in a page; browsers leave it out of a file that "
        + "is shown as a picture", pane)
    if pane["opacity"] == nil { leaveOut(pane, of: shown, from: backdrop, seen) }
    let id = freshID()
    backdrop["id"] = id
    ids[id] = backdrop
    let blurred = XMLElement("g", at: pane.place)
    blurred.append(
      XMLElement("use", ["href": "#" + id, "transform": back.words], at: pane.place))
    if pane.attributes.removeValue(forKey: "own:mirror") != nil { mirror(blurred, in: box) }
    let filter = filter(
      over: box.insetBy(dx: -3 * deviation, dy: -3 * deviation),
      [XMLElement("feGaussianBlur", ["stdDeviation": "\(deviation)"], at: pane.place)],
      at: pane.place)
    blurred["filter"] = "url(#\(filter["id"]!))"
    (pane.name, pane.children) = ("g", [])
    for name in ["x", "y", "width", "height", "fill", "stroke"] { pane[name] = nil }
    pane.append(blurred)
  }

  /// The mapping from an element's coordinates to those around `shown`, which contains it.
  private func matrix(of element: XMLElement, in shown: XMLElement) -> Matrix {
    var (whole, at) = (Matrix(), Optional(element))
    while let one = at {
      whole = (one["transform"].flatMap { Matrix.read($0) } ?? Matrix()) * whole
      at = one === shown ? nil : one.parent
    }
    return whole
  }

  /// Removes from a backdrop the pixels that a pane covers completely: those of its edge remain below it.
  private func leaveOut(
    _ pane: XMLElement, of shown: XMLElement, from backdrop: XMLElement, _ seen: Rect
  ) {
    guard let parent = backdrop.parent, let index = parent.index(of: backdrop) else { return }
    pane["fill"] = "#000"
    let hole = shown.copy()
    pane["fill"] = "none"
    let threshold = XMLElement("feComponentTransfer", at: pane.place)
    threshold.append(
      XMLElement(
        "feFuncA", ["type": "discrete", "tableValues": "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1"],
        at: pane.place))
    let whole = XMLElement("g", at: pane.place)
    whole.append(hole)
    whole["filter"] = "url(#\(filter(over: seen, [threshold], at: pane.place)["id"]!))"
    let sides = [
      "x": "\(seen.x)", "y": "\(seen.y)", "width": "\(seen.width)", "height": "\(seen.height)",
    ]
    let mask = XMLElement(
      "mask", sides.merging(["id": freshID(), "maskUnits": "userSpaceOnUse"]) { $1 },
      at: pane.place)
    mask.append(XMLElement("rect", sides.merging(["fill": "#fff"]) { $1 }, at: pane.place))
    mask.append(whole)
    define(mask)
    let kept = XMLElement("g", ["mask": "url(#\(mask["id"]!))"], at: pane.place)
    parent.children.remove(at: index)
    parent.insert(kept, at: index)
    kept.append(backdrop)
  }

  /// Continues a picture beyond a box with its mirror images, as browsers do where they blur.
  private func mirror(_ picture: XMLElement, in box: Rect) {
    let clip = XMLElement("clipPath", ["id": freshID()], at: picture.place)
    clip.append(
      XMLElement(
        "rect",
        [
          "x": "\(box.x)", "y": "\(box.y)", "width": "\(box.width)", "height": "\(box.height)",
        ], at: picture.place))
    define(clip)
    let tile = XMLElement(
      "g", ["id": freshID(), "clip-path": "url(#\(clip["id"]!))"], at: picture.place)
    for child in picture.elements { tile.append(child) }
    picture.children = []
    picture.append(tile)
    if let id = tile["id"] { ids[id] = tile }
    for x in [nil, box.minX, box.maxX] {
      for y in [nil, box.minY, box.maxY] where x != nil || y != nil {
        let turned = Matrix(
          a: x == nil ? 1 : -1, d: y == nil ? 1 : -1, e: 2 * (x ?? 0), f: 2 * (y ?? 0))
        picture.append(
          XMLElement(
            "use", ["href": "#\(tile["id"]!)", "transform": turned.words], at: picture.place))
      }
    }
  }

  /// A pane of glass for a `foreignObject` of Figma whose only element blurs the picture behind; nil for any
  /// other object.
  func glass(in object: XMLElement) -> XMLElement? {
    guard object.elements.count == 1, let box = object.elements.first, !box.hasText,
      box.elements.isEmpty, let style = box["style"]
    else { return nil }
    let declarations = StyleSheet.declarations(style)
    func value(_ name: String) -> String? { declarations.last { $0.name == name }?.value }
    guard let (name, inside) = value("backdrop-filter").flatMap({ CSSText.function($0) }),
      name == "blur", let deviation = CSSLength.pixels(inside), deviation > 0,
      let width = object["width"].flatMap({ CSSLength.pixels($0) }), width > 0,
      let height = object["height"].flatMap({ CSSLength.pixels($0) }), height > 0
    else { return nil }
    let sides = ["x": object["x"] ?? "0", "y": object["y"] ?? "0"]
    let pane = XMLElement(
      "rect",
      [
        "width": "\(width)", "height": "\(height)", "fill": "none", "stroke": "none",
        "own:glass": "\(deviation)",
      ].merging(sides) { $1 }, at: object.place)
    for name in ["transform", "opacity", "mask"] { pane[name] = object[name] }
    let shape: XMLElement
    if let url = value("clip-path").flatMap({ CSSText.url($0) }),
      let clip = ids[String(url.dropFirst())], clip.name == "clipPath"
    {
      shape = clip.copy()
      let (x, y) = (Double(sides["x"]!) ?? 0, Double(sides["y"]!) ?? 0)
      shape["transform"] = "translate(\(x) \(y)) \(clip["transform"] ?? "")"
    } else {
      pane["own:mirror"] = ""
      shape = XMLElement("clipPath", at: object.place)
      shape.append(
        XMLElement(
          "rect", ["width": "\(width)", "height": "\(height)"].merging(sides) { $1 },
          at: object.place))
    }
    shape["id"] = freshID()
    define(shape)
    pane["clip-path"] = "url(#\(shape["id"]!))"
    return pane
  }

  /// Returns the element, or a copy of its groups that contains only this element, in the nearest group that is drawn
  /// separately. Elements before it in these groups stay there, and elements after it follow in copies of the groups.
  private func lifted(_ element: XMLElement) -> XMLElement? {
    var shown = element
    while let group = shown.parent, let outer = group.parent, !isIsolated(group) {
      guard ["a", "g"].contains(group.name), let place = group.index(of: shown) else { return nil }
      meter.spend(10 * (1 + group.children.count), element)
      let (alone, after) = (XMLElement("g", at: group.place), XMLElement("g", at: group.place))
      for copy in [alone, after] {
        copy.attributes = group.attributes
        copy["id"] = nil
      }
      after.children = Array(group.children[(place + 1)...])
      for child in after.elements { child.parent = after }
      group.children.removeSubrange(place...)
      alone.append(shown)
      guard let index = outer.index(of: group) else { return nil }
      outer.insert(after, at: index + 1)
      outer.insert(alone, at: index + 1)
      shown = alone
    }
    return shown
  }

  private func isIsolated(_ group: XMLElement) -> Bool {
    let names = ["filter", "mask", "clip-path", "css:mix-blend-mode", "css:isolation"]
    if names.contains(where: { group[$0].map { $0.lowercased() != "none" } ?? false }) {
      return true
    }
    return group["opacity"].flatMap { CSSLength.pixels($0, of: 1) }.map { $0 < 1 } ?? false
  }
}
