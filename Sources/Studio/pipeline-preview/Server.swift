import Glibc
import StudioProtocol

/// A web server for one page, on the loopback interface unless another address is given. One thread waits for all sockets.
/// The resources of clients are limited to `Server.connections` sockets, and for each socket to the head of a request.
final class Server {
  enum Failure: Error {
    case port(errno: Int32)
    case system(errno: Int32)
  }

  /// The maximum number of connections; a new connection replaces an idle one.
  static let connections = 64
  /// The maximum number of pages that receive events at the same time.
  static let streams = 16

  let port: UInt16
  let messages: MessageQueue
  private let filter: RequestFilter
  /// The server's own name and port, as browsers send them in requests.
  private let place: String
  private let listener: Int32
  private var open: [Connection] = []
  private var count = 0

  /// Opens the server's socket; port 0 selects any free port.
  init(_ job: Job) throws(Failure) {
    guard let messages = MessageQueue() else { throw .system(errno: errno) }
    self.messages = messages
    let listener = socket(
      AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard listener >= 0 else { throw .system(errno: errno) }
    self.listener = listener
    var yes: Int32 = 1
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = job.port.bigEndian
    // Safety: the call reads the text and writes the address.
    guard unsafe inet_pton(AF_INET, job.listen, &address.sin_addr) == 1 else {
      throw .port(errno: EADDRNOTAVAIL)
    }
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    // Safety: the calls read and write the number and the address during the call.
    unsafe setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(listener, address, size) == 0 && listen(listener, 128) == 0
          && getsockname(listener, address, &size) == 0
      }
    }
    guard isBound else { throw .port(errno: errno) }
    self.port = UInt16(bigEndian: address.sin_port)
    filter = RequestFilter(port: self.port, own: job.hosts)
    let isAny = job.listen == "0.0.0.0"
    let name = job.hosts.first ?? (isAny ? "127.0.0.1" : job.listen)
    place = name.contains(":") ? name : "\(name):\(self.port)"
  }

  /// The address of the page for the browser.
  var address: String { "http://\(place)/?token=\(filter.token)" }

  /// Answers requests until a message with a signal arrives; returns the number of the signal.
  func run(_ site: Site) -> Int32 {
    while true {
      var entries =
        [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
        + [pollfd(fd: messages.bell, events: Int16(POLLIN), revents: 0)]
        + open.map { pollfd(fd: $0.socket, events: $0.interest, revents: 0) }
      // Safety: poll writes the events into the entries.
      _ = unsafe poll(&entries, nfds_t(entries.count), patience)
      let now = ContinuousClock.now
      for letter in messages.takeAll() {
        switch letter {
        case .signal(let number): return number
        case .answer(let response, let number):
          guard let connection = open.first(where: { $0.number == number }) else { continue }
          connection.answer(response, now)
          serve(connection, site, now)
        case .event(let name, let json):
          let event = Response.event(name, json)
          for connection in open { connection.add(event, now) }
        }
      }
      for (connection, entry) in zip(open, entries[2...]) where entry.revents != 0 {
        handle(connection, entry.revents, site, now)
      }
      for connection in open where connection.stage == .streaming && connection.deadline <= now {
        connection.beat(now)
      }
      open.removeAll { $0.stage == .over || $0.deadline <= now }
      if entries[0].revents != 0 { accept(now) }
    }
  }

  /// The number of milliseconds until the next deadline.
  private var patience: Int32 {
    guard let next = open.map(\.deadline).min() else { return -1 }
    let left = (next - .now).components
    return Int32(
      clamping: max(0, left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000 + 1))
  }

  private func handle(
    _ connection: Connection, _ events: Int16, _ site: Site, _ now: Connection.Instant
  ) {
    switch connection.stage {
    case .reading, .draining:
      connection.receive(now)
      serve(connection, site, now)
    case .writing:
      connection.send(now)
      serve(connection, site, now)
    case .streaming:
      if events & Int16(POLLIN | POLLHUP | POLLERR) != 0 { connection.receive(now) }
      if events & Int16(POLLOUT) != 0 { connection.send(now) }
    case .waiting, .over:
      connection.end()
    }
  }

  /// Answers the complete requests of a connection, one after another.
  private func serve(_ connection: Connection, _ site: Site, _ now: Connection.Instant) {
    while connection.stage == .reading {
      if let (request, body) = connection.takeBody() {
        answer(request, body, connection, site, now)
        continue
      }
      guard let head = connection.takeHead() else { break }
      guard let request = Request(head: head), filter.admits(request) else {
        connection.answer(.forbidden, now)
        return
      }
      connection.isKnown = true
      if filter.isPhone(request), !site.isForPhones(request.path) {
        connection.answer(.forbidden, now)
        return
      }
      if let refusal = site.refusal(of: request) {
        connection.answer(refusal, closing: !request.keepsConnection, now)
      } else {
        connection.await(request, bytes: request.bodyBytes ?? 0)
      }
    }
    if connection.isTooLong {
      connection.answer(.plain(.headerFieldsTooLarge, isLast: true), now)
    }
  }

  private func answer(
    _ request: Request, _ body: [UInt8], _ connection: Connection, _ site: Site,
    _ now: Connection.Instant
  ) {
    if request.path == "/events" {
      guard open.count(where: { $0.stage == .streaming }) < Self.streams else {
        return connection.answer(
          Response(.refusal(.serviceUnavailable, "too many pages are open")), closing: true, now)
      }
      return connection.stream(site.greeting, now)
    }
    let isCalm = request.parameters("calm") == ["1"]
    let pending = PendingResponse(connection.number, messages, isCalm: isCalm)
    if let answer = site.answer(
      Question(request: request, body: body, filter: filter, pending: pending))
    {
      let response = Response(answer)
      connection.answer(isCalm ? response.calmed : response, closing: !request.keepsConnection, now)
    } else {
      connection.wait(as: pending, closing: !request.keepsConnection, now)
    }
  }

  /// Accepts a few new connections at a time, so that each client can send its request before further connections
  /// replace it.
  private func accept(_ now: Connection.Instant) {
    for _ in 0..<16 {
      let socket = Glibc.accept(listener, nil, nil)
      guard socket >= 0 else {
        // If no descriptor is free, a connection is closed, because the new client would otherwise wait until another
        // client disconnects.
        if errno == EMFILE || errno == ENFILE {
          if open.isEmpty { usleep(100_000) }
          giveUpOne()
        }
        return
      }
      _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
      var yes: Int32 = 1
      // Safety: the call reads the number only while it runs. Without the option TCP_NODELAY, an answer may wait for 40 ms.
      unsafe setsockopt(
        socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
      if open.count == Self.connections { giveUpOne() }
      count += 1
      open.append(Connection(count, socket, now))
    }
  }

  /// Closes the oldest connection that never sent the token, or else the connection that has been idle
  /// longest.
  private func giveUpOne() {
    func rank(_ c: Connection) -> Int {
      !c.isKnown || c.stage == .draining
        ? 0 : c.stage == .reading ? 1 : c.stage == .streaming ? 3 : 2
    }
    let i = open.indices.min { (rank(open[$0]), open[$0].seen) < (rank(open[$1]), open[$1].seen) }
    if let i { open.remove(at: i) }
  }
}
