import JSON
internal import StudioProtocol

/// A route of the renderer, with its handler.
struct StudioHandler: Sendable {
  enum Urgency: Sendable {
    /// A request of this kind may wait for other requests; the last of several is answered first.
    case frame
    case usual
    /// A request of this kind cancels the frame that is being drawn.
    case urgent
  }
  typealias Answer = @Sendable (Studio, StudioRequest) throws -> StudioAnswer

  let route: StudioRoute
  let urgency: Urgency
  /// Whether only the server may use the route, and not a page.
  var isForServer = false
  let answer: Answer

  private static func get(
    _ pattern: String, _ urgency: Urgency = .usual, isForPhones: Bool = false,
    _ answer: @escaping Answer
  ) -> StudioHandler {
    StudioHandler(
      route: StudioRoute("GET", pattern, isForPhones: isForPhones), urgency: urgency, answer: answer
    )
  }

  private static func post(
    _ pattern: String, _ urgency: Urgency = .usual, limitBytes: Int? = nil,
    isForPhones: Bool = false, isForServer: Bool = false, _ answer: @escaping Answer
  ) -> StudioHandler {
    StudioHandler(
      route: StudioRoute("POST", pattern, limitBytes: limitBytes, isForPhones: isForPhones),
      urgency: urgency, isForServer: isForServer, answer: answer)
  }

  static let all: [StudioHandler] = [
    get("frames/#/#", .frame, isForPhones: true) { try $0.frame($1) },
    get("sound.wav", isForPhones: true) { try $0.sound($1) },
    get("layers") { try $0.layers($1) },
    get("path") { try $0.path($1) },
    get("easing", .urgent) { try $0.easing($1) },
    get("animators", .urgent) { studio, _ in studio.animators() },
    get("gallery/*", .urgent) { try $0.gallery($1) },
    get("gallery/*/#", .urgent) { try $0.galleryFrame($1) },
    get("compare") { studio, _ in try studio.compare() },
    get("compare/#") { try $0.compareFrame($1) },
    get("starters") { studio, _ in studio.starters() },
    get("starters/*") { try $0.starterPicture($1) },
    get("files") { studio, _ in studio.files() },
    get("code") { studio, _ in studio.codeTargets() },
    get("code/*") { try $0.code($1) },
    get("profile") { try $0.profile($1) },
    post("gesture", isForPhones: true) { try $0.gesture($1) },
    post("drop", limitBytes: StudioRoute.largestFile) { try $0.drop($1) },
    post("begin", .urgent, limitBytes: 2 * StudioRoute.largestFile) { try $0.begin($1) },
    post("measured", .urgent, isForServer: true) { try $0.beginMeasured($1) },
    post("look") { try $0.look($1) },
    post("hide") { try $0.hide($1) },
    post("edit", .urgent) { try $0.edit($1) },
    post("undo", .urgent) { try $0.undo($1) },
    post("redo", .urgent) { try $0.redo($1) },
    post("track", .urgent) { try $0.track($1) },
    post("variant") { try $0.variant($1) },
  ]

  static func find(_ method: String, _ path: String) -> StudioHandler? {
    all.first { $0.route.method == method && $0.route.leads(path) }
  }
}

extension Studio {
  /// The table of routes as text for the server.
  package static var routeTable: String {
    StudioRoute.text(StudioHandler.all.filter { !$0.isForServer }.map(\.route))
  }
}

/// The refusal of a request, with a message of one line for the user.
struct StudioRefusal: Error {
  let status: StudioAnswer.Status
  let message: String
  /// Further members of the JSON object that contains the message.
  var more: JSONObject = [:]

  init(_ status: StudioAnswer.Status, _ message: String, more: JSONObject = [:]) {
    self.status = status
    self.message = message
    self.more = more
  }
}
