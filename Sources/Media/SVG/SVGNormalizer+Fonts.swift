internal import Formats

/// Chooses the fonts of letters, and positions letters on their baselines.
extension SVGNormalizer {
  private static let mostFonts = 64

  /// Returns the requests for fonts without duplicates, up to the limit for look-ups.
  func fontQuestions() -> [VectorFile.FontQuestion] {
    var questions: [VectorFile.FontQuestion] = []
    for question in askedFonts.map(\.question) + shownInFilters.flatMap(\.picture.fontQuestions)
    where questions.count < Self.mostFonts && !questions.contains(question) {
      questions.append(question)
    }
    return questions
  }

  func question(of element: XMLElement) -> VectorFile.FontQuestion? {
    let hasLetters = element.children.contains {
      if case .text(let text) = $0 { !text.trimmed.isEmpty } else { false }
    }
    guard hasLetters else { return nil }
    meter.spend(inherited("font-family", of: element)?.utf8.count ?? 0, element)
    guard !meter.isSpent else { return nil }
    let families = CSSText.split(
      inherited("font-family", of: element) ?? "sans-serif", at: ","
    )
    .map { $0.trimmed.unquoted }.filter { !$0.isEmpty }
    let style = inherited("font-style", of: element)?.lowercased() ?? "normal"
    let number = weight(of: element)
    let isItalic = style.hasPrefix("italic") || style.hasPrefix("oblique")
    let family = families.first?.lowercased()
    func distance(_ font: VectorFile.OwnFont) -> Int {
      max(font.weights.lowerBound - number, number - font.weights.upperBound, 0)
        + (font.isItalic == isItalic ? 0 : 1000)
    }
    let own = ownFonts.indices.filter { ownFonts[$0].family == family }
      .min { distance(ownFonts[$0]) < distance(ownFonts[$1]) }
    return VectorFile.FontQuestion(
      families: families, weight: min(max(number, 1), 1000), isItalic: isItalic,
      width: width(inherited("font-stretch", of: element)?.lowercased() ?? "normal"), own: own)
  }

  /// The weights `bolder` and `lighter` are relative to the parent's weight (CSS Fonts).
  private func weight(of element: XMLElement) -> Int {
    guard let said = element["font-weight"]?.lowercased() else {
      return element.parent.map(weight) ?? 400
    }
    if said == "bold" { return 700 }
    guard said == "bolder" || said == "lighter" else { return Int(said) ?? 400 }
    let outer = element.parent.map(weight) ?? 400
    meter.spend(10, element)
    if said == "bolder" { return outer < 350 ? 400 : outer < 550 ? 700 : max(outer, 900) }
    return outer < 100 ? outer : outer < 550 ? 100 : outer < 750 ? 400 : 700
  }

  private static let widths: [(name: String, width: Double)] = [
    ("ultra-condensed", 50), ("extra-condensed", 62.5), ("condensed", 75), ("semi-condensed", 87.5),
    ("normal", 100), ("semi-expanded", 112.5), ("expanded", 125), ("extra-expanded", 150),
    ("ultra-expanded", 200),
  ]

  private func width(_ value: String) -> Double {
    if let named = Self.widths.first(where: { $0.name == value }) { return named.width }
    guard value.hasSuffix("%"), let number = Double(value.dropLast()), number > 0 else {
      return 100
    }
    return min(max(number, 50), 200)
  }

