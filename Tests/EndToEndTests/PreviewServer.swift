import Foundation
import Glibc
import Testing

/// A running `pipeline preview`, which tests access as its page does, or as a foreign client does.
final class PreviewServer {
  /// The answer of `/document`.
  struct Report: Decodable {
    struct Document: Decodable {
      struct Step: Decodable {
        var pointer: String?
        var what: String
        var start: Double
        var end: Double
        var targets: [String]
      }
      var version: Int
      var hash: String
      var text: String
      var frames: Int
      var duration: Double
      var undo: Int
      var redo: Int
      var steps: [Step]
    }
    struct Problems: Decodable {
      struct Problem: Decodable {
        var line: Int?
        var pointer: String
        var message: String
      }
      var hash: String?
      var problems: [Problem]
    }
    var document: Document?
    var problems: Problems?
  }

  let process = Process()
  let port: UInt16
  let token: String
  private let pipe = Pipe()
  /// The file with the messages that the server and its children print.
  private let errors: URL

  init(
    _ folder: Folder, temporary: Folder, document: String? = "doc.json", options: [String] = [],
    asNobody: Bool = false
  ) throws {
    let pipeline = Program.folder.appending(path: "pipeline").path(percentEncoded: false)
    var words = [pipeline, "preview"] + (document.map { [$0] } ?? []) + ["--port", "0"] + options
    if asNobody {
      words = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + words
    }
    process.executableURL = URL(filePath: words[0])
    process.arguments = Array(words.dropFirst())
    process.currentDirectoryURL = folder.url
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["TMPDIR": temporary.url.path(percentEncoded: false), "SWIFT_BACKTRACE": "enable=no"]
    ) { $1 }
    process.standardOutput = pipe
    errors = temporary.url.deletingLastPathComponent().appending(
      path: "preview-errors-\(UUID().uuidString)")
    try Data().write(to: errors)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    let line = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
    let match = try #require(
      line.firstMatch(of: /http:\/\/127\.0\.0\.1:(\d+)\/\?token=([0-9a-f]{32})\s/), "\(line)")
    port = try #require(UInt16(match.1))
    token = String(match.2)
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    let said = (try? Data(contentsOf: errors)) ?? Data()
    if said.firstRange(of: Data("Sanitizer".utf8)) != nil {
      Issue.record("\(String(decoding: said.prefix(4_000), as: UTF8.self))")
    }
    try? FileManager.default.removeItem(at: errors)
  }

  // MARK: Asking as the page does

  struct Page: Sendable {
    let port: UInt16
    let token: String

    /// Returns the body and the status of the answer. The call waits without releasing its thread, because the test
    /// would continue minutes later when many tests run.
    func get(_ path: String) throws -> (Data, Int) { try ask("GET", path, "") }

    /// Sends JSON and returns the answer.
    func post(_ path: String, _ json: String) throws -> (Data, Int) { try ask("POST", path, json) }

    /// Drops a file on the page.
    func drop(_ name: String, _ bytes: Data) throws -> (String, Int) {
      let plain = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: ".-_"))
      let word = name.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
      let (data, status) = try ask("POST", "drop?name=\(word)", Array(bytes))
      return (String(decoding: data, as: UTF8.self), status)
    }

    private func ask(_ method: String, _ path: String, _ body: String) throws -> (Data, Int) {
      try ask(method, path, Array(body.utf8))
    }

    private func ask(_ method: String, _ path: String, _ body: [UInt8]) throws -> (Data, Int) {
      let mark = path.contains("?") ? "&" : "?"
      let line = try PreviewServer.connect(to: port)
      defer { close(line) }
      PreviewServer.send(
        Array(
          """
          \(method) /\(path)\(mark)token=\(token) HTTP/1.1\r
          Host: 127.0.0.1:\(port)\r
          Connection: close\r
          Content-Length: \(body.count)\r
          \r

          """.utf8) + body, to: line)
      let answer = PreviewServer.readAll(line)
      let end = try #require(answer.firstRange(of: Data("\r\n\r\n".utf8)), "\(path): no head")
      let status = Int(String(decoding: answer.prefix(12).suffix(3), as: UTF8.self)) ?? 0
      return (Data(answer[end.upperBound...]), status)
    }
  }

  var page: Page { Page(port: port, token: token) }

  func get(_ path: String) throws -> (Data, Int) { try page.get(path) }

  func post(_ path: String, _ json: String) throws -> (Data, Int) { try page.post(path, json) }

  private func report() throws -> Report {
    try JSONDecoder().decode(Report.self, from: try get("document").0)
  }

  /// Returns the first report that satisfies a condition, or the last report if none does.
  func report(until holds: (Report) -> Bool) throws -> Report {
    var last = try report()
    for _ in 0..<3000 where !holds(last) {
      usleep(10_000)
      last = try report()
    }
    return last
  }

  /// Returns the document when the studio shows the current file.
  func document() throws -> Report.Document {
    try #require(try report { $0.document != nil && $0.problems == nil }.document)
  }

  // MARK: Asking as a stranger does

  /// Returns a connected socket, which the caller closes.
  func connect() throws -> Int32 { try Self.connect(to: port) }

  static func connect(to port: UInt16) throws -> Int32 {
    let line = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    // Safety: the address is read during the call.
    let isOpen = unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe Glibc.connect(line, address, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    try #require(isOpen, "errno \(errno)")
    var patience = timeval(tv_sec: 30, tv_usec: 0)
    // Safety: the time is read during the call.
    unsafe setsockopt(
      line, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    return line
  }

  /// Sends bytes; returns false if the server no longer accepts them.
  @discardableResult
  static func send(_ bytes: [UInt8], to line: Int32) -> Bool {
    // Safety: the bytes are read during the call.
    unsafe Glibc.send(line, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }

  /// Returns all data until the server closes the connection.
  static func readAll(_ line: Int32) -> Data {
    var text = Data()
    var bytes = [UInt8](repeating: 0, count: 64 * 1024)
    // Safety: recv writes at most as many bytes as there are.
    while case let count = unsafe recv(line, &bytes, bytes.count, 0), count > 0 {
      text += bytes[..<count]
    }
    return text
  }

  /// Returns the status of the answer to a request; 0 if there is no answer.
  func answer(to head: String) throws -> Int {
    let line = try connect()
    defer { close(line) }
    Self.send(Array(head.utf8), to: line)
    return Int(String(decoding: Self.readAll(line).dropFirst(9).prefix(3), as: UTF8.self)) ?? 0
  }

  // MARK: What it is made of

  var descriptors: Int {
    (try? FileManager.default.contentsOfDirectory(
      atPath: "/proc/\(process.processIdentifier)/fd"))?.count ?? 0
  }

  /// The server's maximum memory use so far, in KiB.
  var peak: Int {
    let file = "/proc/\(process.processIdentifier)/status"
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    return text.firstMatch(of: /VmHWM:\s+(\d+)/).flatMap { Int($0.1) } ?? 0
  }

  /// The processes that the server started, and their descendants.
  var family: [pid_t] {
    var parents: [pid_t: pid_t] = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
      if let pid = pid_t(name) { parents[pid] = Self.state(of: pid)?.parent }
    }
    return parents.keys.filter { pid in
      var ancestor = parents[pid]
      while let next = ancestor, next != process.processIdentifier { ancestor = parents[next] }
      return ancestor != nil
    }
  }

  /// Returns whether a process listens for connections.
  static func listens(_ pid: pid_t) -> Bool {
    let folder = "/proc/\(pid)/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let sockets = names.compactMap { name -> String? in
      let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
      guard let link, link.hasPrefix("socket:[") else { return nil }
      return String(link.dropFirst("socket:[".count).dropLast())
    }
    let table = (try? String(contentsOfFile: "/proc/\(pid)/net/tcp", encoding: .utf8)) ?? ""
    // In a row of the table, the fourth field is the state, where 0A means listening, and the tenth is the socket.
    for row in table.split(separator: "\n") {
      let fields: [Substring] = row.split(separator: " ")
      if fields.count > 9, fields[3] == "0A", sockets.contains(String(fields[9])) { return true }
    }
    return false
  }

  /// Returns the name of a process.
  static func name(of pid: pid_t) -> String {
    let name = try? String(contentsOfFile: "/proc/\(pid)/comm", encoding: .utf8)
    return name?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
  }

  /// Returns whether a process is running; a process that has ended but was not reaped does not count.
  static func isAlive(_ pid: pid_t) -> Bool { state(of: pid).map { $0.letter != "Z" } ?? false }

  private static func state(of pid: pid_t) -> (letter: String, parent: pid_t)? {
    guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return nil }
    let words = text[text.index(after: end)...].split(separator: " ")
    return pid_t(words[1]).map { (String(words[0]), $0) }
  }
}
