import CPage
import FoundationEssentials

/// The answers there are: the page, and what the page needs.
struct Site {
  let renderer: Renderer
  let errands: BackgroundTasks

  /// The modules of the page, which import each other.
  private static let modules = [
    "studio", "dom", "server", "state", "edit", "player", "stage", "timeline", "inspector",
    "controls", "easing", "feel", "panels", "gallery",
  ]

  /// A file of the page.
  private static func file(_ name: String) -> [UInt8] {
    var count = 0
    // Unsafe: the bytes stay as long as the program runs; they are copied.
    let bytes = unsafe page_file(name, &count)!
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// What the renderer answers: the method, and the first word of the path.
  private static let asked: [String: String] = [
    "frames": "GET", "layers": "GET", "path": "GET", "easing": "GET", "sound.wav": "GET",
    "look": "POST", "edit": "POST", "undo": "POST", "redo": "POST", "gesture": "POST",
    "track": "POST", "animators": "GET", "gallery": "GET", "begin": "POST",
    "compare": "GET",
  ]

  /// The most bytes of a body: pictures are large.
  private static func bodyLimit(_ request: Request) -> Int {
    request.method != "POST" ? 0 : request.path == "/begin" ? 64 << 20 : 1 << 20
  }

  /// The answer to a request that is not to be heard; nil when it is, and its body with it.
  func refusal(of request: Request) -> Response? {
    guard let count = request.bodyBytes, count <= Self.bodyLimit(request) else {
      return .plain("413 Content Too Large", isLast: true)
    }
    guard request.method == "GET" || request.method == "POST" else {
      return .plain("405 Method Not Allowed", isLast: true)
    }
    guard let method = method(of: request.path) else { return .notFound }
    guard request.method == method else { return .plain("405 Method Not Allowed", isLast: true) }
    return nil
  }

  /// The method with which a path is asked for; nil when there is nothing at it.
  private func method(of path: String) -> String? {
    switch path {
    case "/", "/events", "/document", "/studio.css", "/checks": return "GET"
    case "/export": return "POST"
    default: break
    }
    if module(path) != nil { return "GET" }
    let words = path.split(separator: "/", omittingEmptySubsequences: false)
    guard words.count >= 2, words[0].isEmpty, let method = Self.asked[String(words[1])] else {
      return nil
    }
    if words[1] == "frames" {
      return words.count == 4 && words[2...].allSatisfy(Self.isNumber) ? method : nil
    }
    if words[1] == "gallery" {
      return words.count == 3 || words.count == 4 && Self.isNumber(words[3]) ? method : nil
    }
    if words[1] == "compare", words.count == 3 { return Self.isNumber(words[2]) ? method : nil }
    return words.count == 2 ? method : nil
  }

  private func module(_ path: String) -> [UInt8]? {
    Self.modules.first { path == "/\($0).js" }.map { Self.file("\($0).js") }
  }

  /// Digits only, so that a number can lead nowhere else.
  private static func isNumber(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.count < 10 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// The answer to a request that was not refused; nil when it comes later, through the asker.
  func answer(
    _ request: Request, _ body: [UInt8], token: String, _ asker: PendingResponse
  ) -> Response? {
    switch request.path {
    case "/": return .ok("text/html; charset=utf-8", page(token))
    case "/studio.css": return .ok("text/css; charset=utf-8", Self.file("studio.css"))
    case "/document": return .ok("application/json", renderer.report)
    case "/export": return errands.export(body)
    case "/look":
      // Nobody waits for the answer, and it would take one of a browser's few connections.
      renderer.ask(request, body, for: nil)
      return .ok("application/json", Array("{}".utf8))
    case "/checks":
      errands.check(for: asker)
      return nil
    default:
      if let module = module(request.path) {
        return .ok("text/javascript; charset=utf-8", module)
      }
      renderer.ask(request, body, for: asker)
      return nil
    }
  }

  /// What a page is told when it begins to listen.
  var greeting: [UInt8] {
    renderer.greeting.reduce(into: []) { $0 += Response.event($1.event, $1.json) }
  }

  /// The page, with the addresses of what it loads: each has the token.
  private func page(_ token: String) -> [UInt8] {
    let imports = Self.modules.map { "\"/\($0).js\":\"/\($0).js?token=\(token)\"" }
    let head = """
      <link rel="stylesheet" href="/studio.css?token=\(token)">
      <script type="importmap">{"imports":{\(imports.joined(separator: ","))}}</script>
      <script type="module" src="/studio.js?token=\(token)"></script>
      """
    let text = String(decoding: Self.file("page.html"), as: UTF8.self)
    return Array(text.replacing("{{head}}", with: head).utf8)
  }
}
