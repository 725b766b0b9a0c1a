/// Takes texts of CSS apart.
package enum CSSText {
  /// The parts between a sign that does not lie in brackets or quotes.
  package static func split(_ text: some StringProtocol, at sign: Character) -> [String] {
    var parts: [String] = []
    var part = ""
    var depth = 0
    var quote: Character?
    for letter in text {
      if let open = quote {
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

  /// Words between white space that does not lie in brackets or quotes.
  package static func words(_ text: some StringProtocol) -> [String] {
    split(String(text.map { $0.isWhitespace ? " " : $0 }), at: " ").filter { !$0.isEmpty }
  }

  /// `name(inside)`, when the text is one function.
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

  /// A list of functions, one behind the other.
  package static func functions(_ text: some StringProtocol) -> [(name: String, inside: String)]? {
    var list: [(name: String, inside: String)] = []
    var word = ""
    var depth = 0
    for letter in text {
      if depth == 0, letter.isWhitespace || letter == "," {
        if word.isEmpty { continue }
        // A space may stand between a function's name and its bracket.
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

  /// The same without comments.
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

  /// What `url(…)` names.
  package static func url(_ text: some StringProtocol) -> String? {
    let text = text.trimmed
    guard text.lowercased().hasPrefix("url("), let end = text.firstIndex(of: ")") else {
      return nil
    }
    return text[text.index(text.startIndex, offsetBy: 4)..<end].trimmed.unquoted
  }
}

extension StringProtocol {
  /// Without white space at its ends.
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
