internal import Scenes
internal import Formats

extension SVGNormalizer {
  private static let lengths = [
    "x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "x1", "y1", "x2", "y2",
    "fx", "fy", "dx", "dy", "stroke-width", "stroke-dashoffset", "stroke-dasharray",
    "letter-spacing", "word-spacing", "textLength", "startOffset",
  ]

  /// Converts lengths to numbers of pixels, except percentages, which have a different base for each
  /// attribute; font-relative units that cannot be measured at this point are reported.
  func resolveUnits() {
    // Browsers use a default font size of 16 pixels.
    if root["font-size"] == nil { root["font-size"] = "16" }
    let view = Size(
      root["width"].flatMap { CSSLength.pixels($0) } ?? 100,
      root["height"].flatMap { CSSLength.pixels($0) } ?? 100)
    root.forEach { element in
      resolveFontSize(of: element)
      for name in Self.lengths {
        guard let value = element[name], value.contains(where: { $0.isLetter }) else { continue }
        meter.spend(value.utf8.count, element)
        guard !meter.isSpent else { return }
        if CSSLength.isCalculated(value) {
          if let number = Calculation.value(value, fontSizes(of: element)) {
            element[name] = "\(number)"
          }
          continue
        }
        let words = CSSText.words(value.replacing(",", with: " "))
        let made = words.map { resolved($0, view, element) }
        if made != words { element[name] = made.joined(separator: " ") }
      }
      mendAuto(element)
    }
  }

  private static let ofFonts: Set<String> = [
    "rch", "ch", "rcap", "cap", "ric", "ic", "rlh", "lh", "rex", "ex",
  ]

  /// Converts a length to pixels; an invalid length is not changed.
  private func resolved(_ word: String, _ view: Size, _ element: XMLElement) -> String {
    if let pixels = CSSLength.pixels(word, fontSizes(of: element)) {
      if word.hasSuffix("ex") { say("an ex is taken as half an em", element) }
      return "\(pixels)"
    }
    let parts: [(unit: String, whole: Double)] = [
      ("vmin", min(view.width, view.height)), ("vmax", max(view.width, view.height)),
      ("cqmin", min(view.width, view.height)), ("cqmax", max(view.width, view.height)),
      ("vw", view.width), ("vh", view.height), ("vi", view.width), ("vb", view.height),
      ("cqw", view.width), ("cqh", view.height), ("cqi", view.width), ("cqb", view.height),
    ]
    let small = word.lowercased()
    guard let end = small.lastIndex(where: { $0.isNumber || $0 == "." }),
      let number = Double(small[...end])
    else { return word }
    let unit = String(small[small.index(after: end)...])
    let isSized = unit.hasPrefix("s") || unit.hasPrefix("l") || unit.hasPrefix("d")
    let plain = isSized && unit != "lh" ? String(unit.dropFirst()) : unit
    if let part = parts.first(where: { $0.unit == plain }) {
      if !hasOwnSize {
        say(
          "the unit \(unit) refers to the picture's own size, not to its visible size",
          element)
      }
      return "\(number * part.whole / 100)"
    }
    guard Self.ofFonts.contains(unit) else { return unit == "%" ? word : small }
    say("the size of the unit \(unit) is unknown, so the unit is taken as half an em", element)
    let fonts = fontSizes(of: element)
    return "\(number / 2 * (unit.hasPrefix("r") ? fonts.root : fonts.own))"
  }

  /// Converts a font size to pixels; the sizes of the element's ancestors are already converted.
  private func resolveFontSize(of element: XMLElement) {
    guard let value = element["font-size"] else { return }
    let fonts = FontSizes(own: element.parent.map(fontSize(of:)) ?? 16, root: fontSize(of: root))
    if value.hasSuffix("ex"), !value.hasSuffix("rex") {
      say("an ex is taken as half an em", element)
    }
    if let size = CSSLength.pixels(value, of: fonts.own, fonts) { element["font-size"] = "\(size)" }
  }

  /// Returns the sizes to which em and rem refer in an element.
  func fontSizes(of element: XMLElement) -> FontSizes {
    FontSizes(own: fontSize(of: element), root: root["font-size"].flatMap { Double($0) } ?? 16)
  }

  /// Returns the font size of an element in px; the sizes of the element's ancestors are already converted.
  func fontSize(of element: XMLElement) -> Double {
    inherited("font-size", of: element).flatMap { CSSLength.pixels($0) } ?? 16
  }

  /// Handles a side or radius that is `auto`, which is computed from the other one, as if it were not set.
  private func mendAuto(_ element: XMLElement) {
    let names = element.name == "image" ? ["width", "height"] : ["rx", "ry"]
    for name in names where element[name]?.lowercased() == "auto" {
      element[name] = nil
      if wroteAuto.contains(ObjectIdentifier(element)) {
        say("\(name)=\"auto\" is drawn as in SVG 2, unlike in browsers", element)
      }
    }
  }
}
