import CPage
import FoundationEssentials
import StudioProtocol

/// The answers there are: the page, and what the page needs.
struct Site {
  let document: OpenDocument
  let renderer: Renderer
  let errands: BackgroundTasks
  let recordings: Recordings

  /// The modules of the page, which import each other.
  private static let modules = [
    "studio", "dom", "server", "routes", "state", "model", "retime", "snap", "edit", "player",
    "profile",
    "stage", "timeline", "keys", "inspector", "controls", "easing", "feel", "panels", "gallery",
    "timescale", "retiming", "moving", "typing", "points", "variants", "layerside", "starters",
    "add", "acts", "handles", "layers", "lists", "menu", "qr", "phone", "recording",
    "measured", "measuring", "matched", "curves", "sounds", "springs", "tangents",
  ]
  /// Those of the page on a phone, the first of which begins it.
  private static let phoneModules = ["phone", "server", "routes"]

  /// A file of the page.
  private static func file(_ name: String) -> [UInt8] {
    var count = 0
    // Unsafe: the bytes stay as long as the program runs; they are copied.
    let bytes = unsafe page_file(name, &count)!
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// The answer to a request that is not to be heard; nil when it is, and its body with it.
  func refusal(of request: Request) -> Response? {
    guard request.method == "GET" || request.method == "POST" else {
      return .plain("405 Method Not Allowed", isLast: true)
    }
    guard let count = request.bodyBytes, count <= Self.mostBytes(request) else {
      return .plain("413 Content Too Large", isLast: true)
    }
    guard let method = Self.method(of: request.path) else { return .notFound }
    guard request.method == method else { return .plain("405 Method Not Allowed", isLast: true) }
    return nil
  }

  private static func mostBytes(_ request: Request) -> Int {
    request.method == "GET" ? 0 : max(StudioRoute.find(request.path)?.limitBytes ?? 0, 1 << 20)
  }

  /// The method with which a path is asked for; nil when there is nothing at it.
  private static func method(of path: String) -> String? {
    isModule(path) ? "GET" : StudioRoute.find(path)?.method
  }

  /// What a phone may ask for: it looks on, and its finger moves the picture.
  static func isForPhones(_ path: String) -> Bool {
    StudioRoute.find(path)?.isForPhones ?? phoneModules.contains { path == "/\($0).js" }
  }

  private static func isModule(_ path: String) -> Bool {
    modules.contains { path == "/\($0).js" }
  }

  private static func module(_ path: String) -> [UInt8]? {
    guard isModule(path) else { return nil }
    return path == "/routes.js" ? Array(StudioRoute.script.utf8) : file(String(path.dropFirst()))
  }

  /// The answer to a request that was not refused; nil when it comes later, through the asker.
  func answer(
    _ request: Request, _ body: [UInt8], _ gate: RequestFilter, _ asker: PendingResponse
  ) -> Response? {
    switch request.path {
    case "/":
      let page =
        gate.isPhone(request)
        ? Self.page("phone.html", Self.phoneModules, gate.phoneToken)
        : Self.page("page.html", Self.modules, gate.token)
      return .ok("text/html; charset=utf-8", page)
    case "/phone":
      let host = request.headers("host").first ?? ""
      let address = "http://\(host)/?token=\(gate.phoneToken)"
      return .ok("application/json", Array("{\"address\":\"\(address)\"}".utf8))
    case "/studio.css", "/phone.css", "/recording.css":
      return .ok("text/css; charset=utf-8", Self.file(String(request.path.dropFirst())))
    case "/document": return .ok("application/json", renderer.report)
    case "/export": return errands.export(body)
    case "/open": return openOther(body)
    case let path where path.hasPrefix("/recording/") && path.hasSuffix("/begin"):
      let number = Int(path.split(separator: "/")[1]) ?? 0
      guard let begun = recordings.begun(number) else {
        return .refusal("404 Not Found", "nothing was measured yet")
      }
      // The page knows no such path: which folder is read is said here.
      var asked = request
      asked.path = "/measured"
      renderer.ask(asked, begun, for: asker)
      return nil
    case "/look":
      // Nobody waits for the answer, and it would take one of a browser's few connections.
      renderer.ask(request, body, for: nil)
      return .ok("application/json", Array("{}".utf8))
    case "/checks":
      errands.check(for: asker)
      return nil
    default:
      if let module = Self.module(request.path) {
        return .ok("text/javascript; charset=utf-8", module)
      }
      if let answer = answerOfRecordings(request, body) { return answer }
      renderer.ask(request, body, for: asker)
      return nil
    }
  }

  /// Shows another document of the folder.
  private func openOther(_ body: [UInt8]) -> Response {
    struct Request: Decodable { var file: String }
    guard let wish = try? JSONDecoder().decode(Request.self, from: Data(body)),
      wish.file.hasSuffix(".json"), let path = document.place(of: wish.file)
    else {
      return .refusal("422 Unprocessable Content", "file takes a document below this one's folder")
    }
    guard FileManager.default.fileExists(atPath: path) else {
      return .refusal("404 Not Found", "\(wish.file): no such file")
    }
    renderer.open(path)
    return .ok("application/json", Array("{}".utf8))
  }

  /// What has to do with a recording; nil for all else, and for what the renderer answers.
  private func answerOfRecordings(_ request: Request, _ body: [UInt8]) -> Response? {
    let words = request.path.dropFirst().split(separator: "/").map(String.init)
    guard words.first == "recording" else { return nil }
    if words.count == 1 { return recordings.take(body, named: request.parameters("name").first) }
    guard words.count == 3, let number = Int(words[1]) else { return .notFound }
    if let act = Recordings.Act(rawValue: words[2]) {
      return recordings.begin(act, on: number, body)
    }
    if words[2] == "picture" {
      return recordings.takePicture(body, named: request.parameters("name").first, of: number)
    }
    return words[2] == "cancel"
      ? recordings.cancel(number) : recordings.file(words[2], of: number)
  }

  /// What a page is told when it begins to listen.
  var greeting: [UInt8] {
    renderer.greeting.reduce(into: []) { $0 += Response.event($1.event, $1.json) }
  }

  /// A page, with the addresses of what it loads: each has the token. The first module begins it.
  private static func page(_ name: String, _ modules: [String], _ token: String) -> [UInt8] {
    let imports = modules.map { "\"/\($0).js\":\"/\($0).js?token=\(token)\"" }
    let styles = (name == "page.html" ? ["studio.css", "recording.css"] : ["phone.css"]).map {
      "<link rel=\"stylesheet\" href=\"/\($0)?token=\(token)\">"
    }
    let head = """
      \(styles.joined(separator: "\n"))
      <script type="importmap">{"imports":{\(imports.joined(separator: ","))}}</script>
      <script type="module" src="/\(modules[0]).js?token=\(token)"></script>
      """
    let text = String(decoding: file(name), as: UTF8.self)
    return Array(text.replacing("{{head}}", with: head).utf8)
  }
}
