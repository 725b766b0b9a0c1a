import Glibc

/// The connection of one client; the server never waits for a client.
final class Connection {
  enum Phase {
    /// The server expects the head of a request.
    case reading
    /// Another thread is working on the answer.
    case waiting
    case writing
    /// Events are sent when they occur, while the page is open.
    case streaming
    /// The answer is complete, and further input is discarded, so that the client can read the answer before the
    /// connection is closed.
    case draining
    case over
  }
  typealias Instant = ContinuousClock.Instant

  let number: Int
  let socket: Int32
  /// Whether the client has sent the token.
  var isKnown = false
  private(set) var stage = Phase.reading
  /// The time at which the connection is closed, unless data arrives before.
  private(set) var deadline: Instant
  /// The time at which the client connected or, if the client has sent the token, at which it last sent data.
  private(set) var seen: Instant
  private var input: [UInt8] = []
  /// The length of the input in which the end of a head was already searched.
  private var searched = 0
  private var output: [UInt8] = []
  private var sent = 0
  private var closes = false
  private var drained = 0
  private var pending: PendingResponse?
  /// The request whose body has not arrived completely, and the size of the body.
  private var announced: (request: Request, count: Int)?

  init(_ number: Int, _ socket: Int32, _ now: Instant) {
    self.number = number
    self.socket = socket
    seen = now
    deadline = now + Self.headTime
  }

  deinit {
    pending?.goAway()
    close(socket)
  }

  private static let headTime = Duration.seconds(10)
  private static let idleTime = Duration.seconds(60)
  /// The interval of messages to an idle page; their failure reveals a closed connection.
  private static let beatTime = Duration.seconds(15)
  /// The maximum number of bytes that wait for a page that does not read its events.
  private static let streamLimit = 16 << 20
  /// The maximum time in which a client accepts no byte.
  private static let stuckTime = Duration.seconds(20)
  /// The time limit for an answer on which other threads work.
  private static let answerTime = Duration.seconds(600)
  private static let drainTime = Duration.seconds(2)
  /// The maximum number of discarded bytes; a client that sends more does not read the answer.
  private static let drainLimit = 4 << 20

  /// The socket events for which `poll` waits.
  var interest: Int16 {
    switch stage {
    case .reading, .draining: Int16(POLLIN)
    case .writing: Int16(POLLOUT)
    case .streaming: Int16(POLLIN) | (sent < output.count ? Int16(POLLOUT) : 0)
    case .waiting: 0x2000  // POLLRDHUP: the client has closed the connection.
    case .over: 0
    }
  }

  func end() { stage = .over }

  func receive(_ now: Instant) {
    var bytes = [UInt8](repeating: 0, count: 16 * 1024)
    // Safety: recv writes at most as many bytes as the array has.
    let count = unsafe recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return }
    guard count > 0 else { return end() }
    if stage == .streaming { return }
    guard stage == .reading else {
      drained += count
      if drained > Self.drainLimit { end() }
      return
    }
    // A client that has not sent the token gets no additional time for slow input.
    if isKnown && (input.isEmpty || announced != nil) { deadline = now + Self.headTime }
    input += bytes[..<count]
  }

  /// Waits for the body of a request, which has `count` bytes.
  func await(_ request: Request, bytes count: Int) { announced = (request, count) }

  /// Returns the request whose body has arrived completely, with the body.
  func takeBody() -> (request: Request, body: [UInt8])? {
    guard stage == .reading, let (request, count) = announced, input.count >= count else {
      return nil
    }
    announced = nil
    let body = Array(input[..<count])
    input = Array(input[count...])
    return (request, body)
  }

  /// Returns the next head if the head is complete.
  func takeHead() -> ArraySlice<UInt8>? {
    guard stage == .reading, announced == nil else { return nil }
    let ending: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
    var i = max(0, searched - 3)
    while i + 4 <= input.count {
      if input[i] == 0x0D && input[i..<(i + 4)].elementsEqual(ending) {
        let head = input[..<i]
        input = Array(input[(i + 4)...])
        searched = 0
        return head
      }
      i += 1
    }
    searched = input.count
    return nil
  }

  /// Whether the head is longer than the head of any browser.
  var isTooLong: Bool {
    stage == .reading && announced == nil && input.count > Request.headLimit
  }

  /// Waits for an answer from another thread; if `closing` is set, the connection ends after the answer.
  func wait(as pending: PendingResponse, closing: Bool, _ now: Instant) {
    self.pending = pending
    closes = closing
    stage = .waiting
    deadline = now + Self.answerTime
  }

  /// Sends an answer to the client. If `closing` is set here or was set in `wait`, the connection accepts no other request.
  func answer(_ response: Response, closing: Bool = false, _ now: Instant) {
    guard stage != .over else { return }
    pending = nil
    closes = closes || closing || response.isLast
    output = response.bytes(closing: closes)
    sent = 0
    stage = .writing
    deadline = now + Self.stuckTime
    send(now)
  }

  /// Starts to send events, which continue as long as the page is open.
  func stream(_ events: [UInt8], _ now: Instant) {
    stage = .streaming
    input = []
    output = Response.stream + events
    sent = 0
    deadline = now + Self.beatTime
    flush(now)
  }

  /// Sends more events; disconnects a client that does not read them.
  func add(_ events: [UInt8], _ now: Instant) {
    guard stage == .streaming else { return }
    if sent > 0 {
      output.removeFirst(sent)
      sent = 0
    }
    guard output.count + events.count <= Self.streamLimit else { return end() }
    output += events
    flush(now)
  }

  /// Sends a comment if no data was sent for a while, which keeps the connection open.
  func beat(_ now: Instant) {
    add(Array(":\n\n".utf8), now)
    if sent < output.count { end() } else { deadline = now + Self.beatTime }
  }

  private func flush(_ now: Instant) {
    let had = sent
    _ = push()
    if sent > had { (deadline, seen) = (now + Self.beatTime, now) }
  }

  /// Sends as many bytes as the client accepts now.
  func send(_ now: Instant) {
    if stage == .streaming { return flush(now) }
    let had = sent
    let isDone = push()
    if sent > had { deadline = now + Self.stuckTime }
    guard isDone else { return }
    output = []
    if closes {
      shutdown(socket, Int32(SHUT_WR))
      input = []
      stage = .draining
      deadline = now + Self.drainTime
    } else {
      stage = .reading
      seen = now
      deadline = now + (input.isEmpty ? Self.idleTime : Self.headTime)
    }
  }

  /// Sends more of the output; returns true if all output is sent.
  private func push() -> Bool {
    while sent < output.count {
      // Safety: the remaining output is read during the call.
      let count = unsafe output.withUnsafeBytes { bytes in
        unsafe Glibc.send(
          socket, bytes.baseAddress! + sent, bytes.count - sent,
          Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN { return false }
      guard count > 0 else {
        end()
        return false
      }
      sent += count
    }
    return true
  }
}
