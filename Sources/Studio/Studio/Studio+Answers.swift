internal import Assets
internal import Documents
import Editing
internal import Encoding
internal import Evaluation
internal import Files
internal import Inspecting
import JSON
internal import Media
internal import Planning
internal import Reporting
internal import StudioProtocol
internal import Scenes

extension StudioAnswer {
  init(_ status: Status = .ok, object: JSONObject) { self.init(status, json: object.json) }
}

/// The renderer's answers to requests of pages.
extension Studio {
  func answer(_ request: StudioRequest) {
    let answer: StudioAnswer
    do {
      guard let handler = request.handler else {
        throw StudioRefusal(.notFound, "there is nothing here")
      }
      if untoldChanges > 0, request.path != ["edit"] { tellDocument() }
      answer = try handler.answer(self, request)
    } catch is RequestQueue.GivenUp {
      return inbox.put(.request(request))
    } catch {
      answer = Self.refusal(error)
    }
    send(answer.message(to: request.number))
    if drawsAfterAnswer { drawFirst() }
    drawsAfterAnswer = false
  }

  private static func refusal(_ error: any Error) -> StudioAnswer {
    switch error {
    case let error as StudioRefusal:
      return StudioAnswer(error.status, object: ["message": error.message] + error.more)
    case let error as TextEditor.Refusal:
      if case .noPlace = error { return refusal(StudioRefusal(.notFound, "\(error)")) }
      return refusal(StudioRefusal(.unprocessableContent, "\(error)"))
    default: return refusal(StudioRefusal(.unprocessableContent, words(error)))
    }
  }

  func body(of request: StudioRequest) throws(StudioRefusal) -> JSONNode {
    guard let text = String(validating: request.body, as: UTF8.self),
      let node = JSONNode(json: text), node.kind == .object
    else {
      throw StudioRefusal(.badRequest, "the body is not a JSON object")
    }
    return node
  }

  func shown() throws(StudioRefusal) -> Plan {
    guard let plan else { throw StudioRefusal(.notFound, "the document cannot be shown yet") }
    return plan
  }

  // MARK: Looking

  func look(_ request: StudioRequest) throws -> StudioAnswer {
    let node = try body(of: request)
    guard let frames = plan?.frames, let fps = plan?.planned.framesPerSecond else { return .done }
    let last = frames.count - 1
    /// Returns the number of the frame at a time.
    func frame(_ seconds: Double) -> Int {
      Int(clamped: seconds * fps + 1e-6, rounded: .down, to: 0...last)
    }
    var look = StudioFrames.Look(range: 0...last)
    let ends = node["range"]?.elements?.compactMap(\.number).filter(\.isFinite) ?? []
    if ends.count == 2, ends[0] <= ends[1] {
      let first = frame(ends[0])
      // The frame at the end of the range is excluded, unless the range is empty.
      look.range = first...max(first, frame(ends[1] - 0.5 / fps))
    }
    look.frame = frame(node["time"]?.number ?? 0)
    look.isPlaying = node["playing"]?.boolean ?? false
    frames.look = look.fitted(to: frames.count, isWhole: ends.isEmpty)
    return .done
  }

  func frame(_ request: StudioRequest) throws -> StudioAnswer {
    let plan = try shown()
    guard let asked = Int(request.path[1]), asked == version else {
      throw StudioRefusal(.gone, "the page now shows a newer version")
    }
    guard let number = Int(request.path[2]), number < plan.frames.count else {
      throw StudioRefusal(.notFound, "there is no such frame")
    }
    do {
      let isDraft = request.parameter("draft") == "1"
      let picture = try plan.frames.picture(number, isDraft: isDraft)
      noteNews()
      return StudioAnswer(.png, picture)
    } catch let error where !(error is RequestQueue.GivenUp) {
      tellFault(error, number, plan)
      throw error
    }
  }

  static func words(_ error: any Error) -> String {
    (error as? EngineError)?.lines.first ?? "\(error)"
  }

  func layers(_ request: StudioRequest) throws -> StudioAnswer {
    guard let seconds = request.parameter("at").flatMap(Double.init), seconds.isFinite,
      seconds >= 0
    else { throw StudioRefusal(.badRequest, "the parameter \"at\" must be a time in seconds") }
    let plan = try shown()
    let planned = plan.planned
    let scene = try inbox.whileNothingIsUrgent {
      try planned.playback.scene(at: min(FrameTime(seconds: seconds), planned.duration))
    }
    return StudioAnswer(json: SceneReport(scene, of: planned, pictures: plan.pictures).json)
  }

  /// The maximum number of points in the path of a layer.
  private static let placeLimit = 2000

  func path(_ request: StudioRequest) throws -> StudioAnswer {
    let plan = try shown()
    let planned = plan.planned
    guard let layer = request.parameter("layer").flatMap({ Int($0) }),
      planned.playback.plan.stage.nodes.indices.contains(layer)
    else { throw StudioRefusal(.notFound, "there is no such layer") }
    let count = plan.frames.count
    let step = (count + Self.placeLimit - 1) / Self.placeLimit
    var places: [[Double]] = []
    for number in stride(from: 0, to: count, by: step) {
      let time = FrameTime(frame: number, framesPerSecond: planned.framesPerSecond)
      let scene = try inbox.whileNothingIsUrgent {
        try planned.playback.scene(at: min(time, planned.duration))
      }
      scene.visit { index, _, placement in
        guard index == layer else { return }
        let center = placement.toCanvas.apply(placement.bounds.center).point
        places.append([time.seconds, center.x, center.y])
      }
    }
    return StudioAnswer(object: ["points": places])
  }

  func easing(_ request: StudioRequest) throws -> StudioAnswer {
    guard let text = request.parameter("value").flatMap(URLText.decoded),
      let node = JSONNode(json: text)
    else { throw StudioRefusal(.badRequest, "the parameter \"value\" must be an easing as JSON") }
    var reader = ValueReader(Problems(file: file))
    let spec = reader.easing(node)
    var problems = reader.problems
    let seconds = request.parameter("seconds").flatMap(Double.init)
    let timing = spec?.timing(stepSeconds: seconds, at: .start, &problems)
    guard let timing else {
      let message =
        problems.failure?.problems.first?.message ?? "a call has no easing curve that "
        + "can be edited"
      throw StudioRefusal(.unprocessableContent, message)
    }
    return StudioAnswer(object: StudioReport.easing(.timing(timing.function)))
  }

  func sound(_ request: StudioRequest) throws -> StudioAnswer {
    guard var sound = try SoundPlan(try shown().planned, hold: .zero, media) else {
      throw StudioRefusal(.notFound, "the document has no sound")
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
    return StudioAnswer(.wav, memory.bytes ?? [])
  }
}
