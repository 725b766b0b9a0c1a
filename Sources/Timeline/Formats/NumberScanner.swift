/// Parses lists of numbers in the notation of SVG.
package enum Numbers {
  package static func read(_ text: some StringProtocol) -> [Double] {
    var numbers: [Double] = []
    var scanner = NumberScanner(text)
    while let number = scanner.next() { numbers.append(number) }
    return numbers
  }
}

/// Reads the numbers of an SVG text one after another.
package struct NumberScanner {
  private let bytes: [UInt8]
  package private(set) var at = 0

  package init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

  package mutating func skip() {
    while at < bytes.count, [9, 10, 12, 13, 32, UInt8(ascii: ",")].contains(bytes[at]) { at += 1 }
  }

  package var isAtEnd: Bool { at >= bytes.count }

  /// Reads the letter of an SVG path command.
  package mutating func letter() -> Character? {
    skip()
    guard at < bytes.count else { return nil }
    let letter = Character(Unicode.Scalar(bytes[at]))
    guard letter.isLetter, letter != "e", letter != "E" else { return nil }
    at += 1
    return letter
  }

  /// Reads a flag of an arc, which may follow the previous number without a separator.
  package mutating func flag() -> Double? {
    skip()
    guard at < bytes.count, bytes[at] == UInt8(ascii: "0") || bytes[at] == UInt8(ascii: "1") else {
      return nil
    }
    at += 1
    return bytes[at - 1] == UInt8(ascii: "1") ? 1 : 0
  }

  package mutating func next() -> Double? {
    skip()
    var end = at
    func digits() { while end < bytes.count, (48...57).contains(bytes[end]) { end += 1 } }
    if end < bytes.count, bytes[end] == UInt8(ascii: "+") || bytes[end] == UInt8(ascii: "-") {
      end += 1
    }
    let first = end
    digits()
    if end < bytes.count, bytes[end] == UInt8(ascii: ".") {
      end += 1
      digits()
    }
    guard end > first else { return nil }
    let mantissa = end
    if end < bytes.count, bytes[end] | 32 == UInt8(ascii: "e") {
      end += 1
      if end < bytes.count, bytes[end] == UInt8(ascii: "+") || bytes[end] == UInt8(ascii: "-") {
        end += 1
      }
      let exponent = end
      digits()
      if end == exponent { end = mantissa }
    }
    guard let number = Double(String(decoding: bytes[at..<end], as: UTF8.self)), number.isFinite
    else { return nil }
    at = end
    return number
  }
}
