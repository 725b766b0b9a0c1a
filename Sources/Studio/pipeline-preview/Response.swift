import FoundationEssentials
import StudioProtocol

/// An answer as HTTP.
struct Response: Sendable {
  private(set) var answer: StudioAnswer
  /// Whether the connection is closed after the answer.
  var isLast = false

  init(_ answer: StudioAnswer, isLast: Bool = false) {
    self.answer = answer
    self.isLast = isLast
  }

  /// The answer with a successful status; the original status is in a header.
  var calmed: Response {
    var calm = answer.with("X-Status", Self.line(answer.status))
    calm.status = .ok
    return Response(calm, isLast: isLast)
  }

  /// Returns an answer that consists only of its status.
  static func plain(_ status: StudioAnswer.Status, isLast: Bool = false) -> Response {
    Response(StudioAnswer(status, .text, Array("\(line(status))\n".utf8)), isLast: isLast)
  }

  static let notFound = plain(.notFound)
  static let forbidden = plain(.forbidden, isLast: true)

  private static func line(_ status: StudioAnswer.Status) -> String {
    let reason =
      switch status {
      case .ok: "OK"
      case .badRequest: "Bad Request"
      case .forbidden: "Forbidden"
      case .notFound: "Not Found"
      case .methodNotAllowed: "Method Not Allowed"
      case .conflict: "Conflict"
      case .gone: "Gone"
      case .contentTooLarge: "Content Too Large"
      case .unprocessableContent: "Unprocessable Content"
      case .headerFieldsTooLarge: "Request Header Fields Too Large"
      case .serviceUnavailable: "Service Unavailable"
      }
    return "\(status.rawValue) \(reason)"
  }

  /// The headers of every answer: the page loads only files of this server, no other page may load or frame it, and its
  /// address with the token is never sent to other servers.
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

  /// Returns the bytes of the complete answer.
  func bytes(closing: Bool) -> [UInt8] {
    let fields = answer.fields.map { "\($0.name): \($0.value)\r\n" }
    let head =
      "HTTP/1.1 \(Self.line(answer.status))\r\nContent-Type: \(answer.content.rawValue)\r\n"
      + "Content-Length: \(answer.body.count)\r\n" + fields.joined() + Self.always
      + "Connection: \(closing ? "close" : "keep-alive")\r\n\r\n"
    return Array(head.utf8) + answer.body
  }

  /// The head of an answer with events, which continues as long as the page is open.
  static let stream = Array(
    ("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n" + always + "Connection: close\r\n\r\n")
      .utf8)

  /// Returns the bytes of one event; line ends in the JSON are replaced by spaces, because both are white space.
  static func event(_ name: String, _ json: [UInt8]) -> [UInt8] {
    Array("event: \(name)\ndata: ".utf8)
      + json.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 } + [0x0A, 0x0A]
  }
}

extension StudioAnswer {
  /// Returns an error answer with a message of one line for the user.
  static func refusal(_ status: Status, _ message: String) -> StudioAnswer {
    StudioAnswer(status, .json, object(message))
  }

  /// Returns the JSON object `{"message": …}`.
  static func object(_ message: String) -> [UInt8] {
    Array((try? JSONEncoder().encode(["message": message])) ?? Data("{}".utf8))
  }
}
