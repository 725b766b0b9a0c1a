internal import Formats
internal import Scenes

/// The rules of a file's style sheets, in their order.
struct StyleSheet {
  struct Declaration {
    var name: String
    var value: String
    var isImportant = false
  }
  struct Rule {
    var selectors: SelectorList
    var declarations: [Declaration]
    /// The index of the rule's cascade layer; rules without a layer are in the last layer.
    var layer = Int.max
  }

  private let meter: ComplexityBudget
  private(set) var rules: [Rule] = []
  /// The names of all `@keyframes` rules.
  private(set) var keyframes: Set<String> = []
  /// The initial values of variables, from `@property`.
  private(set) var initialVariables: [String: String] = [:]
  /// The fonts that the style sheet embeds.
  private(set) var fonts: [VectorFile.OwnFont] = []
  /// The remarks about unsupported features.
  private(set) var remarks: [String] = []
  private var place = TextPlace()

  /// The size against which media queries are evaluated.
  private let size: Size
  /// The cascade layers, in the order in which their names first appear.
  private var layers: [String] = []
  private var layer = Int.max

  init(size: Size, meter: ComplexityBudget) {
    self.size = size
    self.meter = meter
  }

  /// Adds the text of a style sheet; `place` is the text's position in the file.
  mutating func add(_ text: String, at place: TextPlace) {
    self.place = place
    meter.spend(text.utf8.count, at: place)
    guard !meter.isSpent else { return }
    // Removes comment marks for browsers that did not support style sheets.
    var plain = CSSText.withoutComments(text)
    plain = plain.replacing("<!--", with: "").replacing("-->", with: "")
    addRules(of: plain, within: nil, depth: 0)
  }

  private mutating func addRules(
    of text: some StringProtocol, within outer: SelectorList?, depth: Int
  ) {
    // Nested blocks are charged, because the text of each level is read again.
    if depth > 0 { meter.spend(text.utf8.count, at: place) }
    guard depth < 16, !meter.isSpent else { return }
    for block in Self.blocks(text) {
      guard let body = block.body else {
        if block.head.hasPrefix("@import") {
          remarks.append("a style sheet that @import names is not read")
        }
        if block.head.hasPrefix("@layer") {
          for name in CSSText.split(block.head.dropFirst(6), at: ",") {
            _ = number(of: name.trimmed)
          }
        }
        continue
      }
      if block.head.hasPrefix("@") {
        addGroup(block.head, body, within: outer, depth: depth)
      } else if let selectors = SelectorReader.read(block.head, within: outer) {
        addRule(selectors, body, depth: depth)
      } else if Self.unread.contains(where: { block.head.contains($0) }) {
        remarks.append(
          "the rule \(SVGNormalizer.short(block.head)) is left out, "
            + "because this kind of rule is not supported")
      }
    }
  }

  /// Words of selectors that browsers support and this reader does not; selectors that browsers do not support either
  /// are ignored without a remark.
  private static let unread = [":has(", " of ", ":lang(", ":dir(", ":scope", ":nth-col"]

  private mutating func number(of layer: String) -> Int {
    if let known = layers.firstIndex(of: layer), !layer.isEmpty { return known }
    layers.append(layer)
    return layers.count - 1
  }

  /// Adds a rule's declarations, and its nested rules.
  private mutating func addRule(_ selectors: SelectorList, _ body: String, depth: Int) {
    var own = ""
    var nested: [(head: String, body: String)] = []
    for block in Self.blocks(body) {
      if let inner = block.body {
        nested.append((block.head, inner))
      } else {
        own += block.head + ";"
      }
    }
    rules.append(
      Rule(selectors: selectors, declarations: Self.declarations(own), layer: layer))
    for (head, body) in nested {
      addRules(of: "\(head){\(body)}", within: selectors, depth: depth + 1)
    }
  }

  private mutating func addGroup(
    _ head: String, _ body: String, within outer: SelectorList?, depth: Int
  ) {
    let words = CSSText.words(head)
    switch words.first?.lowercased() ?? "" {
    case "@media":
      if holds(head.dropFirst(6)) { addBody(body, within: outer, depth: depth) }
    case "@supports":
      if Self.isSupported(head.dropFirst(9)) { addBody(body, within: outer, depth: depth) }
    case "@layer":
      let around = layer
      layer = number(of: words.dropFirst().joined(separator: " "))
      addBody(body, within: outer, depth: depth)
      layer = around
    case "@container", "@scope":
      remarks.append("the condition \(SVGNormalizer.short(head)) is assumed to be true")
      addBody(body, within: outer, depth: depth)
    case "@keyframes", "@-webkit-keyframes":
      if words.count > 1 { keyframes.insert(words[1].unquoted) }
    case "@property":
      let name = words.count > 1 ? words[1] : ""
      initialVariables[name] =
        Self.declarations(body).first { $0.name == "initial-value" }?.value
    case "@font-face":
      addFont(Self.declarations(body))
    default: break
    }
  }

  private static let mostFonts = 16

