internal import Formats
internal import Scenes

/// Resolves `use` elements and nested pictures.
extension SVGNormalizer {
  /// Resolves `currentColor`, which is inherited as a keyword: an element with its own colour uses its colour for the
  /// paints that it inherits. The colours of floods and lights are resolved where these steps are.
  func mendCurrentColor() {
    root.forEach { element in
      if element["color"] != nil, let parent = element.parent {
        for name in ["fill", "stroke"] where element[name] == nil {
          if let value = inherited(name, of: parent), value.hasSuffix("currentColor") {
            element[name] = value
          }
        }
      }
      for name in ["flood-color", "lighting-color"] where element[name] == "currentColor" {
        element[name] = inherited("color", of: element) ?? "#000000"
      }
    }
  }

  /// The properties of a nested `svg` that apply to the nested picture as a whole.
  private static let ofPictures = SVGNormalizer.around.union([
    "css:translate", "css:rotate", "css:scale", "css:transform", "css:transform-box",
    "transform-origin",
  ])

  /// Moves some attributes of a nested `svg` to a group, because the engine would apply them twice.
  func wrapNestedPictures() {
    root.forEach { element in
      guard element.name == "svg", element.parent != nil,
        Self.ofPictures.contains(where: { element[$0] != nil })
      else { return }
      meter.spend(20 + (element.parent?.children.count ?? 0), element)
      guard !meter.isSpent else { return }
      let group = XMLElement("g", at: element.place)
      for name in Self.ofPictures {
        group[name] = element[name]
        element[name] = nil
      }
      element.replace(with: [group])
      group.append(element)
    }
  }

  /// A `use` of a nested `svg`, of a symbol whose contents depend on its size, or of a text that inherits other
  /// properties there, becomes a group with a copy.
  func expandUses() {
    var shown: [ObjectIdentifier: XMLElement] = [:]
    root.forEach { use in
      guard use.name == "use", !meter.isSpent, let target = shownPicture(by: use) else { return }
      var at = use.parent
      while let one = at {
        // An element that contains itself is not drawn.
        if one === target || shown[ObjectIdentifier(one)] === target { return }
        at = one.parent
      }
      var count = 0
      target.forEach { _ in count += 1 }
      meter.spend(200 * count, use)
      guard !meter.isSpent else { return }
      let copy = target.copy()
      copy.forEach { $0["id"] = nil }
      if copy.name == "symbol" { copy.name = "svg" }
      for side in ["width", "height"] where copy.name == "svg" {
        if let said = use[side], said != "auto" { copy[side] = said }
      }
      let (x, y) = (use["x"], use["y"])
      for name in ["x", "y", "width", "height", "href", "xlink:href"] { use[name] = nil }
      use.name = "g"
      use.children = []
      shown[ObjectIdentifier(use)] = target
      if x == nil, y == nil {
        use.append(copy)
        return
      }
      let view = shapes.viewport(of: use)
      let place = Matrix.translation(
        CSSLength.pixels(x ?? "0", of: view.width) ?? 0,
        CSSLength.pixels(y ?? "0", of: view.height) ?? 0)
      let group = XMLElement("g", ["transform": place.words], at: use.place)
      group.append(copy)
      use.append(group)
    }
  }

  /// Returns the target of a `use` that the engine draws twice, or at a different size from browsers.
  private func shownPicture(by use: XMLElement) -> XMLElement? {
    guard let href = use.href, href.hasPrefix("#"), let target = ids[String(href.dropFirst())]
    else { return nil }
    if target.name == "svg", target.parent != nil {
      return Self.ofPictures.contains { target[$0] != nil } || hasPerCent(target) ? target : nil
    }
    guard target.name == "symbol" else { return setsTextAnew(use, target) ? target : nil }
    let hasOwnSize = ["width", "height"].contains { target[$0] != nil && use[$0] == nil }
    return hasOwnSize || hasPerCent(target) ? target : nil
  }

  /// Whether the texts of a target inherit other letters from a `use` than at their own place.
  private func setsTextAnew(_ use: XMLElement, _ target: XMLElement) -> Bool {
    guard let place = target.parent else { return false }
    let names = Properties.inherited.filter {
      $0.hasPrefix("font-") || $0.hasPrefix("text-") || $0.hasSuffix("-spacing")
        || ["direction", "dominant-baseline", "white-space", "writing-mode"].contains($0)
    }
    guard names.contains(where: { inherited($0, of: use) != inherited($0, of: place) }) else {
      return false
    }
    var hasText = false
    target.forEach { element in
      meter.spend(1, use)
      hasText = hasText || element.name == "text"
    }
    return hasText
  }

  private func hasPerCent(_ picture: XMLElement) -> Bool {
    guard picture["viewBox"] == nil else { return false }
    var found = false
    picture.forEach { element in
      meter.spend(element.attributes.count, picture)
      found =
        found || element !== picture && element.attributes.values.contains { $0.hasSuffix("%") }
    }
    return found
  }
}
