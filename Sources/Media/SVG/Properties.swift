internal import Formats
internal import Scenes

/// The table of presentation properties.
enum Properties {
  /// The names of all properties: presentation attributes, and properties that only style sheets can set.
  static let all: Set<String> = asAttributes.union(onlyInStyle)

  /// The names of properties that some element accepts as attributes.
  static let asAttributes: Set<String> = attributes.union(geometry)

  /// The presentation attributes of SVG 2 ("Presentation attributes") and SVG 1.1.
  static let attributes: Set<String> = [
    "alignment-baseline", "baseline-shift", "clip", "clip-path", "clip-rule", "color",
    "color-interpolation", "color-interpolation-filters", "color-rendering", "cursor", "direction",
    "display", "dominant-baseline", "enable-background", "fill", "fill-opacity", "fill-rule",
    "filter", "flood-color", "flood-opacity", "font-family", "font-size", "font-size-adjust",
    "font-stretch", "font-style", "font-variant", "font-weight", "glyph-orientation-horizontal",
    "glyph-orientation-vertical", "image-rendering", "kerning", "letter-spacing",
    "lighting-color", "marker-end", "marker-mid", "marker-start", "mask", "mask-type", "opacity",
    "overflow", "paint-order", "pointer-events", "shape-rendering", "solid-color", "solid-opacity",
    "stop-color", "stop-opacity", "stroke", "stroke-dasharray", "stroke-dashoffset",
    "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-opacity", "stroke-width",
    "text-anchor", "text-decoration", "text-overflow", "text-rendering", "transform-origin",
    "unicode-bidi", "vector-effect", "visibility", "white-space", "word-spacing", "writing-mode",
  ]

  static let onlyInStyle: Set<String> = [
    "animation", "animation-name", "backdrop-filter", "background", "background-color",
    "font-feature-settings", "font-kerning",
    "font-variant-caps", "font-variant-east-asian", "font-variant-ligatures",
    "font-variant-numeric", "font-variant-position", "font-variation-settings", "inline-size",
    "isolation", "mask-image",
    "mix-blend-mode", "offset-path", "outline", "outline-style", "perspective", "rotate", "scale",
    "shape-inside", "tab-size",
    "text-decoration-style", "text-decoration-thickness", "text-indent",
    "text-orientation", "text-shadow", "text-transform", "transform", "transform-box", "translate",
    "zoom",
  ]

  /// The attributes of elements that style sheets may set too.
  static let geometry: Set<String> = [
    "cx", "cy", "d", "height", "r", "rx", "ry", "width", "x", "y",
  ]

  static let inherited: Set<String> = [
    "clip-rule", "color", "color-interpolation", "color-interpolation-filters", "color-rendering",
    "cursor", "direction", "dominant-baseline", "fill", "fill-opacity", "fill-rule", "font-family",
    "font-feature-settings", "font-kerning", "font-size", "font-size-adjust", "font-stretch",
    "font-style", "font-variant", "font-variant-caps", "font-variant-east-asian",
    "font-variant-ligatures", "font-variant-numeric", "font-variant-position",
    "font-variation-settings", "font-weight",
    "glyph-orientation-horizontal", "glyph-orientation-vertical", "image-rendering", "kerning",
    "letter-spacing", "marker-end", "marker-mid", "marker-start", "paint-order", "pointer-events",
    "shape-rendering", "stroke", "stroke-dasharray", "stroke-dashoffset", "stroke-linecap",
    "stroke-linejoin", "stroke-miterlimit", "stroke-opacity", "stroke-width", "tab-size",
    "text-anchor", "text-indent", "text-orientation", "text-rendering", "text-shadow",
    "text-transform", "visibility", "white-space", "word-spacing", "writing-mode",
  ]

