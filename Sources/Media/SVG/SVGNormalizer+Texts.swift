internal import Formats

extension SVGNormalizer {
  static let texts: Set<String> = ["text", "tspan", "textPath", "a"]

  /// Handles text properties that the engine does not support.
  func mendTexts() {
    root.forEach { element in
      guard Self.texts.contains(element.name),
        element.name == "text" || element.ancestor(["text"]) != nil
      else { return }
      mendLetters(of: element)
      if element.name != "text",
        let opacity = element["opacity"].flatMap({ CSSLength.pixels($0, of: 1) })
      {
        element["opacity"] = nil
        fade(element, by: min(max(opacity, 0), 1))
      }
      if element["textLength"] != nil { mendTextLength(of: element) }
      mendLastSpace(of: element)
      if element.name == "text" { mendDirection(of: element) }
      sayWhatIsMissing(element)
    }
  }

  /// Collects the font requests of all letters, including the letters in nested pictures.
  func askForFonts() {
    askedFonts = []
    root.forEach { element in
      guard Self.texts.contains(element.name),
        element.name == "text" || element.ancestor(["text"]) != nil
      else { return }
      if let question = question(of: element) { askedFonts.append((element, question)) }
    }
  }

  private func hasLetters(_ element: XMLElement) -> Bool {
    meter.spend(100, element)
    return !meter.isSpent && element.hasText
  }

  /// Applies an opacity to the paints of a text's part, because the engine supports no opacity for parts of texts.
  private func fade(_ part: XMLElement, by opacity: Double) {
    let names = ["fill-opacity", "stroke-opacity"]
    for name in names { part[name] = part[name] ?? inherited(name, of: part) ?? "1" }
    part.forEach { element in
      meter.spend(4, part)
      for name in names {
        guard let own = element[name].flatMap({ CSSLength.pixels($0, of: 1) }) else { continue }
        element[name] = "\(min(max(own, 0), 1) * opacity)"
      }
    }
  }

  private func mendLetters(of element: XMLElement) {
    if let space = inherited("white-space", of: element)?.lowercased() {
      if ["pre", "pre-wrap", "break-spaces"].contains(space) { element["xml:space"] = "preserve" }
    }
    guard let change = inherited("css:text-transform", of: element)?.lowercased() else { return }
    element.children = element.children.map { node in
      guard case .text(let text) = node else { return node }
      switch change {
      case "uppercase": return .text(text.uppercased())
      case "lowercase": return .text(text.lowercased())
      case "capitalize":
        var result = ""
        var isInside = false
        for letter in text {
          result += !isInside && letter.isLetter ? letter.uppercased() : String(letter)
          isInside = letter.isLetter || letter.isNumber || letter == "'"
        }
        return .text(result)
      default: return node
      }
    }
  }

  /// Corrects the length of a text: the engine includes the space after the last letter in a length, and stretches each
  /// part of a text separately.
  private func mendTextLength(of element: XMLElement) {
    guard let said = element["textLength"].flatMap({ CSSLength.pixels($0) }), said > 0,
      element.name == "text" || element.name == "tspan"
    else { return }
    let parts = element.elements.filter { Self.texts.contains($0.name) && hasLetters($0) }
    if !parts.isEmpty {
      let hasOwn = element.children.contains {
        if case .text(let text) = $0 { !text.trimmed.isEmpty } else { false }
      }
      if hasOwn || parts.contains(where: { $0["textLength"] == nil }) {
        say("textLength of a <\(element.name)> in parts is not drawn", element)
      }
      element["textLength"] = nil
      return
    }
    let isStretched = element["lengthAdjust"]?.trimmed == "spacingAndGlyphs"
    var length = said
    if !isStretched,
      let space = inherited("letter-spacing", of: element).flatMap({ CSSLength.pixels($0) }),
      space != 0, length > space
    {
      length -= space
      element["letter-spacing"] = "0"
      element["textLength"] = "\(length)"
    }
    let anchor = inherited("text-anchor", of: element) ?? "start"
    guard anchor != "start", !isStretched else { return }
    let mode = inherited("writing-mode", of: element)?.lowercased() ?? "lr"
    let isLevel = !mode.hasPrefix("tb") && !mode.hasPrefix("vertical")
    guard element.name == "text", isLevel, let x = CSSLength.pixels(element["x"] ?? "0") else {
      say(
        "textLength with text-anchor \"\(anchor)\" is drawn differently than in browsers here",
        element)
      return
    }
    let isLeftward = inherited("direction", of: element)?.lowercased() == "rtl"
    let part = anchor == "middle" ? 0.5 : 1
    element["x"] = "\(isLeftward ? x + part * said : x - part * said)"
    element["text-anchor"] = "start"
  }