  /// Replaces the requested families by the families that were found, and moves letters to the requested baselines.
  func setFonts(_ found: [VectorFile.FontQuestion: VectorFile.FontAnswer]) {
    root.forEach { $0["font-family"] = nil }
    var fonts: [ObjectIdentifier: VectorFile.FontAnswer] = [:]
    for (element, question) in askedFonts {
      guard let answer = found[question] else {
        if let line = inherited("dominant-baseline", of: element), line.lowercased() != "auto" {
          say("dominant-baseline \"\(line)\" is not drawn", element)
        }
        continue
      }
      fonts[ObjectIdentifier(element)] = answer
      element["font-family"] = Self.quoted(answer.family)
      element["font-weight"] = "\(question.weight)"
      element["font-stretch"] = question.width == 100 ? nil : nearest(question.width)
      if answer.hasAxes, question.weight != 400 || question.width != 100 {
        say("the weight and width of the variable font \"\(answer.family)\" are not drawn", element)
      }
      moveUpright(element, answer)
      splitLetters(of: element, answer)
      moveLetters(of: element, answer)
    }
    root.forEach { element in
      element["dominant-baseline"] = nil
      element["alignment-baseline"] = nil
    }
    mendDecorations(fonts)
    for (step, picture) in shownInFilters {
      picture.setFonts(found)
      step["href"] = "data:image/svg+xml;base64," + Base64.encoded(picture.plain())
    }
  }

  private static func quoted(_ family: String) -> String {
    "'\(family.filter { $0 != "'" && $0 != "\\" })'"
  }

  /// Moves letters that an element's font lacks into separate parts with fonts that have them, because the engine fails
  /// for some texts in which it searches for such fonts itself.
  private func splitLetters(of element: XMLElement, _ answer: VectorFile.FontAnswer) {
    guard !answer.others.isEmpty else { return }
    var families: [Unicode.Scalar: String] = [:]
    for (family, letters) in answer.others {
      for letter in letters.unicodeScalars { families[letter] = Self.quoted(family) }
    }
    var hardest: String?
    element.children = element.children.flatMap { node -> [XMLElement.Node] in
      guard case .text(let text) = node else { return [node] }
      meter.spend(10 * text.utf8.count, element)
      guard !meter.isSpent else { return [node] }
      var parts: [(family: String?, text: String)] = []
      for letter in text {
        let family = letter.unicodeScalars.first.flatMap { families[$0] }
        if family != nil, hardest == nil, letter.unicodeScalars.count > 1 { hardest = family }
        if let last = parts.last, last.family == family {
          parts[parts.count - 1].text.append(letter)
        } else {
          parts.append((family, String(letter)))
        }
      }
      return parts.map { family, text in
        guard let family else { return .text(text) }
        let part = XMLElement("tspan", ["font-family": family], at: element.place)
        part.children = [.text(text)]
        part.parent = element
        return .element(part)
      }
    }
    if let hardest { begin(element, with: hardest) }
    if element["textLength"] != nil, !element.elements.isEmpty {
      element["textLength"] = nil
      say("textLength is not drawn for text whose letters come from several fonts", element)
    }
  }

  /// Adds an empty text in a font before an element's line, because the engine takes the line's metrics from the line's
  /// first font.
  private func begin(_ element: XMLElement, with family: String) {
    var line = element
    while line.name != "text", line["x"] == nil, line["y"] == nil, let parent = line.parent {
      line = parent
    }
    // A list of positions has one position for each letter.
    let lists = ["x", "y", "dx", "dy", "rotate"]
    let isList = lists.contains {
      CSSText.words((line[$0] ?? "").replacing(",", with: " ")).count > 1
    }
    guard !isList else { return }
    let first = XMLElement(
      "tspan", ["font-family": family, "letter-spacing": "0"], at: element.place)
    first.children = [.text("\u{200B}")]
    line.insert(first, at: 0)
  }

  private func nearest(_ width: Double) -> String {
    Self.widths.min { abs($0.width - width) < abs($1.width - width) }!.name
  }

  /// Moves a vertical line of text: browsers round the ascent and the descent of letters, and the engine does not.
  private func moveUpright(_ text: XMLElement, _ font: VectorFile.FontAnswer) {
    let mode = inherited("writing-mode", of: text)?.lowercased() ?? "lr"
    guard text.name == "text", text["rotate"] == nil,
      mode.hasPrefix("tb") || mode.hasPrefix("vertical"),
      let x = CSSLength.pixels(text["x"] ?? "0")
    else { return }
    let size = fontSize(of: text)
    let (up, down) = ((font.ascent * size).rounded(), (font.descent * size).rounded())
    text["x"] = "\(x + (font.ascent - font.descent) * size / 2 - (up - down) / 2)"
  }

