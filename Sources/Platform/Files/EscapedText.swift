/// Escapes untrusted text for output, so that it cannot move the cursor, change colours, start a line, or
/// reverse neighbouring text.
package enum EscapedText {
  /// The text as one line, in which characters that a terminal interprets or hides are written as `\u{1b}`.
  package static func line(_ text: String) -> String {
    replacing(text, keeping: nil) { "\\u{\(String($0.value, radix: 16))}" }
  }

  /// JSON with the same value, in which control characters in strings are escaped as `\u001b`. Line feeds
  /// remain, because strings of valid JSON contain none.
  package static func json(_ text: String) -> String {
    replacing(text, keeping: "\n") { scalar in
      // A tab or carriage return between JSON values is only white space.
      if scalar == "\t" || scalar == "\r" { return " " }
      return escape(scalar)
    }
  }

  // MARK: Text in other languages

  // The functions below process Unicode scalars: Swift combines a quotation mark with a following combining
  // mark, but a shell and a browser still interpret the quotation mark.

  /// Quotes a word for a POSIX shell. A word of letters, digits and the characters of `plain` needs no
  /// quotation marks.
  package static func shellWord(_ word: String, plain: String = "/._-=:%") -> String {
    let isPlain =
      !word.isEmpty
      && word.unicodeScalars.allSatisfy { scalar in
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
          || plain.unicodeScalars.contains(scalar)
      }
    return isPlain ? word : "'" + each(word) { $0 == "'" ? "'\\''" : nil } + "'"
  }

  /// The text escaped for XML and HTML, including attributes in double quotation marks.
  package static func markup(_ text: String) -> String {
    each(line(text)) { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      default: nil
      }
    }
  }

  /// A key escaped as a part of a JSON pointer (RFC 6901).
  package static func pointerPart(_ key: String) -> String {
    each(key) { $0 == "~" ? "~0" : $0 == "/" ? "~1" : nil }
  }

  /// Writes a CSV cell in quotation marks (RFC 4180).
  package static func quotedCell(_ cell: String) -> String {
    "\"" + each(cell) { $0 == "\"" ? "\"\"" : nil } + "\""
  }

  private static func each(
    _ text: String, _ replacement: (Unicode.Scalar) -> String?
  ) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let other = replacement(scalar) {
        result.append(contentsOf: other.unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// Writes a Unicode scalar as an escape of a JSON string.
  package static func escape(_ scalar: Unicode.Scalar) -> String {
    UTF16.encode(scalar)!.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }

  /// Whether a terminal interprets or hides the character: control characters (C0, DEL, C1), line and
  /// paragraph separators, and format characters such as bidirectional marks. Characters that join letters
  /// and emoji are safe.
  package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F, 0x200C, 0x200D: return false
    case 0..<0xA0: return true
    default:
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return true
      default: return false
      }
    }
  }

  private static func replacing(
    _ text: String, keeping kept: Unicode.Scalar?, _ replacement: (Unicode.Scalar) -> String
  ) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      (0x20..<0x7F).contains(byte) || kept.map { UInt32(byte) == $0.value } ?? false
    }
    guard !isPlain else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == kept || !isUnsafe(scalar) {
        result.append(scalar)
      } else {
        result.append(contentsOf: replacement(scalar).unicodeScalars)
      }
    }
    return String(result)
  }
}
