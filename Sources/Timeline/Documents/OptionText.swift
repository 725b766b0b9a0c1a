import JSON
package import Scenes

/// Parses numbers, times, sizes and ranges of the command line; each function returns nil for invalid text.
/// The parser is in this module so that the fuzzer can call it.
package enum OptionText {
  /// Parses a time, such as `0.5`, `120ms`, `12f`, `50%` or `end`.
  package static func moment(_ text: String) -> MomentSpec? {
    if text == "end" { return .end }
    let time = TimeText.parse(text[...]) ?? Tokens.number(text[...]).map { .seconds($0) }
    return time.map { .time($0) }
  }

  /// Parses a size in pixels, such as `320x200`, with sides from 1 to 16,384.
  package static func size(_ text: String) -> Size? {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    let sides = parts.compactMap(Tokens.number)
    guard sides.count == 2, parts.count == 2, sides.allSatisfy({ 1...16_384 ~= $0 }) else {
      return nil
    }
    return Size(sides[0], sides[1])
  }

  /// Parses a region `x,y,w,h` in whole pixels, which must not be empty and must be within 65,536 pixels of
  /// 0.
  package static func region(_ text: String) -> PixelRect? {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
      .compactMap { $0 }
    guard numbers.count == 4, numbers.allSatisfy({ -65_536...65_536 ~= $0 }), numbers[2] > 0,
      numbers[3] > 0
    else { return nil }
    return PixelRect(numbers[0], numbers[1], numbers[2], numbers[3])
  }

  /// Parses numbers and ranges of numbers from 1 to `largest`, such as `7,30-40`.
  package static func numbers(_ text: String, upTo largest: Int) -> Set<Int>? {
    var numbers: Set<Int> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1],
        first >= 1, first <= last, last <= largest
      else { return nil }
      numbers.formUnion(first...last)
    }
    return numbers
  }

  /// Parses a number of bytes, such as `2M`, `1.5k` or a plain number, from 1 to the maximum for outputs; `k`
  /// is a thousand and `M` a million.
  package static func bytes(_ text: String) -> Int? {
    let factor: Double =
      switch text.last {
      case "k", "K": 1e3
      case "M": 1e6
      default: 1
      }
    guard let number = Tokens.number(factor == 1 ? text[...] : text.dropLast()) else { return nil }
    return Int(whole: (number * factor).rounded()).flatMap { 1...Int(Int32.max) ~= $0 ? $0 : nil }
  }

  /// Splits a text at commas outside brackets and quotation marks, and removes quotation marks that enclose a
  /// part; nil if a bracket or quotation mark is not closed, or if a part is empty.
  package static func list(_ text: String) -> [String]? {
    var parts = [""]
    var open: [Character] = []
    var quote: Character?
    var isEscaped = false
    let closing: [Character: Character] = ["(": ")", "[": "]", "{": "}"]
    for letter in text {
      if letter == ",", open.isEmpty, quote == nil {
        parts.append("")
        continue
      }
      parts[parts.count - 1].append(letter)
      if let mark = quote {
        if isEscaped {
          isEscaped = false
        } else if letter == "\\" {
          isEscaped = true
        } else if letter == mark {
          quote = nil
        }
      } else if letter == "\"" || letter == "'" {
        quote = letter
      } else if let end = closing[letter] {
        open.append(end)
      } else if closing.values.contains(letter), open.popLast() != letter {
        return nil
      }
    }
    guard open.isEmpty, quote == nil else { return nil }
    let plain = parts.map { part in
      let part = part.trimmed
      guard part.count >= 2, part.first == "'", part.last == "'" else { return part }
      return String(part.dropFirst().dropLast())
    }
    return plain.contains("") ? nil : plain
  }

  /// Splits an option's text at its first "=" into a name and a value.
  package static func assignment(_ text: String) -> (name: String, value: String)? {
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else { return nil }
    return (String(text[..<equals]), String(text[text.index(after: equals)...]))
  }
}

extension String {
  fileprivate var trimmed: String {
    let start = drop { $0 == " " }
    return String(start.reversed().drop { $0 == " " }.reversed())
  }
}
