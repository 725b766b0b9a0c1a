import Foundation

/// The answers there are: the page, and what the page needs.
struct Site {
  let preview: Preview

  /// nil when the answer comes later, through the asker.
  func answer(_ request: Request, _ asker: Asker) -> Response? {
    guard !request.hasBody else { return .plain("413 Content Too Large", isLast: true) }
    guard request.method == "GET" else { return .plain("405 Method Not Allowed", isLast: true) }
    switch request.path {
    case "/":
      return .ok("text/html; charset=utf-8", PackageResources.page_html)
    case "/status":
      return .ok("application/json", Array(preview.report))
    case "/layers":
      let times = request.parameters("at").map { Double($0) }
      guard times.count == 1, let time = times[0], time.isFinite, time >= 0 else {
        return .plain("400 Bad Request")
      }
      preview.layers(at: time, for: asker)
      return nil
    default:
      let words = request.path.split(separator: "/", omittingEmptySubsequences: false)
      guard words.count == 4, words[1] == "frames", let version = Self.number(words[2]),
        let number = Self.number(words[3]), let frame = preview.frame(number, of: version)
      else { return .notFound }
      return .ok("image/png", frame)
    }
  }

  /// Digits only, so that a number can lead nowhere else.
  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }
}
