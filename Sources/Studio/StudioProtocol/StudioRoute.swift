/// What can be asked, once for the server, the renderer and the page.
package struct StudioRoute: Sendable {
  package enum Answerer: Sendable {
    /// The server has it, or runs a command for it.
    case server
    case renderer
  }

  package let method: String
  /// `#` stands for a number, `*` for any word.
  package let pattern: [String]
  package let answerer: Answerer
  /// The most bytes of a body.
  package let limitBytes: Int
  /// A phone that looks on may ask it: it changes nothing.
  package let isForPhones: Bool

  private init(
    _ method: String, _ pattern: String, _ answerer: Answerer = .renderer, limitBytes: Int? = nil,
    isForPhones: Bool = false
  ) {
    self.method = method
    self.pattern = pattern.split(separator: "/").map(String.init)
    self.answerer = answerer
    self.limitBytes = method == "GET" ? 0 : limitBytes ?? 1 << 20
    self.isForPhones = isForPhones
  }

  /// Pictures and films are large.
  package static let largestFile = 64 << 20
  /// Two minutes of a screen at its full size.
  package static let largestRecording = 256 << 20

  package static let all = [
    StudioRoute("GET", "/", .server, isForPhones: true),
    StudioRoute("GET", "events", .server, isForPhones: true),
    StudioRoute("GET", "document", .server, isForPhones: true),
    StudioRoute("GET", "studio.css", .server),
    StudioRoute("GET", "phone.css", .server, isForPhones: true),
    StudioRoute("GET", "phone", .server),
    StudioRoute("GET", "checks", .server),
    StudioRoute("POST", "export", .server),
    StudioRoute("GET", "recording.css", .server),
    StudioRoute("POST", "open", .server),
    StudioRoute("POST", "recording", .server, limitBytes: largestRecording),
    StudioRoute("POST", "recording/#/picture", .server, limitBytes: largestFile),
    StudioRoute("POST", "recording/#/measure", .server),
    StudioRoute("POST", "recording/#/match", .server),
    StudioRoute("POST", "recording/#/cancel", .server),
    StudioRoute("POST", "recording/#/begin"),
    StudioRoute("GET", "recording/#/*", .server),
    StudioRoute("GET", "frames/#/#", isForPhones: true),
    StudioRoute("GET", "sound.wav", isForPhones: true),
    StudioRoute("POST", "gesture", isForPhones: true),
    StudioRoute("GET", "layers"),
    StudioRoute("GET", "path"),
    StudioRoute("GET", "easing"),
    StudioRoute("GET", "animators"),
    StudioRoute("GET", "gallery/*"),
    StudioRoute("GET", "gallery/*/#"),
    StudioRoute("GET", "compare"),
    StudioRoute("GET", "compare/#"),
    StudioRoute("GET", "starters"),
    StudioRoute("GET", "starters/*"),
    StudioRoute("GET", "files"),
    StudioRoute("GET", "profile"),
    StudioRoute("POST", "drop", limitBytes: largestFile),
    StudioRoute("POST", "begin", limitBytes: 2 * largestFile),
    StudioRoute("POST", "look"),
    StudioRoute("POST", "hide"),
    StudioRoute("POST", "edit"),
    StudioRoute("POST", "undo"),
    StudioRoute("POST", "redo"),
    StudioRoute("POST", "track"),
    StudioRoute("POST", "variant"),
  ]

  /// The route of a path; nil when there is nothing at it.
  package static func find(_ path: String) -> StudioRoute? {
    guard path.first == "/" else { return nil }
    let words = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    return all.first { $0.matches(path == "/" ? [] : words) }
  }

  private func matches(_ words: [Substring]) -> Bool {
    guard words.count == pattern.count else { return false }
    return zip(words, pattern).allSatisfy { word, sign in
      switch sign {
      case "#": Self.isNumber(word)
      case "*": !word.isEmpty
      default: word == sign
      }
    }
  }

  /// Digits only, so that a number can lead nowhere else.
  private static func isNumber(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.count < 10 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// The module of the page that has the table.
  package static var script: String {
    let rows = all.map { route in
      "  { method: \"\(route.method)\", pattern: \"/\(route.pattern.joined(separator: "/"))\" },\n"
    }
    return "// Made of the server's own table.\nexport const routes = [\n\(rows.joined())]\n"
  }
}