  static let initial: [String: String] = [
    "clip-rule": "nonzero", "color": "black", "color-interpolation": "sRGB",
    "color-interpolation-filters": "linearRGB", "direction": "ltr", "fill": "black",
    "fill-opacity": "1", "fill-rule": "nonzero", "font-size": "16px", "font-style": "normal",
    "font-variant": "normal", "font-weight": "normal", "image-rendering": "auto",
    "letter-spacing": "normal", "marker-end": "none", "marker-mid": "none", "marker-start": "none",
    "paint-order": "normal", "shape-rendering": "auto", "stroke": "none",
    "stroke-dasharray": "none", "stroke-dashoffset": "0", "stroke-linecap": "butt",
    "stroke-linejoin": "miter", "stroke-miterlimit": "4", "stroke-opacity": "1",
    "stroke-width": "1", "text-anchor": "start", "text-rendering": "auto",
    "text-transform": "none", "visibility": "visible", "white-space": "normal",
    "word-spacing": "normal", "writing-mode": "horizontal-tb",
  ]

  static let colors: Set<String> = [
    "color", "flood-color", "lighting-color", "solid-color", "stop-color",
  ]
}

/// The valid values of properties: the words of each property in the engine's spelling, and the properties that take a
/// number or a percentage.
enum PropertyValues {
  static let words: [String: [String]] = [
    "clip-rule": ["nonzero", "evenodd"], "fill-rule": ["nonzero", "evenodd"],
    "stroke-linecap": ["butt", "round", "square"],
    "stroke-linejoin": ["miter", "round", "bevel"],
    "visibility": ["visible", "hidden", "collapse"],
    "overflow": ["visible", "hidden", "scroll", "auto", "clip"],
    "text-anchor": ["start", "middle", "end"], "direction": ["ltr", "rtl"],
    "shape-rendering": ["auto", "optimizeSpeed", "crispEdges", "geometricPrecision"],
    "text-rendering": ["auto", "optimizeSpeed", "optimizeLegibility", "geometricPrecision"],
    "color-interpolation": ["auto", "sRGB", "linearRGB"],
    "color-interpolation-filters": ["auto", "sRGB", "linearRGB"],
    "mask-type": ["luminance", "alpha"], "isolation": ["auto", "isolate"],
    "mix-blend-mode": blendModes,
    "writing-mode": [
      "lr", "lr-tb", "rl", "rl-tb", "horizontal-tb", "tb", "tb-rl", "vertical-rl", "vertical-lr",
      "sideways-rl", "sideways-lr",
    ],
  ]
  static let blendModes = [
    "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn",
    "hard-light", "soft-light", "difference", "exclusion", "hue", "saturation", "color",
    "luminosity",
    "plus-lighter",
  ]
  static let parts: Set<String> = [
    "opacity", "fill-opacity", "stroke-opacity", "stop-opacity", "flood-opacity",
  ]
}

/// Checks whether declarations are valid in CSS; invalid declarations are ignored.
enum Validity {
  /// The value in the engine's notation; nil for an invalid value.
  static func checked(_ value: String, of name: String, on element: XMLElement) -> String? {
    if ["inherit", "initial", "unset", "revert"].contains(value.lowercased()) { return value }
    if name == "stop-color", let color = CSSColor.mixedInOklab(value) { return color.function }
    if Properties.colors.contains(name) { return color(value) }
    if let words = PropertyValues.words[name] {
      return words.first { $0.lowercased() == value.lowercased() }
    }
    if PropertyValues.parts.contains(name) {
      if CSSLength.isCalculated(value.lowercased()) {
        return Calculation.value(value, percent: 0.01).map { "\($0)" }
      }
      return CSSLength.number(value, units: ["", "%"]).map { "\($0.number)\($0.unit)" }
    }
    switch name {
    case "fill", "stroke": return paint(value)
    case "font-size": return fontSize(value)
    case "image-rendering":
      // Browsers smooth pictures for all other values of image-rendering.
      let isSharp = ["pixelated", "crisp-edges"].contains(value.lowercased())
      return isSharp ? "optimizeSpeed" : "optimizeQuality"
    case "d":
      guard let (function, inside) = CSSText.function(value), function == "path" else {
        return value
      }
      return inside.trimmed.unquoted
    case "cx", "cy", "height", "r", "rx", "ry", "width", "x", "y", "stroke-width",
      "stroke-dashoffset", "letter-spacing", "word-spacing":
      // Only text elements have lists of values for x and y.
      if ["text", "tspan"].contains(element.name), name == "x" || name == "y" { return value }
      if name == "stroke-width", value.hasPrefix("-") { return nil }
      return CSSLength.plain(value)
    default: return value
    }
  }

