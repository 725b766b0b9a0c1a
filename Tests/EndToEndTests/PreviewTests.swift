import Foundation
import Glibc
import TestSupport
import Testing

/// Tests `pipeline preview` with the requests of its page, and with those of other clients.
@Suite struct PreviewTests {
  private static let isLong = ProcessInfo.processInfo.environment["PIPELINE_LONG"] != nil

  private static let document = """
    { "version": 1, "canvas": { "size": [40, 30], "scale": 1, "fps": 10, "background": "#204060" },
      "layers": [ { "id": "box", "frame": [0, 0, 10, 10], "backgroundColor": "#f80" } ],
      "timeline": { "targets": "box", "duration": 0.5,
        "keyframes": [ { "translate": [0, 0] }, { "translate": [30, 20] } ] } }
    """

  /// A document that takes minutes to draw.
  private static let slow = document.replacingOccurrences(
    of: "\"duration\": 0.5", with: "\"duration\": 5000"
  ).replacingOccurrences(of: "[40, 30]", with: "[1000, 1000]")

  private let folder: Folder
  private let temporary: Folder

  init() throws {
    (folder, temporary) = (try Folder(), try Folder())
    try folder.write(Self.document, to: "doc.json")
  }

  @Test func showsWhatTheDocumentSaysNow() throws {
    let server = try PreviewServer(folder, temporary: temporary)
    let (page, code) = try server.get("")
    let text = String(decoding: page, as: UTF8.self)
    #expect(code == 200 && text.contains("<canvas"))
    // The page loads every file with the token.
    let loaded = text.matches(of: /"\/([a-z]+\.(?:js|css)\?token=[0-9a-f]+)"/).map { $0.1 }
    #expect(loaded.count > 2)
    for path in loaded {
      let (words, code) = try server.get("\(path.prefix { $0 != "?" })")
      #expect(code == 200 && !words.isEmpty, "\(path)")
    }

    let first = try server.document()
    #expect(first.frames == 5 && first.duration == 0.5)
    #expect(first.steps.map(\.pointer) == ["/timeline"] && first.steps[0].targets == ["box"])
    try Program.pipeline(
      ["run", "doc.json", "--frames", "3-3", "-o", "out/%d.png"], in: folder.url)
    #expect(try server.get("frames/\(first.version)/3").0 == folder.data("out/3.png"))
    #expect(try server.get("frames/\(first.version)/5").1 == 404)
    let (layers, found) = try server.get("layers?at=0.25")
    #expect(found == 200)
    let inspection = try JSONDecoder().decode(Inspection.self, from: layers)
    #expect(inspection["box"]?.frame == [15, 10, 10, 10])

    // An error is shown as `run` reports it; after its correction the frames are shown again.
    try folder.write(
      Self.document.replacingOccurrences(of: "\"targets\"", with: "\"tragets\""), to: "doc.json")
    let broken = try server.report { $0.problems != nil }.problems?.problems.first
    #expect(broken?.message.contains("tragets") == true && broken?.line == 3, "\(broken as Any)")
    // The last valid version is still shown.
    #expect(try server.get("frames/\(first.version)/3").1 == 200)
    try folder.write(
      Self.document.replacingOccurrences(of: "0.5", with: "0.7"), to: "doc.json")
    let mended = try server.report { $0.document?.frames == 7 && $0.problems == nil }
    #expect(mended.document?.frames == 7)
    #expect(try server.get("frames/\(first.version)/3").1 == 410)

    server.process.terminate()
    server.process.waitUntilEnd()
    #expect(server.process.terminationStatus == 143)
    #expect(try temporary.files() == [])
  }

