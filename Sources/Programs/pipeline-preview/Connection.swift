import Glibc

/// One client of the server. Nothing that it does or leaves undone makes the server wait.
final class Connection {
  enum Phase {
    /// A head is awaited.
    case reading
    /// Another thread works on the answer.
    case waiting
    case writing
    /// All is said; what still comes is thrown away, so that the client can read the answer first.
    case draining
    case over
  }
  typealias Instant = ContinuousClock.Instant

  let number: Int
  let socket: Int32
  /// It has shown the token.
  var isKnown = false
  private(set) var stage = Phase.reading
  /// The time at which it is closed unless something happens.
  private(set) var deadline: Instant
  /// The time at which it came, or was last heard of once it is known.
  private(set) var seen: Instant
  private var input: [UInt8] = []
  /// The length of the input's beginning that is known to hold no end of a head.
  private var searched = 0
  private var output: [UInt8] = []
  private var sent = 0
  private var closes = false
  private var drained = 0
  private var asker: Asker?

  init(_ number: Int, _ socket: Int32, _ now: Instant) {
    self.number = number
    self.socket = socket
    seen = now
    deadline = now + Self.headTime
  }

  deinit {
    asker?.goAway()
    close(socket)
  }

  private static let headTime = Duration.seconds(10)
  /// The page asks four times a second.
  private static let idleTime = Duration.seconds(60)
  /// Without one byte being taken.
  private static let stuckTime = Duration.seconds(20)
  /// The time for an answer that others work on.
  private static let answerTime = Duration.seconds(600)
  private static let drainTime = Duration.seconds(2)
  /// Bytes; who goes on sending does not read the answer.
  private static let drainLimit = 4 << 20

  /// The events that poll looks for.
  var interest: Int16 {
    switch stage {
    case .reading, .draining: Int16(POLLIN)
    case .writing: Int16(POLLOUT)
    case .waiting: 0x2000  // POLLRDHUP: the client has gone.
    case .over: 0
    }
  }

  func end() { stage = .over }

  /// Takes what has come.
  func receive(_ now: Instant) {
    var bytes = [UInt8](repeating: 0, count: 16 * 1024)
    // Unsafe: recv writes at most as many bytes as there are.
    let count = unsafe recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return }
    guard count > 0 else { return end() }
    guard stage == .reading else {
      drained += count
      if drained > Self.drainLimit { end() }
      return
    }
    // Who has not shown the token gets no more time for sending slowly.
    if isKnown && input.isEmpty { deadline = now + Self.headTime }
    input += bytes[..<count]
  }

  /// The next head, once it is there whole.
  func takeHead() -> ArraySlice<UInt8>? {
    guard stage == .reading else { return nil }
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

  /// The head is longer than any browser's.
  var isTooLong: Bool { stage == .reading && input.count > Request.headLimit }

  /// The answer comes from another thread. `closing`: it is the last one.
  func wait(as asker: Asker, closing: Bool, _ now: Instant) {
    self.asker = asker
    closes = closing
    stage = .waiting
    deadline = now + Self.answerTime
  }

  /// `closing`: no other request is taken; what `wait` said holds as well.
  func answer(_ response: Response, closing: Bool = false, _ now: Instant) {
    guard stage != .over else { return }
    asker = nil
    closes = closes || closing || response.isLast
    output = response.bytes(closing: closes)
    sent = 0
    stage = .writing
    deadline = now + Self.stuckTime
    send(now)
  }

  /// Sends as much as the client takes now.
  func send(_ now: Instant) {
    while sent < output.count {
      // Unsafe: the rest of the output is read during the call.
      let count = unsafe output.withUnsafeBytes { bytes in
        unsafe Glibc.send(
          socket, bytes.baseAddress! + sent, bytes.count - sent,
          Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN { return }
      guard count > 0 else { return end() }
      sent += count
      deadline = now + Self.stuckTime
    }
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
}
