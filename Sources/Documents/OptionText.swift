package import Scenes

/// Reads numbers, times, sizes and ranges as they stand on a command line. nil: they are not right.
///
/// It lies here and not in the program so that the fuzzer reaches it.
package enum OptionText {
  /// `0.5`, `120ms`, `12f`, `50%` or `end`.
  package static func moment(_ text: String) -> MomentSpec? {
    if text == "end" { return .end }
    let time = TimeText.parse(text[...]) ?? Tokens.number(text[...]).map { .seconds($0) }
    return time.map { .time($0) }
  }

  /// `320x200`: pixels, each side of 1 to 16,384.
  package static func size(_ text: String) -> Size? {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    let sides = parts.compactMap(Tokens.number)
    guard sides.count == 2, parts.count == 2, sides.allSatisfy({ 1...16_384 ~= $0 }) else {
      return nil
    }
    return Size(sides[0], sides[1])
  }

  /// `x,y,w,h`: whole pixels, within 65,536 of 0, and not empty.
  package static func region(_ text: String) -> PixelRect? {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
      .compactMap { $0 }
    guard numbers.count == 4, numbers.allSatisfy({ -65_536...65_536 ~= $0 }), numbers[2] > 0,
      numbers[3] > 0
    else { return nil }
    return PixelRect(numbers[0], numbers[1], numbers[2], numbers[3])
  }

  /// `7,30-40`: numbers from 1 to `largest`.
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

  /// The texts before and behind the first "=".
  package static func assignment(_ text: String) -> (name: String, value: String)? {
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else { return nil }
    return (String(text[..<equals]), String(text[text.index(after: equals)...]))
  }
}