  /// The pictures of a drag are those of the file, of a layer that stands alone and of one that a step moves.
  @Test func aDragShowsTheFile() throws {
    let alone = """
      "layers": [ { "id": "alone", "frame": [20, 2, 8, 8], "backgroundColor": "#0f0" },
      """
    try folder.write(
      Self.document.replacingOccurrences(of: "\"layers\": [", with: alone), to: "doc.json")
    let server = try PreviewServer(folder, temporary: temporary)
    let start = try server.document()
    #expect(try server.get("frames/\(start.version)/2").1 == 200)
    for (layer, size) in [(0, 8), (1, 10)] {
      for x in [3, 14] {
        let hash = try Program.tool("sha256sum", [folder.path("doc.json")]).output.prefix(64)
        let (picture, code) = try server.post(
          "edit",
          """
          { "base": "\(hash)", "merge": "drag \(layer)", "frame": 2, "drags": true,
            "edits": [ { "pointer": "/layers/\(layer)/frame", "value": [\(x), 9, \(size), \(size)] } ] }
          """)
        #expect(code == 200)
        try Program.pipeline(
          ["run", "doc.json", "--frames", "2-2", "-o", "out/%d.png"], in: folder.url)
        #expect(try picture == folder.data("out/2.png"), "layer \(layer) at \(x)")
      }
    }
    // The document follows when the drag rests.
    let saved = try folder.data("doc.json")
    let end = try #require(
      try server.report { $0.document.map { Data($0.text.utf8) == saved } ?? false }.document)
    #expect(end.undo == 2)
    #expect(try server.get("frames/\(end.version)/2").0 == folder.data("out/2.png"))
  }

  @Test func saysWhenThereIsNoDocument() throws {
    let result = try Program.pipeline(["preview", "nowhere.json"])
    #expect(result.status == 66 && result.errors == "error: nowhere.json: no such file\n")
  }

  @Test func saysWhenThePortIsTaken() throws {
    let server = try PreviewServer(folder, temporary: temporary)
    let result = try Program.pipeline(
      ["preview", "doc.json", "--port", "\(server.port)"], in: folder.url)
    #expect(result.status == 75)
    #expect(result.errors.hasPrefix("error: port \(server.port) is taken;"))
  }

  /// The program ends even if nobody reads its output.
  @Test(arguments: Effort.spread([SIGINT, SIGTERM, SIGHUP], test: 1)) func endsBehindAFullPipe(
    signal: Int32
  ) throws {
    let pipe = Pipe()
    let end = pipe.fileHandleForWriting.fileDescriptor
    _ = fcntl(end, F_SETFL, O_NONBLOCK)
    let page = [UInt8](repeating: 32, count: 4_096)
    while unsafe write(end, page, page.count) > 0 {}
    _ = fcntl(end, F_SETFL, 0)
    let process = Process()
    process.executableURL = Program.folder.appending(path: "pipeline")
    process.arguments = ["preview", "doc.json", "--port", "0"]
    process.currentDirectoryURL = folder.url
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["TMPDIR": temporary.path("")]
    ) { $1 }
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    // The server replaces the program, and listens a moment later.
    let link = "/proc/\(process.processIdentifier)/exe"
    while process.isRunning,
      try !FileManager.default.destinationOfSymbolicLink(atPath: link).hasSuffix("-preview")
    {
      usleep(1_000)
    }
    while process.isRunning, !PreviewServer.listens(process.processIdentifier) { usleep(1_000) }
    kill(process.processIdentifier, signal)
    process.waitUntilEnd()
    let status = process.terminationStatus
    #expect(process.terminationReason == .exit ? status == 128 + signal : status == signal)
    #expect(try temporary.files() == [])
  }

  @Test func saysWhenItsAddressCannotBePrinted() throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let process = Process()
    process.executableURL = Program.folder.appending(path: "pipeline")
    process.arguments = ["preview", "doc.json", "--port", "0"]
    process.currentDirectoryURL = folder.url
    process.standardOutput = full
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilEnd()
    #expect(process.terminationStatus == 74)
  }

  /// Clients other than the page that was opened by the printed address get no answer from any route.
  @Test func answersOnlyItsOwnPage() throws {
    let server = try PreviewServer(folder, temporary: temporary)
    let (port, token) = (server.port, server.token)
    let (host, query) = ("Host: 127.0.0.1:\(port)\r\n", "token=\(token)")
    // Each case has the query, the headers, and whether the client is the page.
    let asked: [(String, String, Bool)] = [
      (query, host, true),
      (query, "Host: localhost:\(port)\r\n", true),
      (query, host + "Origin: http://127.0.0.1:\(port)\r\nSec-Fetch-Site: same-origin\r\n", true),
      (query, host + "Sec-Fetch-Site: none\r\n", true),
      (query, "", false),
      (query, "Host: evil.example\r\n", false),
      (query, "Host: evil.example:\(port)\r\n", false),
      (query, "Host: 127.0.0.1.evil.example:\(port)\r\n", false),
      (query, "Host: 127.0.0.1\r\n", false),
      (query, "Host: 127.0.0.1:\(port &+ 1)\r\n", false),
      (query, "Host: [::1]:\(port)\r\n", false),
      (query, host + "Host: evil.example\r\n", false),
      (query, host + host, false),
      (query, "X-Host: 127.0.0.1:\(port)\r\n", false),
      (query, host + "Origin: http://evil.example\r\n", false),
      (query, host + "Origin: null\r\n", false),
      (query, host + "Origin: https://127.0.0.1:\(port)\r\n", false),
      (query, host + "Origin: http://127.0.0.1:\(port &+ 1)\r\n", false),
      (query, host + "Sec-Fetch-Site: cross-site\r\n", false),
      (query, host + "Sec-Fetch-Site: same-site\r\n", false),
      ("", host, false),
      ("token=", host, false),
      ("token=\(token.dropLast())", host, false),
      ("token=\(token)0", host, false),
      ("token=\(token.uppercased())g", host, false),
      ("token=\(String(repeating: "0", count: 32))", host, false),
      ("token=\(String(token.reversed()))x", host, false),
      ("\(query)&\(query)", host, false),
      ("Token=\(token)", host, false),
      ("at=0&token%3D\(token)", host, false),
      ("", host + "Cookie: \(query)\r\nAuthorization: Bearer \(token)\r\n", false),
    ]
    for path in ["/", "/document", "/events", "/studio.js", "/frames/1/0", "/layers", "/nowhere"] {
      for (query, headers, isPage) in asked {
        let head = "GET \(path)?\(query) HTTP/1.1\r\nConnection: close\r\n\(headers)\r\n"
        if isPage, path == "/events" { continue }
        let code = try server.answer(to: head)
        #expect((code == 403) == !isPage, "\(code): \(head)")
      }
    }
    #expect(try server.get("document").1 == 200)
  }

  /// Even with the token, a path does not lead to other files, and a request that no browser sends gets no answer.
  @Test func leadsNowhereElse() throws {
    let server = try PreviewServer(folder, temporary: temporary)
    _ = try server.document()
    try "secret".write(toFile: temporary.path("0.png"), atomically: true, encoding: .utf8)
    let host = "Host: 127.0.0.1:\(server.port)\r\nConnection: close\r\n"
    func code(_ start: String, _ headers: String = "") throws -> Int {
      let start = start.replacingOccurrences(of: "TOKEN", with: "token=\(server.token)")
      return try server.answer(to: "\(start)\r\n\(host)\(headers)\r\n")
    }
    #expect(try code("GET /frames/1/0?TOKEN HTTP/1.1") == 200)
    let paths = [
      "/../../etc/passwd", "/frames/../../0", "/frames/1/../../../0", "/frames/%2e%2e/0",
      "/frames/..%2f..%2f/0", "/frames/%252e%252e/0", "/frames/1/0%00", "/frames/1/%30",
      "/frames/1/0.png", "/frames/1/-1", "/frames/1/+0", "/frames//0", "/frames/1/", "/frames/1/0/",
      "//frames/1/0", "/frames/1/99999999999999999999", "/page.html", "/document/", "/%64ocument",
      "/edit/", "/Page/studio.js", "/studio.js/..",
      "/.", "/frames/1/0;x", "/é", "/stat\tus", "/frames/1/٣",
    ]
    for path in paths { #expect(try code("GET \(path)?TOKEN HTTP/1.1") == 404, "\(path)") }
    let broken = [
      "GET /frames/1/0\0?TOKEN HTTP/1.1", "GET /stat\u{7}us?TOKEN HTTP/1.1",
      "GET /\u{1B}?TOKEN HTTP/1.1", "GET http://127.0.0.1/?TOKEN HTTP/1.1",
      "GET ../?TOKEN HTTP/1.1",
      "GET /?TOKEN HTTP/2.0", "GET /?TOKEN", "GET  /?TOKEN HTTP/1.1", "/?TOKEN HTTP/1.1", "",
      "GET /?TOKEN HTTP/1.1\nX: y", "GET /?TOKEN HTTP/1.1\r\n X: y", "GET /?TOKEN HTTP/1.1\r\nX y",
      "GET /?TOKEN HTTP/1.1\r\nX : y", "GET /?TOKEN HTTP/1.1\r\n: y",
    ]
    for start in broken { #expect(try code(start) == 403, "\(start)") }
    for method in ["POST", "HEAD", "OPTIONS", "PUT", "DELETE", "get"] {
      #expect(try code("\(method) /?TOKEN HTTP/1.1") == 405, "\(method)")
    }
    for path in ["edit", "undo", "redo", "look", "gesture", "track"] {
      #expect(try code("GET /\(path)?TOKEN HTTP/1.1") == 405, "\(path)")
      for body in ["", "{", "[]", "{}{}", "\"\"", "{\"base\":1}"] where path != "look" {
        let (_, status) = try server.post(path, body)
        #expect([400, 404].contains(status), "\(path): \(body): \(status)")
      }
    }
    for at in ["", "?at=", "at=x", "at=-1", "at=nan", "at=inf", "at=1&at=2"] {
      #expect(try code("GET /layers?\(at)&TOKEN HTTP/1.1") == 400, "\(at)")
    }
    for body in [
      "Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n", "Content-Length: -0\r\n",
    ] {
      #expect(try code("GET /document?TOKEN HTTP/1.1", body) == 413, "\(body)")
    }
    #expect(try server.get("document").1 == 200)
  }

  /// Requests of foreign clients use few resources for a limited time, and do not block the page.
  @Test func boundsWhatStrangersTakeUp() throws {
    let server = try PreviewServer(folder, temporary: temporary)
    _ = try server.document()
    let (descriptors, memory) = (server.descriptors, server.peak)
    let host = "Host: 127.0.0.1:\(server.port)\r\n"

    // The connections send little or nothing.
    var lines: [Int32] = []
    defer { for line in lines { close(line) } }
    for i in 0..<500 {
      let line = try server.connect()
      lines.append(line)
      if i % 2 == 0 {
        PreviewServer.send(Array("GET /document HTTP/1.1\r\n\(host)X".utf8), to: line)
      }
      if i % 50 == 49 { #expect(try server.get("document").1 == 200, "beside \(i)") }
    }
    #expect(server.descriptors <= descriptors + 64)

    // More pages than the limit open event streams and do not read them.
    for i in 0..<40 {
      let line = try server.connect()
      lines.append(line)
      PreviewServer.send(
        Array("GET /events?token=\(server.token) HTTP/1.1\r\n\(host)\r\n".utf8), to: line)
      if i % 10 == 9 { #expect(try server.get("document").1 == 200, "beside \(i) that listen") }
    }

    // A client sends a head without an end, in large and in small pieces.
    for piece in [60_000, 500] {
      let line = try server.connect()
      PreviewServer.send(Array("GET / HTTP/1.1\r\n\(host)".utf8), to: line)
      var sent = 0
      let field = Array("X: \(String(repeating: "x", count: piece))\r\n".utf8)
      while sent < 64 << 20, PreviewServer.send(field, to: line) { sent += field.count }
      #expect(sent < 64 << 20, "a server that reads on and on")
      close(line)
    }

    // A client sends a body that the server did not request.
    let line = try server.connect()
    lines.append(line)
    PreviewServer.send(
      Array("POST / HTTP/1.1\r\n\(host)Content-Length: 1073741824\r\n\r\n".utf8), to: line)
    let piece = [UInt8](repeating: 0, count: 1 << 20)
    var pieces = 0
    while pieces < 1024, PreviewServer.send(piece, to: line) { pieces += 1 }
    #expect(pieces < 64, "MiB")

    // The bodies are announced, not announced, or to be requested by the server.
    for (length, token) in [
      ("Content-Length: 1073741824", true), ("Content-Length: 1073741824", false),
      ("Transfer-Encoding: chunked", true),
      ("Content-Length: 1073741824\r\nExpect: 100-continue", true),
    ] {
      let line = try server.connect()
      let query = token ? "?token=\(server.token)" : ""
      PreviewServer.send(
        Array("POST /edit\(query) HTTP/1.1\r\n\(host)\(length)\r\n\r\n".utf8), to: line)
      let answer = String(decoding: PreviewServer.readAll(line), as: UTF8.self)
      #expect(answer.hasPrefix(token ? "HTTP/1.1 413" : "HTTP/1.1 403"), "\(answer)")
      close(line)
    }

    // The clients send many requests in one piece and do not read the answers.
    for _ in 0..<80 {
      let line = try server.connect()
      lines.append(line)
      let head = "GET /?token=\(server.token) HTTP/1.1\r\n\(host)\r\n"
      PreviewServer.send(Array(String(repeating: head, count: 200).utf8), to: line)
    }
    #expect(try server.get("document").1 == 200)
    #expect(server.descriptors <= descriptors + 64)
    // The address sanitizer keeps freed memory for some time.
    #expect(
      Sanitizer.current != nil || server.peak < memory + 32 * 1024,
      "\(server.peak) KiB, from \(memory)")
  }

  /// A persistent connection answers one request after another, even if they arrived together.
  @Test func keepsConnections() throws {
    let server = try PreviewServer(folder, temporary: temporary)
    _ = try server.document()
    let line = try server.connect()
    defer { close(line) }
    func head(_ path: String, _ more: String = "") -> String {
      "GET \(path)?token=\(server.token)&at=0 HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\(more)\r\n"
    }
    let heads = Array(
      (head("/document") + head("/layers") + head("/frames/9/9")
        + head("/", "Connection: close\r\n")).utf8)
    for byte in heads.prefix(120) { PreviewServer.send([byte], to: line) }
    PreviewServer.send(Array(heads.dropFirst(120)), to: line)
    let text = String(decoding: PreviewServer.readAll(line), as: UTF8.self)
    let answers = text.matches(of: /HTTP\/1\.1 (\d+)/).map { $0.1 }
    #expect(answers == ["200", "200", "410", "200"])
  }

  @Test func leaksNothing() throws {
    let server = try PreviewServer(folder, temporary: temporary)
    _ = try server.document()
    for _ in 0..<5 { _ = try server.get("layers?at=0.1") }
    let before = server.descriptors
    for i in 0..<(Self.isLong ? 300 : 30) {
      #expect(try server.get("layers?at=0.\(i % 5)").1 == 200)
    }
    #expect(server.descriptors <= before + 2)
    // Clients that disconnect before the answer also leave nothing behind.
    for _ in 0..<10 {
      let line = try server.connect()
      PreviewServer.send(
        Array(
          "GET /layers?at=0&token=\(server.token) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n"
            .utf8), to: line)
      close(line)
    }
    _ = try server.get("layers?at=0.1")
    #expect(server.descriptors <= before + 2)
  }

  @Test func showsTwoPagesAtOnce() async throws {
    let server = try PreviewServer(folder, temporary: temporary)
    let version = try server.document().version
    @Sendable func ask(_ page: PreviewServer.Page) throws -> Set<Int> {
      var codes: Set<Int> = []
      for i in 0..<5 {
        for path in ["layers?at=0.\(i)", "frames/\(version)/\(i)", "document"] {
          codes.insert(try page.get(path).1)
        }
      }
      return codes
    }
    let page = server.page
    async let one = ask(page)
    async let other = ask(page)
    let codes = try await (one, other)
    #expect(codes == ([200], [200]))
  }

  enum End: CaseIterable, Sendable { case asked, killed, crashed, withItsGroup }

  /// However the server ends, its processes and files are gone two seconds later.
  @Test(
    arguments: Effort.spread(End.allCases, test: 2),
    Effort.spread(getuid() == 0 ? [false, true] : [false], test: 1))
  func leavesNothing(_ end: End, asNobody: Bool) throws {
    try folder.write(Self.slow, to: "doc.json")
    // Safety: the path is read during the call.
    unsafe chmod(temporary.url.path(percentEncoded: false), 0o777)
    let server = try PreviewServer(folder, temporary: temporary, asNobody: asNobody)
    _ = try server.document()
    let family = server.family
    #expect(!family.isEmpty, "the renderer")
    let pid = server.process.processIdentifier
    switch end {
    case .asked: kill(pid, SIGTERM)
    case .killed: kill(pid, SIGKILL)
    case .crashed: kill(pid, SIGSEGV)
    case .withItsGroup:
      for child in family { kill(child, SIGKILL) }
      kill(pid, SIGKILL)
    }
    for _ in 0..<40 {
      if !family.contains(where: PreviewServer.isAlive) { break }
      usleep(50_000)
    }
    #expect(try temporary.files() == [])
    #expect(family.filter(PreviewServer.isAlive) == [])
    server.process.waitUntilEnd()
  }

  /// If the renderer is killed, the page is informed, and a new renderer continues with the current document.
  @Test func outlivesItsRenderer() throws {
    let server = try PreviewServer(folder, temporary: temporary)
    let version = try server.document().version
    let events = try server.connect()
    defer { close(events) }
    PreviewServer.send(
      Array(
        "GET /events?token=\(server.token) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n".utf8),
      to: events)
    for child in server.family where PreviewServer.name(of: child) == "pipeline-studio" {
      kill(child, SIGKILL)
    }
    let next = try server.report { ($0.document?.version ?? 0) > version }.document
    #expect(try server.get("frames/\(#require(next).version)/0").1 == 200)
    var told = ""
    var bytes = [UInt8](repeating: 0, count: 64 * 1024)
    // Safety: recv writes at most as many bytes as there are.
    while !told.contains("\"version\":\(version + 1)"),
      case let count = unsafe recv(events, &bytes, bytes.count, 0), count > 0
    {
      told += String(decoding: bytes[..<count], as: UTF8.self)
    }
    #expect(
      told.contains("event: renderer\ndata: {\"message\":\"the renderer was ended by signal 9"))
  }
}
