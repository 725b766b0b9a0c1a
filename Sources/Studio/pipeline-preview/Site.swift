import FoundationEssentials
import StudioProtocol

/// A request of a page: its head and body, the client, and the pending response.
struct Question {
  var request: Request
  let body: [UInt8]
  let filter: RequestFilter
  let pending: PendingResponse

  /// The number in the second component of the path.
  var number: Int { Int(request.path.split(separator: "/")[1]) ?? 0 }
  /// The last component of the path.
  var word: String { request.path.split(separator: "/").last.map(String.init) ?? "" }
  var name: String? { request.parameters("name").first }
}

/// The routes of the page's files, of the server itself, and of the renderer.
struct Site {
  let document: OpenDocument
  let renderer: Renderer
  let tasks: BackgroundTasks
  let recordings: Recordings

  /// Handles a request; returns nil if the answer comes later, through the pending response.
  private typealias Handler = @Sendable (Site, Question) -> StudioAnswer?

  private struct Row: Sendable {
    let route: StudioRoute
    /// The handler of the route; nil for routes of the renderer.
    var handler: Handler?
  }

  private static func get(
    _ pattern: String, isForPhones: Bool = false, _ handler: @escaping Handler
  ) -> Row {
    Row(route: StudioRoute("GET", pattern, isForPhones: isForPhones), handler: handler)
  }

  private static func post(
    _ pattern: String, limitBytes: Int? = nil, _ handler: @escaping Handler
  ) -> Row {
    Row(route: StudioRoute("POST", pattern, limitBytes: limitBytes), handler: handler)
  }

  /// The routes that the server answers. Event streams are not included: they remain open as long as the page, so
  /// `Server` handles them.
  private static let own: [Row] = [
    get("/", isForPhones: true) { $0.page($1) },
    get("events", isForPhones: true) { _, _ in nil },
    get("document", isForPhones: true) { site, _ in StudioAnswer(.json, site.renderer.report) },
    get("phone") { $0.phoneAddress($1) },
    get("checks") { site, question in
      site.tasks.check(for: question.pending)
      return nil
    },
    post("export") { $0.tasks.export($1.body) },
    get("exports/#/file") { $0.tasks.exportedFile($1.number) },
    post("exports/#/cancel") { $0.tasks.cancelExport($1.number) },
    post("exports/#/folder") { $0.tasks.showFolder($1.number) },
    post("open") { $0.openOther($1.body) },
    post("look") { $0.look($1) },
    post("recording", limitBytes: StudioRoute.largestRecording) {
      $0.recordings.take($1.body, named: $1.name)
    },
    post("recording/#/picture", limitBytes: StudioRoute.largestFile) {
      $0.recordings.takePicture($1.body, named: $1.name, of: $1.number)
    },
    post("recording/#/measure") { $0.recordings.begin(.measure, on: $1.number, $1.body) },
    post("recording/#/match") { $0.recordings.begin(.match, on: $1.number, $1.body) },
    post("recording/#/cancel") { $0.recordings.cancel($1.number) },
    post("recording/#/begin") { $0.beginMeasured($1) },
    get("recording/#/*") { $0.recordings.file($1.word, of: $1.number) },
  ]

  private let rows: [Row]

  init(
    document: OpenDocument, renderer: Renderer, tasks: BackgroundTasks, recordings: Recordings,
    rendererRoutes: [StudioRoute]
  ) {
    (self.document, self.renderer) = (document, renderer)
    (self.tasks, self.recordings) = (tasks, recordings)
    let files = PageFiles.names.filter { !$0.hasSuffix(".html") }.map { name in
      Self.get(name, isForPhones: PageFiles.ofPhones.contains(name)) { _, _ in
        PageFiles.bytes(name).map { StudioAnswer(PageFiles.content(of: name), $0) }
      }
    }
    let asked = Self.own + rendererRoutes.map { Row(route: $0) }
    let script = Array(StudioRoute.script(asked.map(\.route)).utf8)
    let table = Self.get("routes.js", isForPhones: true) { _, _ in StudioAnswer(.javascript, script)
    }
    rows = asked + files + [table]
  }

  private func row(_ path: String) -> Row? { rows.first { $0.route.leads(path) } }

  /// Returns the answer that refuses a request; nil if the request is accepted and its body can be read.
  func refusal(of request: Request) -> Response? {
    guard request.method == "GET" || request.method == "POST" else {
      return .plain(.methodNotAllowed, isLast: true)
    }
    let route = row(request.path)?.route
    let most = request.method == "GET" ? 0 : max(route?.limitBytes ?? 0, 1 << 20)
    guard let count = request.bodyBytes, count <= most else {
      return .plain(.contentTooLarge, isLast: true)
    }
    guard let route else { return .notFound }
    guard request.method == route.method else { return .plain(.methodNotAllowed, isLast: true) }
    return nil
  }

  /// Returns whether a phone may request a path; on a phone the film can only be viewed, and a finger moves the picture.
  func isForPhones(_ path: String) -> Bool { row(path)?.route.isForPhones ?? false }

  /// Answers an accepted request; returns nil if the answer comes later, through the pending response.
  func answer(_ question: Question) -> StudioAnswer? {
    if let handler = row(question.request.path)?.handler { return handler(self, question) }
    renderer.ask(question.request, question.body, for: question.pending)
    return nil
  }

  /// The events that a page receives when it starts to listen.
  var greeting: [UInt8] {
    renderer.greeting.reduce(into: []) { $0 += Response.event($1.event, $1.json) }
  }

  // MARK: Handlers

  private func page(_ question: Question) -> StudioAnswer {
    let filter = question.filter
    guard filter.isPhone(question.request) else {
      let files = PageFiles.names.filter { !$0.hasPrefix("phone/") } + ["routes.js"]
      return StudioAnswer(
        .html, PageFiles.page("page.html", files, begins: PageFiles.main, filter.token))
    }
    return StudioAnswer(
      .html,
      PageFiles.page(
        "phone/phone.html", PageFiles.ofPhones + ["routes.js"], begins: PageFiles.ofPhones[0],
        filter.phoneToken))
  }

  private func phoneAddress(_ question: Question) -> StudioAnswer {
    let host = question.request.headers("host").first ?? ""
    return StudioAnswer(
      json: "{\"address\":\"http://\(host)/?token=\(question.filter.phoneToken)\"}")
  }

  /// Answers at once, because a pending answer would occupy one of the browser's few connections.
  private func look(_ question: Question) -> StudioAnswer {
    renderer.ask(question.request, question.body, for: nil)
    return .done
  }

  private func beginMeasured(_ question: Question) -> StudioAnswer? {
    guard let begun = recordings.begun(question.number) else {
      return .refusal(.notFound, "no recording has been measured yet")
    }
    // The folder is added to the request, because the page does not know paths on this machine.
    var asked = question.request
    asked.path = "/measured"
    renderer.ask(asked, begun, for: question.pending)
    return nil
  }

  /// Opens another document of the folder.
  private func openOther(_ body: [UInt8]) -> StudioAnswer {
    struct Request: Decodable { var file: String }
    guard let request = try? JSONDecoder().decode(Request.self, from: Data(body)),
      request.file.hasSuffix(".json"), let path = document.place(of: request.file)
    else {
      return .refusal(
        .unprocessableContent,
        "the parameter \"file\" must be a document in or below the folder of this document")
    }
    guard FileManager.default.fileExists(atPath: path) else {
      return .refusal(.notFound, "\(request.file): no such file")
    }
    renderer.open(path)
    return .done
  }
}
