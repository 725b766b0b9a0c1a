internal import Assets
internal import Documents
internal import Encoding
internal import Evaluation
internal import Files
internal import Inspecting
internal import Media
internal import Planning
internal import Reporting
internal import StudioProtocol
internal import Scenes

/// The answers to what a page asks.
extension Studio {
  func answer(_ request: StudioRequest) {
    switch (request.method, request.path.first, request.path.count) {
    case ("GET", "frames", 3): frame(request)
    case ("GET", "layers", 1): layers(request)
    case ("GET", "path", 1): path(request)
    case ("GET", "easing", 1): easing(request)
    case ("GET", "sound.wav", 1): sound(request)
    case ("GET", "animators", 1): animators(request)
    case ("GET", "compare", 1), ("GET", "compare", 2): compare(request)
    case ("GET", "gallery", 2), ("GET", "gallery", 3): gallery(request)
    case ("GET", "files", 1): files(request)
    case ("GET", "starters", 1), ("GET", "starters", 2): starters(request)
    case ("GET", "profile", 1): profile(request)
    case ("POST", "drop", 1): drop(request)
    case ("POST", "begin", 1): begin(request)
    case ("POST", "measured", 1): beginMeasured(request)
    case ("POST", "look", 1): look(request)
    case ("POST", "hide", 1): hide(request)
    case ("POST", "edit", 1): edit(request)
    case ("POST", "undo", 1): undo(request)
    case ("POST", "redo", 1): redo(request)
    case ("POST", "gesture", 1): gesture(request)
    case ("POST", "variant", 1): variant(request)
    case ("POST", "track", 1): track(request)
    default: refuse(request, "404 Not Found", "there is nothing here")
    }
  }

  /// The body as JSON; nil when it is none, which is answered.
  func body(of request: StudioRequest) -> JSONNode? {
    guard let text = String(validating: request.body, as: UTF8.self),
      let node = JSONNode(json: text), node.kind == .object
    else {
      refuse(request, "400 Bad Request", "the body is not a JSON object")
      return nil
    }
    return node
  }

  /// The plan that is shown; nil when there is none, which is answered.
  private func shown(_ request: StudioRequest) -> Plan? {
    if plan == nil { refuse(request, "404 Not Found", "the document cannot be shown yet") }
    return plan
  }

  // MARK: Looking

  private func look(_ request: StudioRequest) {
    guard let node = body(of: request) else { return }
    guard let frames = plan?.frames, let fps = plan?.planned.framesPerSecond else {
      return reply(to: request, json: "{}")
    }
    let last = frames.count - 1
    /// The frame that is seen at a time.
    func frame(_ seconds: Double) -> Int {
      Int(clamped: seconds * fps + 1e-6, rounded: .down, to: 0...last)
    }
    var look = StudioFrames.Look(range: 0...last)
    let ends = node["range"]?.elements?.compactMap(\.number).filter(\.isFinite) ?? []
    if ends.count == 2, ends[0] <= ends[1] {
      let first = frame(ends[0])
      // The frame at the end of a range is not seen any more, but of an empty one.
      look.range = first...max(first, frame(ends[1] - 0.5 / fps))
    }
    look.frame = frame(node["time"]?.number ?? 0)
    look.isPlaying = node["playing"]?.boolean ?? false
    frames.look = look.fitted(to: frames.count, isWhole: ends.isEmpty)
    reply(to: request, json: "{}")
  }

  private func frame(_ request: StudioRequest) {
    guard let plan = shown(request) else { return }
    guard let asked = Int(request.path[1]), asked == version else {
      return refuse(request, "410 Gone", "this version is not shown any more")
    }
    guard let number = Int(request.path[2]), number < plan.frames.count else {
      return refuse(request, "404 Not Found", "there is no such frame")
    }
    do {
      let isDraft = request.parameter("draft") == "1"
      let picture = try plan.frames.picture(number, isDraft: isDraft)
      noteNews()
      reply(to: request, "200 OK", "image/png", picture)
    } catch is RequestQueue.GivenUp {
      inbox.put(.request(request))
    } catch {
      tellFault(error, number, plan)
      refuse(request, "422 Unprocessable Content", Self.words(error))
    }
  }

