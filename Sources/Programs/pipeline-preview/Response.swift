/// An answer that goes back to the page.
struct Response: Sendable {
  var status: String
  var type = "text/plain; charset=utf-8"
  var body: [UInt8]
  /// The connection is closed afterwards.
  var isLast = false

  static func ok(_ type: String, _ body: [UInt8]) -> Response {
    Response(status: "200 OK", type: type, body: body)
  }

  /// An answer that says no more than its status.
  static func plain(_ status: String, isLast: Bool = false) -> Response {
    Response(status: status, body: Array("\(status)\n".utf8), isLast: isLast)
  }

  static let notFound = plain("404 Not Found")
  static let forbidden = plain("403 Forbidden", isLast: true)

  /// The page loads nothing but itself, nobody else may load or frame it, and its address with the
  /// token goes nowhere.
  private static let always = """
    Cache-Control: no-store\r
    Content-Security-Policy: default-src 'none'; connect-src 'self'; script-src 'unsafe-inline'; \
    style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'\r
    Cross-Origin-Opener-Policy: same-origin\r
    Cross-Origin-Resource-Policy: same-origin\r
    Referrer-Policy: no-referrer\r
    X-Content-Type-Options: nosniff\r

    """

  /// The bytes of the whole answer.
  func bytes(closing: Bool) -> [UInt8] {
    let head =
      "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n"
      + Self.always + "Connection: \(closing ? "close" : "keep-alive")\r\n\r\n"
    return Array(head.utf8) + body
  }
}