  /// Adds a font whose file is embedded in the style sheet; all other fonts are reported.
  private mutating func addFont(_ declarations: [Declaration]) {
    func value(_ name: String) -> String? { declarations.last { $0.name == name }?.value }
    let family = value("font-family")?.trimmed.unquoted ?? ""
    let sources = CSSText.split(value("src") ?? "", at: ",").map(\.trimmed)
    let bytes = sources.lazy.compactMap { CSSText.urlAndRest($0)?.url }.compactMap(DataURI.bytes)
    guard let bytes = bytes.first, fonts.count < Self.mostFonts else {
      remarks.append("the font \"\(family)\" that @font-face names is not loaded")
      return
    }
    if fonts.contains(where: { $0.family == family.lowercased() }), value("unicode-range") != nil {
      remarks.append("the font \"\(family)\" is in several files, and only one file is used")
    }
    let words = CSSText.words((value("font-weight") ?? "400").lowercased())
    let weights = words.compactMap { $0 == "bold" ? 700 : $0 == "normal" ? 400 : Int($0) }
    let style = value("font-style")?.lowercased() ?? "normal"
    fonts.append(
      VectorFile.OwnFont(
        family: family.lowercased(), weights: (weights.min() ?? 400)...(weights.max() ?? 400),
        isItalic: style.hasPrefix("italic") || style.hasPrefix("oblique"), bytes: bytes))
  }

  private mutating func addBody(_ body: String, within outer: SelectorList?, depth: Int) {
    if let outer {
      addRule(outer, body, depth: depth + 1)
    } else {
      addRules(of: body, within: nil, depth: depth + 1)
    }
  }

  /// Returns whether a media query matches a screen of the picture's size with a light colour scheme.
  func holds(_ query: some StringProtocol) -> Bool {
    CSSText.split(query, at: ",").contains { part in
      let words = part.lowercased().replacing(" and ", with: " ")
      let isNot = words.trimmed.hasPrefix("not")
      let holds = CSSText.words(words).allSatisfy { word in
        switch word {
        case "not", "only", "screen", "all": return true
        case "print", "speech", "tv", "handheld": return false
        default:
          let inside = word.filter { !" ()".contains($0) }
          if let isFitting = isFitting(inside) { return isFitting }
          let refused = [
            "prefers-color-scheme:dark", "prefers-reduced-motion", "hover", "monochrome",
            "max-width:0", "prefers-contrast", "forced-colors:active",
          ]
          return !refused.contains { inside.hasPrefix($0) }
        }
      }
      return holds != isNot
    }
  }

  /// Returns whether the picture has the size that a query requires; nil for a query about anything except the size.
  private func isFitting(_ feature: String) -> Bool? {
    let parts = feature.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let length = CSSLength.pixels(parts[1]) else { return nil }
    switch parts[0] {
    case "min-width": return size.width >= length
    case "max-width": return size.width <= length
    case "min-height": return size.height >= length
    case "max-height": return size.height <= length
    default: return nil
    }
  }

  /// Returns whether declarations in parentheses are supported; if not, the rules inside do not apply.
  private static func isSupported(_ condition: some StringProtocol) -> Bool {
    let words = CSSText.words(condition)
    let results = words.compactMap { word -> Bool? in
      guard word.hasPrefix("("), word.hasSuffix(")") else { return nil }
      let parts = word.dropFirst().dropLast().split(separator: ":", maxSplits: 1).map(\.trimmed)
      guard parts.count == 2 else { return isSupported(word.dropFirst().dropLast()) }
      if parts[0] == "display" {
        return ["none", "inline", "block", "flex", "grid", "contents"].contains(parts[1])
      }
      let element = XMLElement("g")
      return Properties.all.contains(parts[0])
        && Validity.checked(parts[1], of: parts[0], on: element) != nil
    }
    if words.first?.lowercased() == "not" { return results.first == false }
    return words.contains { $0.lowercased() == "or" }
      ? results.contains(true) : results.allSatisfy { $0 }
  }

  /// Splits a text into blocks `head { body }`, and statements `head;` without a body.
  private static func blocks(_ text: some StringProtocol) -> [(head: String, body: String?)] {
    var blocks: [(head: String, body: String?)] = []
    var head = ""
    var body = ""
    var depth = 0, brackets = 0
    var quote: Character?
    for letter in text {
      if let open = quote {
        if letter == open { quote = nil }
      } else if letter == "\"" || letter == "'" {
        quote = letter
      } else if letter == "(" {
        brackets += 1
      } else if letter == ")" {
        brackets = max(0, brackets - 1)
      } else if letter == "{" {
        depth += 1
        if depth == 1 { continue }
      } else if letter == "}" {
        if depth == 0 { continue }
        depth -= 1
        if depth == 0 {
          blocks.append((head.trimmed, body))
          (head, body, brackets) = ("", "", 0)
          continue
        }
      } else if letter == ";", depth == 0, brackets == 0 {
        if !head.trimmed.isEmpty { blocks.append((head.trimmed, nil)) }
        head = ""
        continue
      }
      if depth == 0 { head.append(letter) } else { body.append(letter) }
    }
    if depth > 0 {
      blocks.append((head.trimmed, body))
    } else if !head.trimmed.isEmpty {
      blocks.append((head.trimmed, nil))
    }
    return blocks
  }

  static func declarations(_ text: some StringProtocol) -> [Declaration] {
    CSSText.split(CSSText.withoutComments(text), at: ";").compactMap { part in
      guard let colon = part.firstIndex(of: ":") else { return nil }
      var name = part[..<colon].trimmed
      if !name.hasPrefix("--") { name = CSSText.unescaped(name).lowercased() }
      var value = CSSText.closed(part[part.index(after: colon)...].trimmed)
      guard !name.isEmpty, !value.isEmpty else { return nil }
      var isImportant = false
      if let mark = value.lastIndex(of: "!"),
        value[value.index(after: mark)...].trimmed.lowercased() == "important"
      {
        isImportant = true
        value = value[..<mark].trimmed
      }
      return Declaration(name: name, value: value, isImportant: isImportant)
    }
  }
}
