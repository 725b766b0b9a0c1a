internal import Formats

/// Computes the property values of each element from its attributes, the rules of style sheets and its own style, in
/// CSS's order, with variables replaced. The results become attributes, and no style sheets remain.
struct Cascade {
  private let sheet: StyleSheet
  private let meter: ComplexityBudget
  private var matcher: SelectorMatcher
  /// The remarks about properties that are not drawn as specified.
  private(set) var remarks: [(place: TextPlace, text: String)] = []

  init(_ sheet: StyleSheet, meter: ComplexityBudget) {
    self.sheet = sheet
    self.meter = meter
    matcher = SelectorMatcher(sheet.rules, meter: meter)
  }

  /// Applies the cascade to a tree; custom properties are inherited from the parents.
  mutating func apply(to root: XMLElement) throws(VectorError) {
    root.keepOrder()
    apply(to: root, variables: sheet.initialVariables)
    try meter.check()
  }

  private mutating func apply(to element: XMLElement, variables outer: [String: String]) {
    let matches = matcher.begin(element)
    defer { matcher.end(element) }
    guard element.isSVG, !meter.isSpent else { return }
    let declared = declarations(of: element, matches)
    var variables = outer
    if declared.contains(where: { $0.name.hasPrefix("--") }) { meter.spend(outer.count, element) }
    let own = declared.filter { $0.name.hasPrefix("--") }
    for one in own { variables[one.name] = one.value }
    // Children inherit computed values.
    var resolved: [String: String?] = [:]
    for one in own {
      resolved[one.name] = substituted(variables[one.name] ?? "", variables, on: element)
    }
    for (name, value) in resolved { variables[name] = value }
    var values: [String: String] = [:]
    for one in declared where !one.name.hasPrefix("--") && !meter.isSpent {
      guard let value = substituted(one.value, variables, on: element) else {
        // The value is invalid at computed-value time, so it counts as not set.
        values[one.name] = nil
        continue
      }
      if one.name == "all" {
        Shorthands.reset(&values, to: value)
        continue
      }
      // Unknown declarations are ignored, as in browsers.
      for (name, value) in Shorthands.longhands(one.name, value) where Properties.all.contains(name)
      {
        guard let value = Validity.checked(value, of: name, on: element) else {
          if Validity.isUnknown(value, of: name) {
            remarks.append(
              (
                element.place,
                "the \(CSSLength.isCalculated(value.lowercased()) ? name : "colour") \(SVGNormalizer.short(value)) is not known here"
              ))
          }
          continue
        }
        values[name] = value
      }
    }
    for name in element.attributes.keys where Properties.asAttributes.contains(name) {
      element[name] = nil
    }
    element["style"] = nil
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      set(name, value, on: element)
    }
    for child in element.elements { apply(to: child, variables: variables) }
  }

  /// Properties that exist only in style sheets are stored with the prefix "css:", because attributes may
  /// have the same names.
  private func set(_ name: String, _ value: String, on element: XMLElement) {
    if Properties.onlyInStyle.contains(name) {
      let isNone = ["none", "unset", "initial", "revert", "auto", "normal"].contains(
        value.lowercased())
      if value.lowercased() == "inherit" {
        element["css:" + name] = element.parent?["css:" + name]
      } else if !isNone || ["font-kerning", "font-variant-ligatures"].contains(name) {
        element["css:" + name] = value
      }
      return
    }
    switch value.lowercased() {
    case "inherit":
      if Properties.geometry.contains(name) {
        if ["image", "rect", "svg", "use"].contains(element.parent?.name) {
          element[name] = element.parent?[name]
        }
      } else if name == "overflow" {
        let cuts = ["svg", "symbol", "marker", "pattern"].contains(element.parent?.name)
        let isCut = cuts && element.parent?.parent != nil
        element[name] = element.parent?[name] ?? (isCut ? "hidden" : "visible")
      } else if !Properties.inherited.contains(name) {
        element[name] = element.parent?[name]
      }
    case "unset", "revert", "revert-layer": return
    case "initial":
      if Properties.inherited.contains(name) { element[name] = Properties.initial[name] }
    default:
      element[name] = value
    }
  }

  /// Returns the declarations for an element from the lowest to the highest precedence.
  private func declarations(
    of element: XMLElement, _ matches: [SelectorMatcher.Match]
  ) -> [StyleSheet.Declaration] {
    var normal: [StyleSheet.Declaration] = []
    // Important declarations of earlier layers take precedence over those of later layers.
    var important: [(layer: Int, declaration: StyleSheet.Declaration)] = []
    for (name, value) in element.attributes where Properties.asAttributes.contains(name) {
      normal.append(StyleSheet.Declaration(name: name, value: CSSText.closed(value.trimmed)))
    }
    func add(_ declarations: [StyleSheet.Declaration], layer: Int) {
      meter.spend(declarations.count, element)
      guard !meter.isSpent else { return }
      for declaration in declarations {
        if declaration.isImportant {
          important.append((layer, declaration))
        } else {
          normal.append(declaration)
        }
      }
    }
    for match in matches { add(sheet.rules[match.rule].declarations, layer: match.layer) }
    if let style = element["style"] { add(StyleSheet.declarations(style), layer: -1) }
    let ordered = important.enumerated().sorted {
      $0.element.layer == $1.element.layer
        ? $0.offset < $1.offset : $0.element.layer > $1.element.layer
    }
    return normal + ordered.map(\.element.declaration)
  }

  /// Returns the value with its variables replaced; nil if a variable is missing and has no fallback.
  private func substituted(
    _ value: String, _ variables: [String: String], on element: XMLElement, depth: Int = 0
  ) -> String? {
    meter.spend(value.utf8.count, element)
    // Environment variables of devices are not set, so their fallbacks are used.
    guard let mark = value.firstRange(of: "var(") ?? value.firstRange(of: "env(") else {
      return value
    }
    guard depth < 32, value.utf8.count < 65_536, !meter.isSpent else { return nil }
    var brackets = 1
    var end = mark.upperBound
    while end < value.endIndex {
      if value[end] == "(" { brackets += 1 }
      if value[end] == ")" { brackets -= 1 }
      if brackets == 0 { break }
      end = value.index(after: end)
    }
    guard end < value.endIndex else { return nil }
    let parts = CSSText.split(value[mark.upperBound..<end], at: ",")
    let fallback = parts.count > 1 ? parts.dropFirst().joined(separator: ",").trimmed : nil
    let isOwn = value[mark].hasPrefix("var")
    guard let found = isOwn ? variables[parts[0].trimmed] ?? fallback : fallback else { return nil }
    return substituted(
      value[..<mark.lowerBound] + found + value[value.index(after: end)...], variables,
      on: element, depth: depth + 1)
  }
}

