/// The head of an HTTP/1 request, parsed strictly: forms that no browser sends are refused.
struct Request: Sendable {
  /// The maximum size of a head in bytes, which includes the cookies of other servers on the same machine.
  static let headLimit = 32 * 1024

  var method: String
  /// The path in its original form, without the query. Escapes are not decoded, so no path has two spellings.
  var path: String
  var isHTTP11: Bool
  /// The query in its original form, without decoding.
  private(set) var query = ""
  private var parameters: [(name: String, value: String)] = []
  /// The headers in order; their names are in lower case.
  private var headers: [(name: String, value: String)] = []

  /// Parses the bytes of a head, without the empty line at its end; nil if the bytes are not a valid request.
  init?(head: ArraySlice<UInt8>) {
    // Control bytes are refused; cookies of other servers may contain any other text.
    let controls = head.filter { $0 < 0x20 || $0 == 0x7F }
    guard controls.allSatisfy({ [0x09, 0x0D, 0x0A].contains($0) }) else { return nil }
    var lines = Self.lines(of: head)
    // Lines must end with CR LF, because other programs would split other forms differently.
    guard !lines.contains(where: { $0.utf8.contains(0x0D) || $0.utf8.contains(0x0A) }) else {
      return nil
    }
    let words = lines.removeFirst().split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[1].first == "/", !words[0].isEmpty,
      words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0"
    else { return nil }
    method = String(words[0])
    isHTTP11 = words[2] == "HTTP/1.1"
    let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(target[0])
    if target.count == 2 {
      query = String(target[1])
      parameters = target[1].split(separator: "&").map { Self.halves(of: $0, at: "=") ?? ($0, "") }
        .map { (String($0.0), String($0.1)) }
    }
    for line in lines {
      guard let (name, value) = Self.halves(of: Substring(line), at: ":"), !name.isEmpty,
        name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
      else { return nil }
      headers.append((name.lowercased(), Self.trimmed(value)))
    }
  }

  /// Returns all values of a header, in order.
  func headers(_ name: String) -> [String] {
    headers.filter { $0.name == name }.map(\.value)
  }

  /// Returns all values of a query parameter, in order.
  func parameters(_ name: String) -> [String] {
    parameters.filter { $0.name == name }.map(\.value)
  }

  /// The number of bytes in the body; nil if the head does not contain exactly one plain number of bytes.
  var bodyBytes: Int? {
    guard headers("transfer-encoding").isEmpty else { return nil }
    let lengths = headers("content-length")
    guard let length = lengths.first else { return 0 }
    guard lengths.count == 1, length.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(length)
  }

  /// Whether the connection can carry another request afterwards.
  var keepsConnection: Bool {
    isHTTP11 && !headers("connection").contains { $0.lowercased().contains("close") }
  }

  private static func lines(of head: ArraySlice<UInt8>) -> [String] {
    var lines: [String] = []
    var start = head.startIndex
    for i in head.indices where head[i] == 0x0D && i + 1 < head.endIndex && head[i + 1] == 0x0A {
      lines.append(String(decoding: head[start..<i], as: UTF8.self))
      start = i + 2
    }
    return lines + [String(decoding: head[start...], as: UTF8.self)]
  }

  private static func halves(
    of text: Substring, at separator: Character
  ) -> (Substring, Substring)? {
    guard let i = text.firstIndex(of: separator) else { return nil }
    return (text[..<i], text[text.index(after: i)...])
  }

  private static func trimmed(_ text: Substring) -> String {
    func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }
    var rest = text.drop(while: isSpace)
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    return String(rest)
  }
}
