import FoundationEssentials

/// An answer that goes back to the page.
struct Response: Sendable {
  var status: String
  var type = "text/plain; charset=utf-8"
  /// Lines of more headers, each with its end.
  var headers = ""
  var body: [UInt8]
  /// The connection is closed afterwards.
  var isLast = false

  static func ok(_ type: String, _ body: [UInt8]) -> Response {
    Response(status: "200 OK", type: type, body: body)
  }

  /// The same as an answer that is no refusal, with the status in a header.
  var calmed: Response {
    var answer = self
    answer.headers += "X-Status: \(status)\r\n"
    answer.status = "200 OK"
    return answer
  }

  /// An answer that says no more than its status.
  static func plain(_ status: String, isLast: Bool = false) -> Response {
    Response(status: status, body: Array("\(status)\n".utf8), isLast: isLast)
  }

  /// An answer that something is not so, with a line for people.
  static func refusal(_ status: String, _ message: String) -> Response {
    Response(status: status, type: "application/json", body: object(message))
  }

  /// `{"message": …}`
  static func object(_ message: String) -> [UInt8] {
    Array((try? JSONEncoder().encode(["message": message])) ?? Data("{}".utf8))
  }

  static let notFound = plain("404 Not Found")
  static let forbidden = plain("403 Forbidden", isLast: true)

  /// The page loads nothing but what this server has, nobody else may load or frame it, and its address
  /// with the token goes nowhere.
  private static let always = """
    Cache-Control: no-store\r
    Content-Security-Policy: default-src 'none'; connect-src 'self'; \
    script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; \
    media-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r
    Cross-Origin-Opener-Policy: same-origin\r
    Cross-Origin-Resource-Policy: same-origin\r
    Referrer-Policy: no-referrer\r
    X-Content-Type-Options: nosniff\r

    """

  /// The bytes of the whole answer.
  func bytes(closing: Bool) -> [UInt8] {
    let head =
      "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n"
      + headers + Self.always + "Connection: \(closing ? "close" : "keep-alive")\r\n\r\n"
    return Array(head.utf8) + body
  }

  /// The head of an answer that goes on as long as the page is there.
  static let stream = Array(
    ("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n" + always + "Connection: close\r\n\r\n")
      .utf8)

  /// One event of it. A line end in its JSON is white space.
  static func event(_ name: String, _ json: [UInt8]) -> [UInt8] {
    Array("event: \(name)\ndata: ".utf8)
      + json.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 } + [0x0A, 0x0A]
  }
}