/// Splits shorthand properties into their parts.
enum Shorthands {
  /// Applies the property `all` to earlier declarations.
  static func reset(_ values: inout [String: String], to word: String) {
    let word = word.lowercased()
    guard ["initial", "inherit", "unset", "revert", "revert-layer"].contains(word) else { return }
    values = values.filter { ["direction", "unicode-bidi"].contains($0.key) }
    guard word == "initial" || word == "inherit" else { return }
    // A property needs the word only if it behaves differently when it is not set.
    for name in Properties.all
    where (word == "initial") == Properties.inherited.contains(name) && values[name] == nil {
      values[name] = word
    }
  }

  static func longhands(_ name: String, _ value: String) -> [(String, String)] {
    switch name {
    case "marker": return ["marker-start", "marker-mid", "marker-end"].map { ($0, value) }
    case "font": return font(value)
    case "text-decoration-line": return [("text-decoration", value)]
    case "-webkit-filter", "-webkit-mask", "-webkit-clip-path", "-webkit-transform",
      "-webkit-transform-origin", "-webkit-opacity":
      return [(String(name.dropFirst(8)), value)]
    default: return [(name, value)]
    }
  }

  private static func font(_ value: String) -> [(String, String)] {
    if ["inherit", "initial", "unset"].contains(value) {
      return ["font-style", "font-variant", "font-weight", "font-size", "font-family"].map {
        ($0, value)
      }
    }
    var found = [
      ("font-style", "normal"), ("font-variant", "normal"), ("font-weight", "normal"),
      ("font-kerning", "auto"),
    ]
    var words = CSSText.words(value.replacing(" /", with: "/").replacing("/ ", with: "/"))[...]
    while let word = words.first {
      if word == "normal" {
        words.removeFirst()
        continue
      }
      if ["italic", "oblique"].contains(word) {
        found[0].1 = word
      } else if word == "small-caps" {
        found[1].1 = word
      } else if word.hasSuffix("-condensed") || word.hasSuffix("-expanded")
        || ["condensed", "expanded"].contains(word)
      {
        found.append(("font-stretch", word))
      } else if ["bold", "bolder", "lighter"].contains(word) || (Double(word) ?? 0) >= 1 {
        found[2].1 = word
      } else {
        break
      }
      words.removeFirst()
    }
    guard words.count >= 2 else { return [] }
    guard let first = words.first else { return [] }
    let size = first.split(separator: "/").first.map(String.init) ?? first
    return found + [
      ("font-size", size), ("font-family", words.dropFirst().joined(separator: " ")),
    ]
  }
}
