/// The path from a document's root to a value.
package final class JSONPath: Sendable {
  enum Component: Sendable {
    case key(String)
    case index(Int)
  }
  let parent: JSONPath?
  let component: Component

  init(_ component: Component, in parent: JSONPath?) {
    self.component = component
    self.parent = parent
  }

  /// The path as a JSON pointer (RFC 6901).
  package var pointer: String {
    let own =
      switch component {
      case .index(let index): String(index)
      case .key(let key): Self.escaped(key)
      }
    return "\(parent?.pointer ?? "")/\(own)"
  }

  /// The keys and indices of a JSON pointer in order; nil if the pointer is invalid.
  package static func words(of pointer: String) -> [String]? {
    if pointer.isEmpty { return [] }
    guard pointer.hasPrefix("/") else { return nil }
    var words: [String] = []
    for part in pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      var word = ""
      var isEscape = false
      for character in part.unicodeScalars {
        switch (isEscape, character) {
        case (false, "~"): isEscape = true
        case (false, _): word.unicodeScalars.append(character)
        case (true, "0"), (true, "1"):
          word += character == "0" ? "~" : "/"
          isEscape = false
        default: return nil
        }
      }
      guard !isEscape else { return nil }
      words.append(word)
    }
    return words
  }

  private static func escaped(_ key: String) -> String {
    guard key.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
      return key
    }
    var result = ""
    for character in key.unicodeScalars {
      switch character {
      case "~": result += "~0"
      case "/": result += "~1"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}