  /// Returns whether an invalid value is a colour or a calculation of CSS that browsers support.
  static func isUnknown(_ value: String, of name: String) -> Bool {
    if CSSLength.isCalculated(value.lowercased()) { return true }
    guard Properties.colors.contains(name) || name == "fill" || name == "stroke",
      let (function, _) = CSSText.function(value)
    else { return false }
    let known = ["rgb", "hsl", "hwb", "lab", "lch", "oklab", "oklch", "color"]
    let isRelative = known.contains(function) && value.contains("from ")
    return isRelative || ["color-mix", "light-dark", "contrast-color", "color"].contains(function)
  }

  private static func color(_ value: String) -> String? {
    let word = value.lowercased()
    if word == "currentcolor" { return "currentColor" }
    return CSSColor.read(value)?.hex
  }

  private static func paint(_ value: String) -> String? {
    let word = value.lowercased()
    if ["none", "context-fill", "context-stroke"].contains(word) { return word }
    if let (url, rest) = CSSText.urlAndRest(value) {
      let target = reference(url)
      if rest.isEmpty { return target }
      // The fallback of a reference must not be another reference.
      return rest.lowercased().hasPrefix("url(") ? nil : paint(rest).map { "\(target) \($0)" }
    }
    return color(value)
  }

  /// Returns a reference, in quotes if its name contains characters that would end the reference.
  static func reference(_ url: String) -> String {
    if !url.contains(where: { $0.isWhitespace || "()'\"\\".contains($0) }) { return "url(\(url))" }
    return "url(\"" + url.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\")"
  }

  private static func fontSize(_ value: String) -> String? {
    let words = [
      "xx-small": "9", "x-small": "10", "small": "13", "medium": "16", "large": "18",
      "x-large": "24", "xx-large": "32", "xxx-large": "48", "larger": "120%", "smaller": "83.3333%",
    ]
    return words[value.lowercased()] ?? CSSLength.plain(value)
  }
}

/// Parses and converts the lengths of CSS.
enum CSSLength {
  /// Converts a length to units that every SVG reader supports; nil if the text is not a length.
  static func plain(_ text: String) -> String? {
    let text = text.trimmed
    let word = text.lowercased()
    if word == "auto" || word == "normal" { return word == "normal" ? "0" : word }
    if isCalculated(word) {
      return Calculation.value(word, percent: 1) == nil ? nil : word
    }
    return number(word, units: knownUnits).map { "\($0.number)\($0.unit)" }
  }

  private static let knownUnits: Set<String> = {
    let plain = [
      "", "%", "px", "pt", "pc", "mm", "cm", "in", "em", "ex", "ch", "cap", "ic", "lh", "rch",
      "rcap", "ric", "rlh", "rex", "rem", "q",
    ]
    let views = ["vw", "vh", "vi", "vb", "vmin", "vmax"]
    return Set(
      plain + ["", "s", "l", "d"].flatMap { size in views.map { size + $0 } }
        + ["cqw", "cqh", "cqi", "cqb", "cqmin", "cqmax"])
  }()

  /// Parses a number with one of the units, in lower case; nil for any other text.
  static func number(
    _ text: some StringProtocol, units: Set<String>
  ) -> (number: Double, unit: String)? {
    let word = text.trimmed.lowercased()
    var end = word.startIndex
    var longest: (number: Double, end: String.Index)?
    while end < word.endIndex, word[end].isASCII, word[end].isNumber || "+-.e".contains(word[end]) {
      end = word.index(after: end)
      // The longest number counts: "1em" is a number and a unit, but "1e3" is a number.
      if let number = Double(word[..<end]), number.isFinite { longest = (number, end) }
    }
    guard let longest, units.contains(String(word[longest.end...])) else { return nil }
    return (longest.number, String(word[longest.end...]))
  }