  /// Moves the letters of an element, but not the letters of its descendants, to the requested baseline. Browsers round
  /// the ascent and the descent of letters.
  private func moveLetters(of element: XMLElement, _ font: VectorFile.FontAnswer) {
    // A baseline that a part specifies overrides the baseline of the whole text.
    let own = element["alignment-baseline"]?.lowercased() ?? "auto"
    let line = ["auto", "baseline"].contains(own) ? line(of: element) : own
    guard element["baseline-shift"] != nil || !["auto", "baseline"].contains(line) else { return }
    let size = fontSize(of: element)
    let (up, down) = (
      whole(font.ascent * size, of: element), whole(font.descent * size, of: element)
    )
    // The engine uses the font's own superscript offset, and browsers use half the line height. Such letters are moved
    // to whole pixels.
    if let own = element["baseline-shift"]?.lowercased() {
      let raised = ["super": (up + down) / 2, "sub": -(up + down) / 2][own]
      if let raised = raised ?? CSSLength.pixels(own, of: size) {
        element["baseline-shift"] = "\(-whole(-raised, of: element))"
      }
    }
    var shift: Double
    switch line {
    case "middle":
      let small = font.xHeight * size
      shift = (font.saysXHeight ? small : whole(small, of: element, .up)) / 2
    case "central": shift = (up - down) / 2
    case "hanging": shift = up * 0.8
    case "mathematical": shift = up / 2
    case "text-before-edge", "before-edge", "text-top": shift = up
    case "text-after-edge", "after-edge", "text-bottom", "ideographic": shift = -down
    default: return
    }
    if line == own { shift = whole(shift, of: element) }
    // The element's text length does not apply to the letters of a part.
    if element["textLength"] != nil {
      if element.name == "text", let y = CSSLength.pixels(element["y"] ?? "0") {
        element["y"] = "\(y + shift)"
        return
      }
      if element.name == "tspan", element["baseline-shift"] == nil {
        element["baseline-shift"] = "\(-shift)"
        return
      }
    }
    element.children = element.children.map { node in
      if case .element(let part) = node, part.name == "tspan", part["font-family"] != nil,
        part["alignment-baseline"] == nil, part.elements.isEmpty, part.attributes.count <= 2
      {
        part["baseline-shift"] = "\(-shift)"
        return node
      }
      guard case .text(let text) = node, !text.trimmed.isEmpty else { return node }
      let moved = XMLElement("tspan", ["baseline-shift": "\(-shift)"], at: element.place)
      moved.children = [node]
      moved.parent = element
      return .element(moved)
    }
  }

  /// Rounds a measure of letters to whole pixels of the picture's natural size, to the nearest or up.
  func whole(
    _ length: Double, of element: XMLElement, _ rule: FloatingPointRoundingRule = .down
  ) -> Double {
    let scale = letterScale(of: element)
    return (length * scale + (rule == .down ? 0.5 : 0)).rounded(rule) / scale
  }

  /// Returns the number of pixels of the picture's natural size for a unit of an element, as browsers compute it for
  /// letters.
  func letterScale(of element: XMLElement) -> Double {
    let own = element["transform"].map { Matrix.read($0) } ?? Matrix()
    guard let outer = outerMatrix(of: element), let own else { return 1 }
    let map = outer * own
    let square = (map.a * map.a + map.b * map.b + map.c * map.c + map.d * map.d) / 2
    return square > 0 && square.isFinite ? square.squareRoot() : 1
  }

  /// Returns the baseline of letters; a value without effect is omitted.
  private func line(of element: XMLElement) -> String {
    var at: XMLElement? = element
    while let one = at {
      if let line = one["dominant-baseline"]?.lowercased(), line != "no-change" { return line }
      at = one.parent
    }
    return "auto"
  }
}
