/// Untrusted text, escaped for output, so that it cannot move the cursor, change a colour, start a line, or
/// reverse the text beside it.
package enum EscapedText {
  /// The text as one line: characters that a terminal would interpret or hide are written as `\u{1b}`.
  package static func line(_ text: String) -> String {
    replacing(text, keeping: nil) { "\\u{\(String($0.value, radix: 16))}" }
  }

  /// JSON whose strings contain no control characters for a terminal: the same value, with `\u001b`. Line
  /// feeds stay, because strings of valid JSON do not contain any.
  package static func json(_ text: String) -> String {
    replacing(text, keeping: "\n") { scalar in
      // Between values, these characters are whitespace in JSON.
      if scalar == "\t" || scalar == "\r" { return " " }
      return escape(scalar)
    }
  }

  // MARK: Text in other languages

  // These functions work on Unicode scalars: Swift combines a quotation mark and a following combining mark
  // into one character, but a shell and a browser still see the quotation mark.

  /// A word for a POSIX shell. The word is not quoted if it contains only letters, digits and `plain`.
  package static func shellWord(_ word: String, plain: String = "/._-=:%") -> String {
    let isPlain =
      !word.isEmpty
      && word.unicodeScalars.allSatisfy { scalar in
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
          || plain.unicodeScalars.contains(scalar)
      }
    return isPlain ? word : "'" + each(word) { $0 == "'" ? "'\\''" : nil } + "'"
  }

  /// Text in XML and HTML, and in attributes between double quotation marks.
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

  /// A key as a part of a JSON pointer (RFC 6901).
  package static func pointerPart(_ key: String) -> String {
    each(key) { $0 == "~" ? "~0" : $0 == "/" ? "~1" : nil }
  }

  /// A cell of a CSV table between quotation marks (RFC 4180).
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

  /// The scalar in the notation of JSON strings.
  package static func escape(_ scalar: Unicode.Scalar) -> String {
    UTF16.encode(scalar)!.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }

  /// Whether a terminal interprets the character or shows nothing for it: controls (C0, DEL, C1), separators
  /// of lines and paragraphs, and formats such as the bidirectional ones. Characters that join letters and
  /// emoji are safe.
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