  static func isCalculated(_ text: String) -> Bool {
    guard let end = text.firstIndex(of: "(") else { return false }
    return Calculation.functions.contains(String(text[..<end]))
  }

  /// Converts a length to px; nil for a length that is relative to anything except font sizes.
  static func pixels(_ text: some StringProtocol, _ fonts: FontSizes = FontSizes()) -> Double? {
    let word = text.trimmed.lowercased()
    let units: [(String, Double)] = [
      ("px", 1), ("pt", 96.0 / 72), ("pc", 16), ("mm", 96 / 25.4), ("cm", 96 / 2.54), ("in", 96),
      ("rem", fonts.root), ("q", 96 / 101.6), ("em", fonts.own), ("ex", fonts.own / 2),
    ]
    for (unit, factor) in units where word.hasSuffix(unit) {
      return Double(word.dropLast(unit.count).trimmed).map { $0 * factor }.flatMap {
        $0.isFinite ? $0 : nil
      }
    }
    return Double(word).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Converts a length to pixels; percentages are relative to `whole`.
  static func pixels(
    _ text: some StringProtocol, of whole: Double, _ fonts: FontSizes = FontSizes()
  ) -> Double? {
    let word = text.trimmed.lowercased()
    if word.hasSuffix("%") { return Double(word.dropLast()).map { $0 / 100 * whole } }
    if isCalculated(word) { return Calculation.value(word, percent: whole / 100, fonts) }
    return pixels(word, fonts)
  }
}

/// The font sizes in px to which em and rem refer.
struct FontSizes {
  var own = 16.0, root = 16.0
}

/// Evaluates CSS's mathematical functions of lengths and numbers; angles are in radians.
struct Calculation {
  static let functions: Set<String> = [
    "abs", "acos", "asin", "atan", "atan2", "calc", "clamp", "cos", "exp", "hypot", "log", "max",
    "min", "mod", "pow",
    "rem", "round", "sign", "sin", "sqrt", "tan",
  ]
  private var letters: [Character]
  private var at = 0
  private let percent: Double?
  private let fonts: FontSizes

  /// Evaluates a calculation; nil if the calculation contains a percentage without a known base.
  static func value(
    _ text: String, percent: Double? = nil, _ fonts: FontSizes = FontSizes()
  ) -> Double? {
    var one = Calculation(letters: Array(text.lowercased()), percent: percent, fonts: fonts)
    guard let value = one.factor(depth: 0), value.isFinite else { return nil }
    return value
  }

  private init(letters: [Character], percent: Double?, fonts: FontSizes) {
    self.letters = letters
    self.percent = percent
    self.fonts = fonts
  }

  private mutating func skip() { while at < letters.count, letters[at] == " " { at += 1 } }

  private mutating func sum(depth: Int) -> Double? {
    guard depth < 32, var value = product(depth: depth) else { return nil }
    while true {
      skip()
      guard at < letters.count, letters[at] == "+" || letters[at] == "-" else { return value }
      let isPlus = letters[at] == "+"
      at += 1
      guard let next = product(depth: depth) else { return nil }
      value += isPlus ? next : -next
    }
  }

  private mutating func product(depth: Int) -> Double? {
    guard var value = factor(depth: depth) else { return nil }
    while true {
      skip()
      guard at < letters.count, letters[at] == "*" || letters[at] == "/" else { return value }
      let isTimes = letters[at] == "*"
      at += 1
      guard let next = factor(depth: depth) else { return nil }
      value = isTimes ? value * next : value / next
    }
  }

