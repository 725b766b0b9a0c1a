package import Scenes

/// Reads colours as CSS writes them.
package enum ColorText {
  /// CSS's basic names (CSS Color 4, "named colors") and `transparent`.
  static let names: [(name: String, rgba: UInt32)] = [
    ("aqua", 0x00FF_FFFF), ("black", 0x0000_00FF), ("blue", 0x0000_FFFF), ("fuchsia", 0xFF00_FFFF),
    ("gray", 0x8080_80FF), ("green", 0x0080_00FF), ("lime", 0x00FF_00FF), ("maroon", 0x8000_00FF),
    ("navy", 0x0000_80FF), ("olive", 0x8080_00FF), ("orange", 0xFFA5_00FF),
    ("purple", 0x8000_80FF), ("red", 0xFF00_00FF), ("silver", 0xC0C0_C0FF), ("teal", 0x0080_80FF),
    ("transparent", 0x0000_0000), ("white", 0xFFFF_FFFF), ("yellow", 0xFFFF_00FF),
  ]

  package static func parse(_ text: String) -> Color? {
    let text = text.lowercased()
    if text.hasPrefix("#") { return hexadecimal(text.dropFirst()) }
    if let known = names.first(where: { $0.name == text }) { return color(known.rgba) }
    for function in ["rgb", "rgba"] {
      if let arguments = Tokens.arguments(of: function, in: text) { return components(arguments) }
    }
    return nil
  }

  private static func color(_ rgba: UInt32) -> Color {
    func part(_ shift: UInt32) -> Double { Double(rgba >> shift & 0xFF) / 255 }
    return Color(red: part(24), green: part(16), blue: part(8), alpha: part(0))
  }

  private static func hexadecimal(_ digits: Substring) -> Color? {
    guard digits.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    let long: String
    switch digits.utf8.count {
    case 3, 4: long = digits.map { "\($0)\($0)" }.joined()
    case 6, 8: long = String(digits)
    default: return nil
    }
    return UInt32(long.count == 6 ? long + "ff" : long, radix: 16).map(color)
  }

  /// `rgb(255, 0, 0)`, `rgba(255, 0, 0, 0.5)`, `rgb(255 0 0 / 50%)`; a component may be a percent.
  private static func components(_ arguments: [Substring]) -> Color? {
    var parts = arguments
    if parts.count == 1 {
      parts = parts[0].split { $0 == " " || $0 == "/" }
      let slashes = arguments[0].filter { $0 == "/" }.count
      guard slashes == (parts.count == 4 ? 1 : 0) else { return nil }
    }
    guard parts.count == 3 || parts.count == 4 else { return nil }
    var values: [Double] = []
    for (index, part) in parts.enumerated() {
      let whole = index == 3 ? 1.0 : 255.0
      guard let value = Tokens.percent(part) ?? Tokens.number(part).map({ $0 / whole }),
        value >= 0, value <= 1
      else { return nil }
      values.append(value)
    }
    return Color(
      red: values[0], green: values[1], blue: values[2], alpha: values.count == 4 ? values[3] : 1)
  }
}

extension ValueSchema where Value == Color {
  static var color: ValueSchema {
    let expected = "a colour such as \"#ff8800\", \"rgb(255, 136, 0)\" or \"white\""
    return ValueSchema(expected) { builder in
      builder.reference("color") { _ in
        [
          "type": "string",
          "description": "#rgb, #rgba, #rrggbb, #rrggbbaa, rgb(), rgba() or a basic name of CSS.",
          "pattern": .string(
            "^(#([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})|rgba?\\(.*\\)|[A-Za-z]+)$"),
        ]
      }
    } read: { node, reading in
      if let text = node.string, let color = ColorText.parse(text) { return color }
      if let text = node.string, text.hasPrefix("rgb") {
        reading.mismatch(
          node,
          "rgb(red, green, blue) or rgba(red, green, blue, alpha) with components from 0 to 255 or "
            + "0% to 100%, and alpha from 0 to 1 or 0% to 100%")
        return nil
      }
      let suggestion = node.string.flatMap { NearestWord.find($0, in: ColorText.names.map(\.name)) }
      reading.mismatch(node, expected, suggestion: suggestion)
      return nil
    }
  }
}
