/// A token of a GLSL text: its kind, its characters, and its position.
struct GLSLToken: Equatable {
  enum Kind { case word, number, sign, space, comment, directive }
  var kind: Kind
  var text: String
  var line: Int
  var column = 1
  var place: (line: Int, column: Int) { (line, column) }

  /// The tokens of the text; line endings (CR, LF or CRLF) are replaced by LF.
  static func split(_ text: String) -> [GLSLToken] {
    let all = withPlainLines(text)
    var tokens: [GLSLToken] = []
    var place = 0
    var line = 1
    var lineStart = 0
    // The variable tells whether only white space and comments precede the token on its line.
    var isLineStart = true
    while place < all.count {
      let (kind, end) = token(at: place, in: all, isLineStart: isLineStart)
      var text = String.UnicodeScalarView()
      text.append(contentsOf: all[place..<end])
      tokens.append(
        GLSLToken(kind: kind, text: String(text), line: line, column: place - lineStart + 1))
      for next in place..<end where all[next] == "\n" {
        (line, lineStart, isLineStart) = (line + 1, next + 1, true)
      }
      if kind != .space && kind != .comment { isLineStart = kind == .directive }
      place = end
    }
    return tokens
  }

  private static func withPlainLines(_ text: String) -> [Unicode.Scalar] {
    var all: [Unicode.Scalar] = []
    all.reserveCapacity(text.utf8.count)
    var wasReturn = false
    for scalar in text.unicodeScalars {
      if !(wasReturn && scalar == "\n") { all.append(scalar == "\r" ? "\n" : scalar) }
      wasReturn = scalar == "\r"
    }
    return all
  }

  private static func token(
    at place: Int, in all: [Unicode.Scalar], isLineStart: Bool
  ) -> (Kind, Int) {
    func end(_ start: Int, while isInside: (Unicode.Scalar) -> Bool) -> Int {
      var end = start
      while end < all.count, isInside(all[end]) { end += 1 }
      return end
    }
    let first = all[place]
    let second = place + 1 < all.count ? all[place + 1] : " "
    switch first {
    case "/" where second == "/":
      return (.comment, end(place) { $0 != "\n" })
    case "/" where second == "*":
      var end = place + 2
      while end < all.count, !(all[end] == "/" && all[end - 1] == "*" && end > place + 2) {
        end += 1
      }
      return (.comment, min(end + 1, all.count))
    case "#" where isLineStart:
      var end = place
      while end < all.count, all[end] != "\n" || all[end - 1] == "\\" { end += 1 }
      return (.directive, end)
    case _ where first.properties.isWhitespace:
      return (.space, end(place) { $0.properties.isWhitespace })
    case _ where isDigit(first) || (first == "." && isDigit(second)):
      return (.number, numberEnd(place, in: all))
    case _ where isLetter(first):
      return (.word, end(place) { isLetter($0) || isDigit($0) })
    default:
      let pairs = [
        "==", "!=", "<=", ">=", "&&", "||", "^^", "++", "--", "+=", "-=", "*=", "/=", "%=", "<<",
        ">>",
      ]
      return (.sign, pairs.contains("\(first)\(second)") ? place + 2 : place + 1)
    }
  }

  private static func numberEnd(_ place: Int, in all: [Unicode.Scalar]) -> Int {
    var end = place
    while end < all.count {
      let isExponent = "eE".unicodeScalars.contains(all[end])
      if isExponent, end + 1 < all.count, "+-".unicodeScalars.contains(all[end + 1]) {
        end += 2
      } else if isDigit(all[end]) || isLetter(all[end]) || all[end] == "." {
        end += 1
      } else {
        break
      }
    }
    return end
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "_"
  }
}
