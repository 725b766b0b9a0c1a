/// Splits texts in CSS syntax into words and functions.
package enum CSSText {
  /// Splits a text at a separator outside brackets and quotes.
  package static func split(_ text: some StringProtocol, at sign: Character) -> [String] {
    var parts: [String] = []
    var part = ""
    var depth = 0
    var quote: Character?
    var isEscaped = false
    for letter in text {
      if isEscaped {
        isEscaped = false
      } else if letter == "\\" {
        isEscaped = true
      } else if let open = quote {
        if letter == open { quote = nil }
      } else if letter == "\"" || letter == "'" {
        quote = letter
      } else if letter == "(" || letter == "[" || letter == "{" {
        depth += 1
      } else if letter == ")" || letter == "]" || letter == "}" {
        depth -= 1
      } else if letter == sign, depth <= 0 {
        parts.append(part)
        part = ""
        continue
      }
      part.append(letter)
    }
    parts.append(part)
    return parts
  }

  /// Splits a text at white space outside brackets and quotes.
  package static func words(_ text: some StringProtocol) -> [String] {
    split(String(text.map { $0.isWhitespace ? " " : $0 }), at: " ").filter { !$0.isEmpty }
  }

  /// Parses `name(inside)`; nil if the text is not a single function.
  package static func function(_ text: some StringProtocol) -> (name: String, inside: String)? {
    let text = text.trimmed
    guard let open = text.firstIndex(of: "("), text.last == ")" else { return nil }
    let name = text[..<open]
    guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" }) else {
      return nil
    }
    let inside = text[text.index(after: open)..<text.index(before: text.endIndex)]
    var depth = 0
    for letter in inside {
      if letter == "(" { depth += 1 }
      if letter == ")" { depth -= 1 }
      if depth < 0 { return nil }
    }
    return (name.lowercased(), String(inside))
  }

  /// Parses a list of functions; nil if the text contains anything else.
  package static func functions(_ text: some StringProtocol) -> [(name: String, inside: String)]? {
    var list: [(name: String, inside: String)] = []
    var word = ""
    var depth = 0
    for letter in text {
      if depth == 0, letter.isWhitespace || letter == "," {
        if word.isEmpty { continue }
        // A space is allowed between the name of a function and its parenthesis.
        continue
      }
      word.append(letter)
      if letter == "(" { depth += 1 }
      if letter == ")" {
        depth -= 1
        if depth == 0 {
          guard let one = function(word) else { return nil }
          list.append(one)
          word = ""
        }
      }
    }
    return word.isEmpty ? list : nil
  }

  package static func withoutComments(_ text: some StringProtocol) -> String {
    var result = ""
    var rest = Substring(text)
    while let start = rest.firstRange(of: "/*") {
      result += rest[..<start.lowerBound] + " "
      let behind = rest[start.upperBound...]
      guard let end = behind.firstRange(of: "*/") else { return result }
      rest = behind[end.upperBound...]
    }
    return result + rest
  }

  /// The address inside a CSS value of the form `url(…)`.
  package static func url(_ text: some StringProtocol) -> String? { urlAndRest(text)?.url }

  /// The address of the `url(…)` at the start of a text, and the rest of the text.
  package static func urlAndRest(_ text: some StringProtocol) -> (url: String, rest: String)? {
    let letters = Array(text.trimmed)
    guard letters.count > 4, String(letters[..<4]).lowercased() == "url(" else { return nil }
    var (at, url, quote): (Int, String, Character?) = (4, "", nil)
    while at < letters.count {
      let letter = letters[at]
      if letter == "\\" {
        at += 1
        url += escaped(letters, &at)
        continue
      }
      at += 1
      if letter == quote {
        quote = nil
      } else if quote == nil, letter == "\"" || letter == "'", url.trimmed.isEmpty {
        quote = letter
      } else if quote == nil, letter == ")" {
        break
      } else {
        url.append(letter)
      }
    }
    return (url.trimmed, String(letters[at...]).trimmed)
  }

  /// Decodes an escape after its backslash: up to six hexadecimal digits with an optional space, or any other
  /// character itself.
  package static func escaped(_ letters: [Character], _ at: inout Int) -> String {
    guard at < letters.count else { return "" }
    var digits = ""
    while at < letters.count, digits.count < 6, letters[at].isASCII, letters[at].isHexDigit {
      digits.append(letters[at])
      at += 1
    }
    guard let code = UInt32(digits, radix: 16) else {
      at += 1
      return String(letters[at - 1])
    }
    if at < letters.count, letters[at].isWhitespace { at += 1 }
    let scalar = code == 0 ? nil : Unicode.Scalar(code)
    return String(Character(scalar ?? "\u{FFFD}"))
  }

  /// Decodes the escapes of a CSS text.
  package static func unescaped(_ text: some StringProtocol) -> String {
    guard text.contains("\\") else { return String(text) }
    let letters = Array(text)
    var (at, result) = (0, "")
    while at < letters.count {
      at += 1
      if letters[at - 1] == "\\" {
        result += escaped(letters, &at)
      } else {
        result.append(letters[at - 1])
      }
    }
    return result
  }

  /// The text with all open quotes and brackets closed at its end, as CSS closes them.
  package static func closed(_ text: some StringProtocol) -> String {
    var open: [Character] = []
    var isEscaped = false
    for letter in text {
      if isEscaped {
        isEscaped = false
      } else if letter == "\\" {
        isEscaped = true
      } else if let last = open.last, last == letter {
        open.removeLast()
      } else if open.last != "\"", open.last != "'" {
        switch letter {
        case "\"", "'": open.append(letter)
        case "(": open.append(")")
        case "[": open.append("]")
        case "{": open.append("}")
        default: break
        }
      }
    }
    return open.isEmpty ? String(text) : text + String(open.reversed())
  }
}

extension StringProtocol {
  /// The text without white space at its start and end.
  package var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }

  package var unquoted: String {
    if count >= 2, let first, first == last, first == "\"" || first == "'" {
      return String(dropFirst().dropLast())
    }
    return String(self)
  }
}
