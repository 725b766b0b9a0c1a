internal import Scenes

/// A CSS colour in sRGB with straight alpha; each component is in 0 … 1.
package struct CSSColor {
  package var red: Double, green: Double, blue: Double
  package var alpha: Double

  package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// The colour as `#rrggbb`, or as `#rrggbbaa` if it is not opaque.
  package var hex: String {
    func digits(_ value: Double) -> String {
      let byte = Int(clamped: value * 255, rounded: .toNearestOrAwayFromZero, to: 0...255)
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return "#" + digits(red) + digits(green) + digits(blue) + (alpha < 1 ? digits(alpha) : "")
  }

  /// The largest number of bytes of a text that is parsed, because functions may be nested.
  private static let mostBytes = 1000

  /// Parses a colour of CSS Color 4 and clips it to sRGB; nil if the text is not a colour. `currentcolor` and
  /// relative colours (`rgb(from …)`) are not supported.
  package static func read(_ text: some StringProtocol) -> CSSColor? {
    let text = text.trimmed.lowercased()
    guard text.utf8.count <= mostBytes else { return nil }
    if text.hasPrefix("#") { return readHex(text.dropFirst()) }
    if let named = names[text] {
      return CSSColor(
        red: Double(named >> 16 & 255) / 255, green: Double(named >> 8 & 255) / 255,
        blue: Double(named & 255) / 255)
    }
    if text == "transparent" { return CSSColor(red: 0, green: 0, blue: 0, alpha: 0) }
    if let system = systemColors[text] { return read(system) }
    guard let (name, inside) = CSSText.function(text) else { return nil }
    if name == "color-mix" { return mix(inside) }
    if name == "light-dark" { return CSSText.split(inside, at: ",").first.flatMap { read($0) } }
    return readFunction(name, inside)?.clamped
  }

  /// Parses a colour in a notation whose gradients are interpolated in Oklab, without clipping to sRGB; nil
  /// for other texts. The rule for colours without clipping is that of CSS Color 4, section 12.1.
  package static func mixedInOklab(_ text: some StringProtocol) -> CSSColor? {
    let text = text.trimmed.lowercased()
    guard text.utf8.count <= mostBytes, let (name, inside) = CSSText.function(text) else {
      return nil
    }
    if name == "color-mix" { return mix(inside) }
    guard ["lab", "lch", "oklab", "oklch", "color"].contains(name) else { return nil }
    return readFunction(name, inside)
  }

  /// A mixture of two colours without their alpha; `t` is the proportion of the second colour.
  package static func mixed(
    _ a: CSSColor, _ b: CSSColor, _ t: Double, in space: String
  ) -> CSSColor {
    var (p, q) = (a, b)
    (p.alpha, q.alpha) = (1, 1)
    return ColorSpaces.mixed(p, 1 - t, q, t, in: space, hue: "shorter") ?? p
  }

  /// The colour as `color(srgb …)`, which preserves components outside sRGB.
  package var function: String { "color(srgb \(red) \(green) \(blue) / \(alpha))" }

  /// The names of the CSS colour functions with their arguments, for error messages.
  package static let forms: [(name: String, form: String)] = {
    let rgb =
      "rgb(red, green, blue) or rgba(red, green, blue, "
      + "alpha) with components from 0 to 255 or 0% to 100%, and alpha from 0 to 1 or 0% to 100%"
    return [
      ("rgb", rgb), ("rgba", rgb), ("hsl", "hsl(hue saturation% lightness% / alpha)"),
      ("hsla", "hsl(hue saturation% lightness% / alpha)"),
      ("hwb", "hwb(hue whiteness% blackness% / alpha)"),
      ("lab", "lab(lightness a b / alpha) with a lightness from 0 to 100"),
      ("lch", "lch(lightness chroma hue / alpha) with a lightness from 0 to 100"),
      ("oklab", "oklab(lightness a b / alpha) with a lightness from 0 to 1"),
      ("oklch", "oklch(lightness chroma hue / alpha) with a lightness from 0 to 1"),
      (
        "color",
        "color(space a b c / alpha) with the space srgb, srgb-linear, display-p3, a98-rgb, "
          + "prophoto-rgb, rec2020, xyz, xyz-d50 or xyz-d65"
      ),
      ("color-mix", "color-mix(in oklab, color 50%, color)"),
      ("light-dark", "light-dark(color, color)"),
    ]
  }()

  /// Whether a component of `rgb()` in a text is outside its range, in which case CSS clamps it.
  package static func isOutOfRange(_ text: some StringProtocol) -> Bool {
    guard let (name, inside) = CSSText.function(text.lowercased()), name.hasPrefix("rgb"),
      let color = readFunction(name, inside)
    else { return false }
    return [color.red, color.green, color.blue, color.alpha].contains { $0 < 0 || $0 > 1 }
  }

  private static func readHex(_ digits: Substring) -> CSSColor? {
    guard let number = UInt32(digits, radix: 16), !digits.hasPrefix("+") else { return nil }
    func part(_ shift: UInt32, _ bits: UInt32) -> Double {
      let most: UInt32 = 1 << bits - 1
      return Double(number >> shift & most) / Double(most)
    }
    switch digits.count {
    case 3: return CSSColor(red: part(8, 4), green: part(4, 4), blue: part(0, 4))
    case 4:
      return CSSColor(red: part(12, 4), green: part(8, 4), blue: part(4, 4), alpha: part(0, 4))
    case 6: return CSSColor(red: part(16, 8), green: part(8, 8), blue: part(0, 8))
    case 8:
      return CSSColor(red: part(24, 8), green: part(16, 8), blue: part(8, 8), alpha: part(0, 8))
    default: return nil
    }
  }

  /// Parses a number; nil for numbers that CSS writes differently, such as infinity.
  private static func number(_ text: some StringProtocol) -> Double? {
    guard text.utf8.allSatisfy({ (43...57).contains($0) && $0 != 44 && $0 != 47 || $0 | 32 == 101 })
    else { return nil }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Parses a number, or a percentage of `whole`; `none` is 0.
  private static func number(_ text: String, of whole: Double) -> Double? {
    if text == "none" { return 0 }
    if text.hasSuffix("%") { return number(text.dropLast()).map { $0 / 100 * whole } }
    return number(text)
  }

  package static func degrees(_ text: String) -> Double? {
    if text == "none" { return 0 }
    let units: [(String, Double)] = [
      ("deg", 1), ("grad", 0.9), ("turn", 360), ("rad", 180 / Double.pi),
    ]
    for (unit, factor) in units where text.hasSuffix(unit) {
      return Double(text.dropLast(unit.count)).map { $0 * factor }
    }
    return Double(text)
  }

  /// Parses a colour function; the colour may be outside sRGB.
  private static func readFunction(_ name: String, _ inside: String) -> CSSColor? {
    // The legacy syntax uses commas; the modern syntax uses spaces, and a slash before alpha.
    let hasCommas = inside.contains(",")
    guard !hasCommas || name.hasPrefix("rgb") || name.hasPrefix("hsl") else { return nil }
    var parts =
      hasCommas
      ? CSSText.split(inside, at: ",").map(\.trimmed)
      : CSSText.words(inside.replacing("/", with: " / "))
    var alpha = 1.0
    if let slash = parts.firstIndex(of: "/") {
      guard slash + 2 == parts.count, let said = number(parts[slash + 1], of: 1) else { return nil }
      alpha = said
      parts.removeLast(2)
    }
    var space = ""
    if name == "color" {
      guard !parts.isEmpty else { return nil }
      space = parts.removeFirst()
    }
    if hasCommas, parts.count == 4, let said = number(parts[3], of: 1) {
      alpha = said
      parts.removeLast()
    }
    guard parts.count == 3, var made = color(name, parts, space) else { return nil }
    made.alpha = alpha
    return made
  }

  /// The colour for the three numbers of a colour function.
  private static func color(_ name: String, _ parts: [String], _ space: String) -> CSSColor? {
    func values(_ a: Double, _ b: Double, _ c: Double) -> [Double]? {
      let read = zip(parts, [a, b, c]).compactMap { number($0, of: $1) }
      return read.count == 3 && read.allSatisfy(\.isFinite) ? read : nil
    }
    func polar(_ a: Double, _ b: Double) -> [Double]? {
      guard let first = number(parts[0], of: a), let second = number(parts[1], of: b),
        let hue = degrees(parts[2]), first.isFinite, second.isFinite, hue.isFinite
      else { return nil }
      return [first, second, hue]
    }
    func turned(_ polar: [Double]) -> (Double, Double) {
      let (sine, cosine) = Portable.sineCosine(polar[2] * .pi / 180)
      return (polar[1] * cosine, polar[1] * sine)
    }
    switch name {
    case "rgb", "rgba":
      let read = parts.compactMap { part in
        part.hasSuffix("%") ? number(part, of: 1) : number(part, of: 1).map { $0 / 255 }
      }
      return read.count == 3 ? CSSColor(red: read[0], green: read[1], blue: read[2]) : nil
    case "hsl", "hsla", "hwb":
      guard let hue = degrees(parts[0]), let a = number(parts[1], of: 100),
        let b = number(parts[2], of: 100), hue.isFinite, a.isFinite, b.isFinite
      else { return nil }
      return name == "hwb" ? hwb(hue, a / 100, b / 100) : hsl(hue, a / 100, b / 100)
    case "lab": return values(100, 125, 125).map { ColorSpaces.lab($0[0], $0[1], $0[2]) }
    case "lch":
      return polar(100, 150).map {
        let (a, b) = turned($0)
        return ColorSpaces.lab($0[0], a, b)
      }
    case "oklab": return values(1, 0.4, 0.4).map { ColorSpaces.oklab($0[0], $0[1], $0[2]) }
    case "oklch":
      return polar(1, 0.4).map {
        let (a, b) = turned($0)
        return ColorSpaces.oklab($0[0], a, b)
      }
    case "color": return values(1, 1, 1).flatMap { ColorSpaces.color(space, $0) }
    default: return nil
    }
  }

  var clamped: CSSColor {
    func cut(_ value: Double) -> Double { min(max(value, 0), 1) }
    return CSSColor(red: cut(red), green: cut(green), blue: cut(blue), alpha: cut(alpha))
  }

  static func hsl(_ hue: Double, _ saturation: Double, _ lightness: Double) -> CSSColor {
    let (s, l) = (min(max(saturation, 0), 1), min(max(lightness, 0), 1))
    func part(_ n: Double) -> Double {
      let k = (n + hue / 30).truncatingRemainder(dividingBy: 12)
      let turn = k < 0 ? k + 12 : k
      return l - s * min(l, 1 - l) * max(-1, min(turn - 3, 9 - turn, 1))
    }
    return CSSColor(red: part(0), green: part(8), blue: part(4))
  }

  static func hwb(_ hue: Double, _ white: Double, _ black: Double) -> CSSColor {
    if white + black >= 1 {
      let gray = white / (white + black)
      return CSSColor(red: gray, green: gray, blue: gray)
    }
    let pure = hsl(hue, 1, 0.5)
    func part(_ value: Double) -> Double { value * (1 - white - black) + white }
    return CSSColor(red: part(pure.red), green: part(pure.green), blue: part(pure.blue))
  }

  /// Parses a CSS colour of the form `color-mix(in SPACE, A p%, B q%)`.
  private static func mix(_ inside: String) -> CSSColor? {
    let parts = CSSText.split(inside, at: ",")
    guard parts.count == 3 else { return nil }
    func part(_ text: String) -> (color: CSSColor, share: Double?)? {
      var words = CSSText.words(text)
      var share: Double?
      if let index = words.firstIndex(where: { $0.hasSuffix("%") }) {
        share = Double(words[index].dropLast()).map { $0 / 100 }
        words.remove(at: index)
      }
      return read(words.joined(separator: " ")).map { ($0, share) }
    }
    let method = CSSText.words(parts[0])
    guard method.count >= 2, method[0] == "in", let a = part(parts[1]), let b = part(parts[2])
    else { return nil }
    var (p, q) = (
      a.share ?? b.share.map { 1 - $0 } ?? 0.5, b.share ?? a.share.map { 1 - $0 } ?? 0.5
    )
    let sum = p + q
    guard sum > 0, p >= 0, q >= 0 else { return nil }
    (p, q) = (p / sum, q / sum)
    let hue = method.count == 4 && method[3] == "hue" ? method[2] : "shorter"
    guard method.count == 2 || method.count == 4 else { return nil }
    var mixed = ColorSpaces.mixed(a.color, p, b.color, q, in: method[1], hue: hue)
    mixed?.alpha *= min(sum, 1)
    return mixed?.clamped
  }

  /// The CSS system colours as a browser in light mode shows them.
  private static let systemColors = [
    "canvas": "#fff", "canvastext": "#000", "linktext": "#0000ee", "visitedtext": "#551a8b",
    "buttonface": "#efefef", "buttontext": "#000", "field": "#fff", "fieldtext": "#000",
    "highlight": "#0078d7", "highlighttext": "#fff", "graytext": "#808080", "mark": "#ff0",
    "marktext": "#000", "activetext": "#f00", "buttonborder": "#000",
  ]
}
