internal import Formats

/// The fonts of letters, and the lines that letters lie on.
extension SVGNormalizer {
  private static let mostFonts = 64

  /// What elements with letters ask of fonts, each once, as many as are sought.
  func fontQuestions() -> [VectorFile.FontQuestion] {
    var questions: [VectorFile.FontQuestion] = []
    for (_, question) in askedFonts
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
    let weight = inherited("font-weight", of: element)?.lowercased() ?? "normal"
    let style = inherited("font-style", of: element)?.lowercased() ?? "normal"
    let number =
      weight == "bold" || weight == "bolder" ? 700 : weight == "lighter" ? 300 : Int(weight) ?? 400
    return VectorFile.FontQuestion(
      families: families, weight: min(max(number, 1), 1000),
      isItalic: style.hasPrefix("italic") || style.hasPrefix("oblique"),
      width: width(inherited("font-stretch", of: element)?.lowercased() ?? "normal"))
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

  /// Names the families that were found, in place of those that were asked for, and has letters lie on the
  /// lines that they ask for.
  func setFonts(_ found: [VectorFile.FontQuestion: VectorFile.FontAnswer]) {
    for (element, question) in askedFonts {
      guard let answer = found[question] else {
        if let line = inherited("dominant-baseline", of: element), line.lowercased() != "auto" {
          say("dominant-baseline \"\(line)\" is not drawn", element)
        }
        continue
      }
      element["font-family"] = "'\(answer.family.filter { $0 != "'" && $0 != "\\" })'"
      element["font-weight"] = "\(question.weight)"
      element["font-stretch"] = question.width == 100 ? nil : nearest(question.width)
      moveLetters(of: element, answer)
    }
    root.forEach { $0["dominant-baseline"] = nil }
  }

  private func nearest(_ width: Double) -> String {
    Self.widths.min { abs($0.width - width) < abs($1.width - width) }!.name
  }

  /// Moves the letters of an element, and not those of elements within, from the line that they stand on to the
  /// one that they ask for. Browsers round how far letters reach.
  private func moveLetters(of element: XMLElement, _ font: VectorFile.FontAnswer) {
    let size = fontSize(of: element)
    let (up, down) = ((font.ascent * size).rounded(), (font.descent * size).rounded())
    let shift: Double
    switch inherited("dominant-baseline", of: element)?.lowercased() ?? "auto" {
    case "middle":
      let small = font.xHeight * size
      shift = (font.saysXHeight ? small : small.rounded(.up)) / 2
    case "central": shift = (up - down) / 2
    case "hanging": shift = up * 0.8
    case "mathematical": shift = up / 2
    case "text-before-edge": shift = up
    case "text-after-edge", "ideographic": shift = -down
    default: return
    }
    element.children = element.children.map { node in
      guard case .text(let text) = node, !text.trimmed.isEmpty else { return node }
      let moved = XMLElement("tspan", ["baseline-shift": "\(-shift)"], at: element.place)
      moved.children = [node]
      moved.parent = element
      return .element(moved)
    }
  }
}
