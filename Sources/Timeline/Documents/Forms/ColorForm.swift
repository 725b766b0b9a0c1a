internal import Formats
import JSON
package import Scenes

/// Parses colours in CSS notation.
package enum ColorText {
  /// Parses a colour; nil if it is invalid, or if a component of `rgb()` is outside its range, which CSS
  /// would clamp.
  package static func parse(_ text: String) -> Color? {
    guard let color = CSSColor.read(text), !CSSColor.isOutOfRange(text) else { return nil }
    return Color(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
  }

  /// The expected arguments of the colour function with which a text starts; nil if it starts with no such
  /// function.
  static func form(of text: String) -> String? {
    guard let open = text.firstIndex(of: "(") else { return nil }
    let name = text[..<open].lowercased().filter { $0 != " " }
    return CSSColor.forms.first { $0.name == name }?.form
  }

  /// The known colour name or function that is most similar to an unknown colour.
  static func suggestion(for text: String) -> String? {
    guard let open = text.firstIndex(of: "(") else {
      return NearestWord.find(text, in: CSSColor.nameList)
    }
    return NearestWord.find(String(text[..<open]), in: CSSColor.forms.map(\.name)).map {
      $0 + text[open...]
    }
  }
}

extension ValueSchema where Value == Color {
  static var color: ValueSchema {
    let expected = "a colour such as \"#ff8800\", \"rgb(255, 136, 0)\" or \"white\""
    return ValueSchema(expected) { builder in
      builder.reference("color") { _ in
        let functions = CSSColor.forms.map(\.name).joined(separator: "|")
        return [
          "type": "string",
          "description":
            """
          A CSS colour: #rgb, #rgba, #rrggbb, #rrggbbaa, a name, or rgb(), hsl(), hwb(), \
          lab(), lch(), oklab(), oklch(), color(), color-mix().
          """,
          "pattern": .string(
            "^(#([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})|(\(functions))\\(.*\\)|[A-Za-z]+)$"
          ),
        ]
      }
    } read: { node, reading in
      guard let text = node.string else {
        reading.mismatch(node, expected)
        return nil
      }
      if let color = ColorText.parse(text) { return color }
      if let form = ColorText.form(of: text) {
        reading.mismatch(node, form)
      } else {
        reading.mismatch(node, expected, suggestion: ColorText.suggestion(for: text))
      }
      return nil
    }
  }
}
