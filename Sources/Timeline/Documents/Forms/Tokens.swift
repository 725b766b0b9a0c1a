/// The rules for names, and for numbers inside strings.
enum Tokens {
  /// Whether a text is a letter or "_", followed by letters, digits, "_" and "-", with at most 128
  /// characters.
  static func isName(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, scalars.count <= 128, first == "_" || isLetter(first) else {
      return false
    }
    return scalars.allSatisfy { isLetter($0) || $0 == "_" || $0 == "-" || isDigit($0) }
  }

  /// A pattern of names for JSON Schema: in ASCII only letters, "_", and after the first character
  /// digits and "-". Beyond ASCII, the pattern accepts slightly more than `isName`, because
  /// regular-expression engines define letters differently.
  static let namePattern = #"[^\s!-@\[-^`{-~][^\s!-,./:-@\[-^`{-~]*"#

  /// Whether a text is a step's label: a name, possibly after the name of its move and "/".
  static func isLabel(_ text: String) -> Bool {
    text.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { isName(String($0)) }
  }

  static let labelPattern = "\(namePattern)(/\(namePattern))*"

  /// A decimal number in plain or scientific notation, as in JSON or CSS, without a plus.
  static func number(_ text: Substring) -> Double? {
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

  /// A percentage as a fraction: `"5%"` is 0.05.
  static func percent(_ text: Substring) -> Double? {
    text.hasSuffix("%") ? number(text.dropLast()).map { $0 / 100 } : nil
  }

  /// The arguments of `name(a, b)`, trimmed; nil for any other text.
  static func arguments(of name: String, in text: String) -> [Substring]? {
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
