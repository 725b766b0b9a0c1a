internal import Formats

extension SVGNormalizer {
  private static let lengths = [
    "font-size", "x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "x1", "y1", "x2", "y2",
    "fx", "fy", "dx", "dy", "stroke-width", "stroke-dashoffset", "stroke-dasharray",
    "letter-spacing", "word-spacing", "textLength", "startOffset",
  ]

  /// Units that the engine does not know become numbers, those of fonts are said; letters of units may be
  /// large.
  func resolveUnits() {
    let side = { [root] (name: String) in root[name].flatMap { CSSLength.pixels($0) } ?? 100 }
    let view = (width: side("width"), height: side("height"))
    let parts: [(unit: String, whole: Double)] = [
      ("vmin", min(view.width, view.height)), ("vmax", max(view.width, view.height)),
      ("vw", view.width), ("vh", view.height), ("vi", view.width), ("vb", view.height),
      ("cqw", view.width), ("cqh", view.height), ("cqi", view.width), ("cqb", view.height),
      ("cqmin", min(view.width, view.height)), ("cqmax", max(view.width, view.height)),
    ]
    let ofFonts = ["rch", "ch", "rcap", "cap", "ric", "ic", "rlh", "lh", "rex"]
    func resolved(_ word: String, _ name: String, _ element: XMLElement) -> String {
      let small = word.lowercased()
      guard let last = small.last, last.isLetter || last == "%",
        let end = small.lastIndex(where: { $0.isNumber || $0 == "." }),
        let number = Double(small[...end])
      else { return word }
      let unit = String(small[small.index(after: end)...])
      let long = unit.hasPrefix("s") || unit.hasPrefix("l") || unit.hasPrefix("d")
      let plain = long && unit != "lh" ? String(unit.dropFirst()) : unit
      if let part = parts.first(where: { $0.unit == plain }) {
        return "\(number * part.whole / 100)"
      }
      if ofFonts.contains(unit) {
        say("the unit \(unit) is not known here: half an em stands for it", element)
        return "\(number / 2)em"
      }
      if name == "font-size", unit == "em" || unit == "%", let parent = element.parent {
        return "\(number * (unit == "%" ? 0.01 : 1) * fontSize(of: parent))"
      }
      if name == "stroke-dasharray", unit == "em" { return "\(number * fontSize(of: element))" }
      return unit == "%" ? word : small
    }
    root.forEach { element in
      for name in Self.lengths {
        guard let value = element[name], value.contains(where: { $0.isLetter || $0 == "%" }),
          !value.contains("(")
        else { continue }
        meter.spend(value.utf8.count, element)
        guard !meter.isSpent else { return }
        let words = CSSText.words(value.replacing(",", with: " "))
        let made = words.map { resolved($0, name, element) }
        if made != words { element[name] = made.joined(separator: " ") }
      }
      mendAuto(element)
    }
  }

  /// In px; what is relative above it is resolved already.
  func fontSize(of element: XMLElement) -> Double {
    let named = [
      "xx-small": 9.0, "x-small": 10, "small": 13, "medium": 16, "large": 18, "x-large": 24,
      "xx-large": 32, "xxx-large": 48,
    ]
    let size = inherited("font-size", of: element)
    return size.flatMap { CSSLength.pixels($0) ?? named[$0.lowercased()] } ?? 16
  }

  /// A side or radius that is `auto` follows from the other one, as it does where nothing is said.
  private func mendAuto(_ element: XMLElement) {
    let names = element.name == "image" ? ["width", "height"] : ["rx", "ry"]
    for name in names where element[name]?.lowercased() == "auto" {
      element[name] = nil
      if wroteAuto.contains(ObjectIdentifier(element)) {
        say("\(name)=\"auto\" is drawn as SVG 2 says, which browsers do not do", element)
      }
    }
  }
}
