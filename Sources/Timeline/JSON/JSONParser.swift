package import Files

/// Parses JSON strictly: RFC 8259, UTF-8 without a byte order mark, and no duplicate keys. The parser stops
/// at the first syntax error, but collects all duplicate keys. The parser limits the nesting depth of JSON
/// values to `maximumDepth`.
package struct JSONParser {
  /// The position at which the parser stopped, and the reason.
  package struct SyntaxError: Error {
    package var offset: Int
    package var message: String
  }

  private let bytes: [UInt8]
  private let maximumDepth: Int
  /// The names of settings that messages use.
  package var vocabulary = Vocabulary.commandLine
  private var i = 0
  private var depth = 0
  private var entries: [JSONText.Entry] = []
  /// The entries of keys that already occurred in the same object.
  package private(set) var duplicates: [Int] = []

  package init(_ bytes: [UInt8], maximumDepth: Int) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
  }

  package mutating func parse() throws(SyntaxError) -> JSONText {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw SyntaxError(offset: 0, message: "a byte order mark; save the file as UTF-8 without one")
    }
    if let offset = UTF8Check.firstInvalidByte(in: bytes) {
      throw SyntaxError(offset: offset, message: "not UTF-8")
    }
    // Each JSON value with its separator takes at least two bytes.
    entries.reserveCapacity(bytes.count / 2 + 1)
    skipSpace()
    try readValue("a value")
    skipSpace()
    if i < bytes.count { throw unexpected("the end of the file") }
    return JSONText(bytes: bytes, entries: entries)
  }

  // MARK: Values

  private mutating func readValue(_ expected: String) throws(SyntaxError) {
    guard i < bytes.count else { throw unexpected(expected) }
    switch bytes[i] {
    case UInt8(ascii: "{"): try readContainer(.object)
    case UInt8(ascii: "["): try readContainer(.array)
    case UInt8(ascii: "\""): try readString()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try readNumber()
    default:
      if matches("true") {
        append(.true, length: 4)
      } else if matches("false") {
        append(.false, length: 5)
      } else if matches("null") {
        append(.null, length: 4)
      } else {
        throw unexpected(expected)
      }
    }
  }

  private mutating func append(_ kind: JSONText.Entry.Kind, length: Int) {
    entries.append(.init(kind: kind, start: UInt32(i), end: UInt32(i + length)))
    i += length
  }

  private mutating func readContainer(_ kind: JSONText.Entry.Kind) throws(SyntaxError) {
    guard depth < maximumDepth else {
      throw SyntaxError(
        offset: i,
        message: "values that are nested more than \(maximumDepth) levels deep"
          + vocabulary.allowing("depth"))
    }
    depth += 1
    let own = entries.count
    append(kind, length: 1)
    let close = kind == .array ? UInt8(ascii: "]") : UInt8(ascii: "}")
    let closeName = kind == .array ? "\"]\"" : "\"}\""
    var keys = KeyTable()
    skipSpace()
    if i < bytes.count, bytes[i] == close {
      i += 1
    } else {
      let first = kind == .array ? "a value or \"]\"" : "a key in double quotes or \"}\""
      let later = kind == .array ? "a value" : "a key in double quotes"
      var expected = first
      while true {
        if kind == .object {
          try readKey(expected, &keys)
          try readValue("a value")
        } else {
          try readValue(expected)
        }
        skipSpace()
        guard i < bytes.count, bytes[i] == UInt8(ascii: ",") else { break }
        let comma = i
        i += 1
        skipSpace()
        if i < bytes.count, bytes[i] == close {
          throw SyntaxError(
            offset: comma, message: "a comma after the last value; expected \(closeName)")
        }
        expected = later
      }
      guard i < bytes.count, bytes[i] == close else { throw unexpected("\",\" or \(closeName)") }
      i += 1
    }
    entries[own].end = UInt32(entries.count)
    depth -= 1
  }

  private mutating func readKey(_ expected: String, _ keys: inout KeyTable) throws(SyntaxError) {
    guard i < bytes.count, bytes[i] == UInt8(ascii: "\"") else { throw unexpected(expected) }
    let own = entries.count
    try readString()
    entries[own].isKey = true
    if !keys.insert(own, entries, bytes) { duplicates.append(own) }
    skipSpace()
    guard i < bytes.count, bytes[i] == UInt8(ascii: ":") else { throw unexpected("\":\"") }
    i += 1
    skipSpace()
  }

  private mutating func readString() throws(SyntaxError) {
    let start = i
    var entry = JSONText.Entry(kind: .string, start: UInt32(start), end: 0)
    i += 1
    while i < bytes.count {
      let byte = bytes[i]
      switch byte {
      case UInt8(ascii: "\""):
        i += 1
        entry.end = UInt32(i)
        entries.append(entry)
        return
      case UInt8(ascii: "\\"):
        entry.hasEscapes = true
        try skipEscape()
      case 0..<0x20:
        throw SyntaxError(
          offset: i,
          message: byte == 0x0A
            ? "a string that does not end on its line; expected '\"'"
            : "a control character in a string; write it as an escape such as \\u0009")
      default:
        if byte == UInt8(ascii: "$") { entry.hasDollar = true }
        i += 1
      }
    }
    throw SyntaxError(offset: start, message: "a string that does not end; expected '\"'")
  }

  private mutating func skipEscape() throws(SyntaxError) {
    let start = i
    i += 1
    guard i < bytes.count else { return }
    switch bytes[i] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      i += 1
    case UInt8(ascii: "u"):
      let unit = try readUnit(start)
      if unit & 0xFC00 == 0xD800 {
        guard matches("\\u") else {
          throw SyntaxError(offset: start, message: "half of a surrogate pair")
        }
        i += 1
        let low = try readUnit(start)
        guard low & 0xFC00 == 0xDC00 else {
          throw SyntaxError(offset: start, message: "half of a surrogate pair")
        }
      } else if unit & 0xFC00 == 0xDC00 {
        throw SyntaxError(offset: start, message: "half of a surrogate pair")
      }
    default:
      throw SyntaxError(offset: start, message: "no such escape; a backslash itself is \\\\")
    }
  }

  /// Reads four hexadecimal digits; `i` is at the `u` before the call, and after the digits at the end.
  private mutating func readUnit(_ start: Int) throws(SyntaxError) -> UInt16 {
    i += 1
    guard i + 4 <= bytes.count, let unit = JSONEscapes.hexadecimal(bytes[i..<i + 4]) else {
      throw SyntaxError(offset: start, message: "\\u without four hexadecimal digits")
    }
    i += 4
    return unit
  }

  private mutating func readNumber() throws(SyntaxError) {
    let start = i
    if bytes[i] == UInt8(ascii: "-") { i += 1 }
    if i < bytes.count, bytes[i] == UInt8(ascii: "0") {
      i += 1
      if isDigit { throw SyntaxError(offset: start, message: "a number that starts with 0") }
    } else {
      try skipDigits("a digit")
    }
    if i < bytes.count, bytes[i] == UInt8(ascii: ".") {
      i += 1
      try skipDigits("a digit after the point")
    }
    if i < bytes.count, bytes[i] | 0x20 == UInt8(ascii: "e") {
      i += 1
      if i < bytes.count, bytes[i] == UInt8(ascii: "+") || bytes[i] == UInt8(ascii: "-") { i += 1 }
      try skipDigits("a digit of the exponent")
    }
    guard JSONNumber.value(of: bytes[start..<i]).isFinite else {
      throw SyntaxError(offset: start, message: "a number too large for a double")
    }
    entries.append(.init(kind: .number, start: UInt32(start), end: UInt32(i)))
  }

  private var isDigit: Bool {
    i < bytes.count && bytes[i] >= UInt8(ascii: "0") && bytes[i] <= UInt8(ascii: "9")
  }

  private mutating func skipDigits(_ expected: String) throws(SyntaxError) {
    guard isDigit else { throw unexpected(expected) }
    while isDigit { i += 1 }
  }

  // MARK: Between values

  private mutating func skipSpace() {
    while i < bytes.count {
      switch bytes[i] {
      case 0x20, 0x09, 0x0A, 0x0D: i += 1
      default: return
      }
    }
  }

  private func matches(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard i + count <= bytes.count else { return false }
    return word.withUTF8Buffer { letters in
      // Safety: at most `count` bytes of the literal are read.
      for k in 0..<count where unsafe letters[k] != bytes[i + k] { return false }
      return true
    }
  }

  private func unexpected(_ expected: String) -> SyntaxError {
    SyntaxError(
      offset: i, message: "expected \(expected), found \(TokenDescription.name(bytes, i))")
  }
}