  /// Adds the space after the last letter of an anchored line, which browsers include and the engine omits.
  private func mendLastSpace(of element: XMLElement) {
    guard element.name == "text" || element["x"] != nil,
      let anchor = inherited("text-anchor", of: element), anchor != "start",
      let last = lastPart(of: element),
      let space = inherited("letter-spacing", of: last).flatMap({ CSSLength.pixels($0) }),
      space != 0
    else { return }
    let mode = inherited("writing-mode", of: element)?.lowercased() ?? "lr"
    let isLeftward = inherited("direction", of: element)?.lowercased() == "rtl"
    // Joined letters, such as Arabic letters, have no space between them.
    guard !mode.hasPrefix("tb"), !mode.hasPrefix("vertical"), !isLeftward,
      !Self.hasLeftwardLetters(element.text)
    else { return }
    let places = CSSText.words((element["x"] ?? "0").replacing(",", with: " "))
    let moved = places.compactMap { CSSLength.pixels($0) }.map {
      "\($0 - space * (anchor == "middle" ? 0.5 : 1))"
    }
    if moved.count == places.count { element["x"] = moved.joined(separator: " ") }
  }

  /// Returns the part with the last letters of the line that begins with an element.
  private func lastPart(of element: XMLElement) -> XMLElement? {
    var last: XMLElement?
    for node in element.children {
      meter.spend(10, element)
      switch node {
      case .text(let text): if !text.trimmed.isEmpty { last = element }
      case .element(let part):
        if part["x"] != nil || part.name == "textPath" { return last }
        last = lastPart(of: part) ?? last
      }
    }
    return last
  }

  private static func hasLeftwardLetters(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      (0x590...0x8FF).contains($0.value) || (0xFB1D...0xFEFC).contains($0.value)
    }
  }

  /// Corrects the anchor of a text from right to left, which starts at its right end.
  private func mendDirection(of text: XMLElement) {
    guard inherited("direction", of: text)?.lowercased() == "rtl" else { return }
    let anchor = inherited("text-anchor", of: text) ?? "start"
    text["text-anchor"] = anchor == "start" ? "end" : anchor == "end" ? "start" : anchor
    guard hasLetters(text) else { return }
    let letters = text.text.unicodeScalars
    let isLeftward = Self.hasLeftwardLetters(text.text)
    let isRightward = letters.contains { $0.properties.isAlphabetic && $0.value < 0x590 }
    if isLeftward, isRightward {
      say("direction: rtl is not drawn for a text with both directions", text)
    }
  }

  private func sayWhatIsMissing(_ element: XMLElement) {
    for name in ["fill", "stroke"] where element[name]?.hasPrefix("context-") == true {
      say(
        "\(name) \"\(element[name] ?? "")\" of letters is drawn differently than in browsers",
        element)
    }
    let mode = inherited("writing-mode", of: element)?.lowercased() ?? "lr"
    let line =
      element["alignment-baseline"] ?? inherited("dominant-baseline", of: element) ?? "auto"
    if mode.hasPrefix("tb") || mode.hasPrefix("vertical"), !["auto", "baseline"].contains(line) {
      say(
        "the line \"\(line)\" of letters from top to bottom is drawn differently than in browsers",
        element)
    }
    element["kerning"] = inherited("css:font-kerning", of: element) == "none" ? "0" : nil
    element["css:font-kerning"] = nil
    let properties: [(name: String, plain: Set<String>)] = [
      ("css:font-feature-settings", ["normal"]), ("css:font-variation-settings", ["normal"]),
      ("font-variant", ["normal", "none"]), ("css:font-variant-caps", ["normal"]),
      ("css:font-variant-ligatures", ["normal", "initial", "unset", "revert"]),
      ("css:font-variant-numeric", ["normal"]),
      ("css:font-variant-east-asian", ["normal"]), ("css:font-variant-position", ["normal"]),
      ("unicode-bidi", ["normal", "embed", "isolate", "plaintext"]),
      ("css:text-orientation", ["mixed"]),
      ("css:text-indent", ["0"]),
      (
        "writing-mode",
        [
          "lr", "lr-tb", "rl", "rl-tb", "horizontal-tb", "tb", "tb-rl", "vertical-rl",
          "vertical-lr",
        ]
      ),
    ]
    for (name, plain) in properties {
      guard
        let value = element[name] ?? (element.name == "text" ? inherited(name, of: element) : nil),
        !plain.contains(value.lowercased()), hasLetters(element)
      else { continue }
      let short = name.hasPrefix("css:") ? String(name.dropFirst(4)) : name
      say("\(short) \"\(value)\" is drawn differently than in browsers", element)
    }
    if element.name != "text", element["css:text-shadow"] != nil {
      say("text-shadow of <\(element.name)> is not drawn", element)
    }
  }

  /// Returns the letters of all texts without duplicates.
  func letters() -> String {
    var letters = String.UnicodeScalarView()
    var seen: Set<Unicode.Scalar> = []
    root.forEach { element in
      guard element.name == "text", element.ancestor(["text"]) == nil else { return }
      for letter in element.text.unicodeScalars where seen.insert(letter).inserted {
        if !letter.properties.isWhitespace { letters.append(letter) }
      }
    }
    for (_, picture) in shownInFilters {
      for letter in picture.letters.unicodeScalars where seen.insert(letter).inserted {
        letters.append(letter)
      }
    }
    return String(letters)
  }
}