  static func words(_ error: any Error) -> String {
    (error as? EngineError)?.lines.first ?? "\(error)"
  }

  /// A time of the query; nil when there is none, which is answered.
  private func time(_ request: StudioRequest) -> Double? {
    guard let seconds = request.parameter("at").flatMap(Double.init), seconds.isFinite,
      seconds >= 0
    else {
      refuse(request, "400 Bad Request", "at takes a time in seconds")
      return nil
    }
    return seconds
  }

  private func layers(_ request: StudioRequest) {
    guard let seconds = time(request), let plan = shown(request) else { return }
    let planned = plan.planned
    do {
      let scene = try inbox.whileNothingIsUrgent {
        try planned.playback.scene(at: min(FrameTime(seconds: seconds), planned.duration))
      }
      reply(to: request, json: SceneReport(scene, of: planned, pictures: plan.pictures).json)
    } catch is RequestQueue.GivenUp {
      inbox.put(.request(request))
    } catch {
      refuse(request, "422 Unprocessable Content", Self.words(error))
    }
  }

  /// The most places of a path.
  private static let placeLimit = 2000

  private func path(_ request: StudioRequest) {
    guard let plan = shown(request) else { return }
    let planned = plan.planned
    guard let layer = request.parameter("layer").flatMap({ Int($0) }),
      planned.playback.plan.stage.nodes.indices.contains(layer)
    else { return refuse(request, "404 Not Found", "there is no such layer") }
    let count = plan.frames.count
    let step = (count + Self.placeLimit - 1) / Self.placeLimit
    var places: [String] = []
    do {
      for number in stride(from: 0, to: count, by: step) {
        let time = FrameTime(frame: number, framesPerSecond: planned.framesPerSecond)
        let scene = try inbox.whileNothingIsUrgent {
          try planned.playback.scene(at: min(time, planned.duration))
        }
        scene.visit { index, _, placement in
          guard index == layer else { return }
          let center = placement.toCanvas.apply(placement.bounds.center).point
          let numbers = [time.seconds, center.x, center.y].map(JSONWriter.number)
          places.append("[\(numbers.joined(separator: ","))]")
        }
      }
      reply(to: request, json: "{\"points\":[\(places.joined(separator: ","))]}")
    } catch is RequestQueue.GivenUp {
      inbox.put(.request(request))
    } catch {
      refuse(request, "422 Unprocessable Content", Self.words(error))
    }
  }

  private func easing(_ request: StudioRequest) {
    guard let text = request.parameter("value").flatMap(URLText.decoded),
      let node = JSONNode(json: text)
    else { return refuse(request, "400 Bad Request", "value takes an easing as JSON") }
    var reader = ValueReader(Problems(file: file))
    let spec = reader.easing(node)
    var problems = reader.problems
    let seconds = request.parameter("seconds").flatMap(Double.init)
    let timing = spec?.timing(stepSeconds: seconds, at: .start, &problems)
    guard let timing else {
      let message = problems.failure?.problems.first?.message ?? "a call has no curve of its own"
      return refuse(request, "422 Unprocessable Content", message)
    }
    reply(to: request, json: StudioReport.easing(.timing(timing.function)))
  }

  private func sound(_ request: StudioRequest) {
    guard let plan = shown(request) else { return }
    do {
      guard var sound = try SoundPlan(plan.planned, hold: .zero, media) else {
        return refuse(request, "404 Not Found", "the document has no sound")
      }
      do { try sound.measure() } catch { throw EngineError(error) }
      let memory = MemoryDestination("the sound")
      let sink = StreamSink(
        WAVEncoder(SoundOutput(plan: sound, start: 0, count: sound.length)), to: memory)
      do {
        try sink.begin()
        try sink.finish()
      } catch {
        throw EngineError(error)
      }
      reply(to: request, "200 OK", "audio/wav", memory.bytes ?? [])
    } catch {
      refuse(request, "422 Unprocessable Content", Self.words(error))
    }
  }
}
