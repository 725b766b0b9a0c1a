/// The rules for names, and for numbers in strings.
package enum Tokens {
  /// Whether a text is a name: a letter or "_", followed by letters, digits, "_" and "-"; at most 128
  /// characters.
  package static func isName(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, scalars.count <= 128, first == "_" || isLetter(first) else {
      return false
    }
    return scalars.allSatisfy { isLetter($0) || $0 == "_" || $0 == "-" || isDigit($0) }
  }

  /// The pattern of names for JSON Schema: among ASCII characters, it allows only letters and "_", and after
  /// the first character also digits and "-". Beyond ASCII, the pattern allows slightly more than `isName`,
  /// because regular expression engines define letters differently.
  package static let namePattern = #"[^\s!-@\[-^`{-~][^\s!-,./:-@\[-^`{-~]*"#

  /// Whether a text is the label of a step: a name, optionally after the name of a move and "/".
  package static func isLabel(_ text: String) -> Bool {
    text.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { isName(String($0)) }
  }

  package static let labelPattern = "\(namePattern)(/\(namePattern))*"

  /// Parses a decimal number in plain or scientific notation, as in JSON or CSS, without a plus sign.
  package static func number(_ text: Substring) -> Double? {
    let bytes = Array(text.utf8)
    var digits = 0
    var i = bytes.first == UInt8(ascii: "-") ? 1 : 0
    func skip() {
      while i < bytes.count, bytes[i] >= 0x30, bytes[i] <= 0x39 { i += 1; digits += 1 }
    }
    skip()
    if i < bytes.count, bytes[i] == UInt8(ascii: ".") {
      i += 1
      skip()
    }
    guard digits > 0 else { return nil }
    if i < bytes.count, bytes[i] | 0x20 == UInt8(ascii: "e") {
      i += 1
      if i < bytes.count, bytes[i] == UInt8(ascii: "+") || bytes[i] == UInt8(ascii: "-") { i += 1 }
      digits = 0
      skip()
      guard digits > 0 else { return nil }
    }
    guard i == bytes.count else { return nil }
    let value = JSONNumber.value(of: bytes[...])
    return value.isFinite ? value : nil
  }

  /// Parses a percentage and returns a fraction: `"5%"` becomes 0.05.
  package static func percent(_ text: Substring) -> Double? {
    text.hasSuffix("%") ? number(text.dropLast()).map { $0 / 100 } : nil
  }

  /// The trimmed arguments of `name(a, b)`; nil for any other text.
  package static func arguments(of name: String, in text: String) -> [Substring]? {
    guard text.hasPrefix(name + "("), text.hasSuffix(")") else { return nil }
    let inner = text.dropFirst(name.count + 1).dropLast()
    return inner.split(separator: ",", omittingEmptySubsequences: false).map(trim)
  }

  static func trim(_ text: Substring) -> Substring {
    var text = text
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return text
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      ? (scalar >= "a" && scalar <= "z") || (scalar >= "A" && scalar <= "Z")
      : scalar.properties.isAlphabetic
  }
  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar >= "0" && scalar <= "9" }
}
