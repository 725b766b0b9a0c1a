internal import Scenes

/// Formats words and numbers in columns.
package enum Text {
  package static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// Formats a number with at most four decimal places.
  package static func number(_ value: Double) -> String {
    let rounded = (value * 10_000).rounded() / 10_000
    guard abs(rounded) < 1e15, let whole = Int64(whole: rounded) else { return String(rounded) }
    return String(whole)
  }

  /// The number with its noun in the right form, as in "1 step" and "2 steps".
  package static func count(_ number: Int, _ word: String) -> String {
    "\(number) \(word)\(number == 1 ? "" : "s")"
  }

  /// Breaks a paragraph into lines of at most `width` characters.
  package static func wrap(_ text: String, width: Int, indent: String) -> [String] {
    var lines: [String] = []
    var line = indent
    for word in text.split(whereSeparator: \.isWhitespace) {
      if line.count + word.count + 1 > width, line != indent {
        lines.append(line)
        line = indent
      }
      line += line == indent ? String(word) : " \(word)"
    }
    return lines + [line]
  }
}
