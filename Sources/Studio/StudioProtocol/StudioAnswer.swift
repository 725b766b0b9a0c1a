/// An answer to a page as values; the server converts it to HTTP.
package struct StudioAnswer: Sendable {
  package enum Status: Int, Sendable {
    case ok = 200
    case badRequest = 400
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case conflict = 409
    case gone = 410
    case contentTooLarge = 413
    case unprocessableContent = 422
    case headerFieldsTooLarge = 431
    case serviceUnavailable = 503
  }

  /// The content type of the body.
  package enum Content: String, Sendable {
    case css = "text/css; charset=utf-8"
    case file = "application/octet-stream"
    case gif = "image/gif"
    case html = "text/html; charset=utf-8"
    case javascript = "text/javascript; charset=utf-8"
    case json = "application/json"
    case mp4 = "video/mp4"
    case png = "image/png"
    case text = "text/plain; charset=utf-8"
    case wav = "audio/wav"
    case webm = "video/webm"
    case webp = "image/webp"
  }

  /// A value that accompanies the body.
  package struct Field: Sendable {
    package var name: String
    package var value: String
  }

  package var status: Status
  package var content: Content
  package var fields: [Field] = []
  package var body: [UInt8]

  package init(_ status: Status, _ content: Content, _ body: [UInt8]) {
    self.status = status
    self.content = content
    self.body = body
  }

  package init(_ content: Content, _ body: [UInt8]) { self.init(.ok, content, body) }

  package init(_ status: Status = .ok, json: String) {
    self.init(status, .json, Array(json.utf8))
  }

  /// An answer without any contents.
  package static let done = StudioAnswer(json: "{}")

  package func with(_ name: String, _ value: String) -> StudioAnswer {
    var answer = self
    answer.fields.append(Field(name: name, value: value))
    return answer
  }

  // MARK: Between the renderer and the server

  /// Creates the message; `number` is the number of the request.
  package func message(to number: String) -> PipeMessage {
    let head = PipeMessage([number, "\(status.rawValue)", content.rawValue], body)
    let tail = fields.flatMap { [Array($0.name.utf8), Array($0.value.utf8)] }
    return PipeMessage(head.parts + tail)
  }

  /// Reads an answer; nil for any other message.
  package init?(_ message: PipeMessage) {
    guard let status = Int(message.word(1)).flatMap(Status.init),
      let content = Content(rawValue: message.word(2)), message.parts.count > 3
    else { return nil }
    self.init(status, content, message.parts[3])
    for i in stride(from: 4, to: message.parts.count - 1, by: 2) {
      fields.append(Field(name: message.word(i), value: message.word(i + 1)))
    }
  }
}