  private mutating func factor(depth: Int) -> Double? {
    skip()
    var word = ""
    while at < letters.count,
      letters[at].isLetter || letters[at].isNumber || ".%".contains(letters[at])
        || ("+-".contains(letters[at]) && (word.isEmpty || Self.isBeforeExponent(word)))
    {
      word.append(letters[at])
      at += 1
    }
    if at < letters.count, letters[at] == "(", word.isEmpty || Self.functions.contains(word) {
      at += 1
      let strategy = word == "round" ? self.strategy() : ""
      var values: [Double] = []
      while true {
        guard let value = sum(depth: depth + 1) else { return nil }
        values.append(value)
        skip()
        guard at < letters.count else { return nil }
        at += 1
        if letters[at - 1] == ")" { break }
        guard letters[at - 1] == "," else { return nil }
      }
      return Self.result(of: word, values, strategy)
    }
    let constants = [
      "pi": Double.pi, "e": 2.718281828459045, "infinity": .infinity, "-infinity": -.infinity,
    ]
    if let constant = constants[word] { return constant }
    if word.hasSuffix("%") {
      guard let percent else { return nil }
      return Double(word.dropLast()).map { $0 * percent }
    }
    let angles = ["deg", "grad", "rad", "turn"]
    if angles.contains(where: { word.hasSuffix($0) }) {
      return CSSColor.degrees(word).map { $0 * .pi / 180 }
    }
    return CSSLength.pixels(word, fonts)
  }

  /// Returns whether a sign after the word belongs to the exponent of a number.
  private static func isBeforeExponent(_ word: String) -> Bool {
    word.hasSuffix("e") && Double(word.dropLast()) != nil
  }

  /// Parses the rounding strategy, which precedes the values.
  private mutating func strategy() -> String {
    skip()
    let rest = String(letters[at...].prefix(10))
    for name in ["nearest", "up", "down", "to-zero"] where rest.hasPrefix(name) {
      at += name.count
      skip()
      if at < letters.count, letters[at] == "," { at += 1 }
      return name
    }
    return "nearest"
  }

  /// Returns the value of a function; nil for a wrong number of arguments.
  private static func result(
    of function: String, _ v: [Double], _ strategy: String
  ) -> Double? {
    switch (function, v.count) {
    case ("min", _): return v.min()
    case ("max", _): return v.max()
    case ("hypot", _): return v.reduce(0) { $0 + $1 * $1 }.squareRoot()
    case ("clamp", 3): return max(v[0], min(v[1], v[2]))
    case ("", 1), ("calc", 1): return v[0]
    case ("abs", 1): return abs(v[0])
    case ("sign", 1): return v[0] == 0 ? 0 : v[0] < 0 ? -1 : 1
    case ("sqrt", 1): return v[0].squareRoot()
    case ("pow", 2): return power(v[0], v[1])
    case ("exp", 1): return Portable.exp(v[0])
    case ("log", 1): return Portable.log(v[0])
    case ("log", 2): return Portable.log(v[0]) / Portable.log(v[1])
    case ("sin", 1): return Portable.sineCosine(v[0]).sine
    case ("cos", 1): return Portable.sineCosine(v[0]).cosine
    case ("tan", 1):
      let (sine, cosine) = Portable.sineCosine(v[0])
      return sine / cosine
    case ("asin", 1): return Portable.angle((1 - v[0] * v[0]).squareRoot(), v[0])
    case ("acos", 1): return Portable.angle(v[0], (1 - v[0] * v[0]).squareRoot())
    case ("atan", 1): return Portable.angle(1, v[0])
    case ("atan2", 2): return Portable.angle(v[1], v[0])
    case ("mod", 2): return v[0] - v[1] * (v[0] / v[1]).rounded(.down)
    case ("rem", 2): return v[0] - v[1] * (v[0] / v[1]).rounded(.towardZero)
    case ("round", 1...2):
      let rules: [String: FloatingPointRoundingRule] = [
        "up": .up, "down": .down, "to-zero": .towardZero,
      ]
      let step = v.count > 1 ? v[1] : 1
      // Halves are rounded up.
      let parts = v[0] / step
      return step * (rules[strategy].map { parts.rounded($0) } ?? (parts + 0.5).rounded(.down))
    default: return nil
    }
  }

  private static func power(_ base: Double, _ exponent: Double) -> Double {
    if base > 0 { return Portable.pow(base, exponent) }
    if exponent != exponent.rounded() { return .nan }
    let size = base == 0 ? (exponent == 0 ? 1 : 0) : Portable.pow(-base, exponent)
    return exponent.truncatingRemainder(dividingBy: 2) == 0 ? size : -size
  }
}
