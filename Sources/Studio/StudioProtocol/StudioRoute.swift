/// A route, which is a method and a path. The server has a table of the routes that the server answers, and the
/// renderer has a table of its own routes; each row contains the handler.
package struct StudioRoute: Sendable {
  package let method: String
  /// The parts of the path; `#` matches a number, `*` any word.
  package let pattern: [String]
  /// The maximum number of bytes in the body of a request.
  package let limitBytes: Int
  /// Whether a phone that only views may use the route, because the route changes nothing.
  package let isForPhones: Bool

  package init(
    _ method: String, _ pattern: String, limitBytes: Int? = nil, isForPhones: Bool = false
  ) {
    self.method = method
    self.pattern = pattern.split(separator: "/").map(String.init)
    self.limitBytes = method == "GET" ? 0 : limitBytes ?? 1 << 20
    self.isForPhones = isForPhones
  }

  /// The maximum number of bytes of a picture or a film.
  package static let largestFile = 64 << 20
  /// The maximum number of bytes of a recording, which is enough for two minutes of a full-size screen.
  package static let largestRecording = 256 << 20

  /// Returns whether a path belongs to the route.
  package func leads(_ path: String) -> Bool {
    guard path.first == "/" else { return false }
    let words =
      path == "/" ? [] : path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    guard words.count == pattern.count else { return false }
    return zip(words, pattern).allSatisfy { word, sign in
      switch sign {
      case "#": Self.isNumber(word)
      case "*": !word.isEmpty
      default: word == sign
      }
    }
  }

  /// Returns whether a text consists only of digits.
  private static func isNumber(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.count < 10 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  // MARK: As text

  /// Returns the table as text, with one line for each route; the renderer sends this text to the server.
  package static func text(_ routes: [StudioRoute]) -> String {
    routes.map { route in
      "\(route.method) \(route.path) \(route.limitBytes) \(route.isForPhones)"
    }.joined(separator: "\n")
  }

  /// Reads a table from text; nil if the text is not a table.
  package static func routes(_ text: String) -> [StudioRoute]? {
    let routes = text.split(separator: "\n").map { line -> StudioRoute? in
      let words = line.split(separator: " ")
      guard words.count == 4, let limit = Int(words[2]), let isForPhones = Bool(String(words[3]))
      else { return nil }
      return StudioRoute(
        String(words[0]), String(words[1]), limitBytes: limit, isForPhones: isForPhones)
    }
    return routes.contains { $0 == nil } ? nil : routes.compactMap { $0 }
  }

  private var path: String { "/" + pattern.joined(separator: "/") }

  /// Returns the page's module that contains the table.
  package static func script(_ routes: [StudioRoute]) -> String {
    let rows = routes.map { "  { method: \"\($0.method)\", pattern: \"\($0.path)\" },\n" }
    return "// Made of the server's own table.\nexport const routes = [\n\(rows.joined())]\n"
  }
}
