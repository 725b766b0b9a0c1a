internal import Assets
internal import Documents
internal import Encoding
internal import Evaluation
internal import Files
internal import Inspecting
internal import Planning
internal import Reporting
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
    case ("POST", "begin", 1): begin(request)
    case ("POST", "look", 1): look(request)
    case ("POST", "edit", 1): edit(request)
    case ("POST", "undo", 1): undo(request)
    case ("POST", "redo", 1): redo(request)
    case ("POST", "gesture", 1): gesture(request)
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
      guard var sound = try SoundPlan(plan.planned, hold: .zero) else {
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

  // MARK: Changing

  private func edit(_ request: StudioRequest) {
    guard let node = body(of: request) else { return }
    guard let base = node["base"]?.string, let edits = node["edits"]?.elements, !edits.isEmpty
    else {
      return refuse(request, "400 Bad Request", "an edit has a base and a list of edits")
    }
    change(request, base: base, merge: node["merge"]?.string) { editor throws(TextEditor.Refusal) in
      for edit in edits {
        let pointer = edit["pointer"]?.string ?? "?"
        if let value = edit["value"] {
          try editor.set(pointer, to: value)
        } else if edit["remove"]?.boolean == true {
          try editor.remove(pointer)
        } else {
          throw .noPlace(pointer: pointer)
        }
      }
    }
  }

  /// Changes the file that the page has seen to another document; false where it stays. Either is answered.
  @discardableResult
  private func change(
    _ request: StudioRequest, base: String, merge: String?,
    _ edit: (inout TextEditor) throws(TextEditor.Refusal) -> Void
  ) -> Bool {
    guard let before = current(request, base) else { return false }
    var editor = TextEditor(before)
    do throws(TextEditor.Refusal) {
      try edit(&editor)
    } catch {
      refuse(request, "404 Not Found", "\(error)")
      return false
    }
    return write(request, before, editor.bytes) {
      $0.add(StudioHistory.Change(before: before, after: editor.bytes, merge: merge))
    }
  }

  /// The bytes of the file, when they are the ones that the page has seen; else that is answered.
  private func current(_ request: StudioRequest, _ base: String) -> [UInt8]? {
    let now = present()
    if let now, StudioReport.hash(now) == base { return now }
    conflict(request, now)
    return nil
  }

  private func conflict(_ request: StudioRequest, _ now: [UInt8]?) {
    let hash = now.map { JSONWriter.string(StudioReport.hash($0)) } ?? "null"
    let text = now.map { JSONWriter.string(String(decoding: $0, as: UTF8.self)) } ?? "null"
    reply(
      to: request, "409 Conflict",
      json: "{\"message\":\"the file is another one now: nothing was written\",\"hash\":\(hash),"
        + "\"text\":\(text)}")
  }

  /// Writes a text that is a document in the place of `before`, and shows it; false when it could not.
  @discardableResult
  private func write(
    _ request: StudioRequest, _ before: [UInt8], _ after: [UInt8],
    _ note: (inout StudioHistory) -> Void
  ) -> Bool {
    func done() {
      reply(
        to: request,
        json: "{\"hash\":\"\(StudioReport.hash(after))\",\"version\":\(version)}")
    }
    if after == before {
      done()
      return true
    }
    let new: Plan
    do throws(EngineError) {
      new = try planned(after)
    } catch {
      let problems = StudioReport.problems(error, file: file, after).dropFirst()
      reply(
        to: request, "422 Unprocessable Content",
        json: "{\"message\":\(JSONWriter.string(error.lines.first ?? "")),\(problems)")
      return false
    }
    do throws(FileError) {
      let outcome = try FileExchange.replace(
        file, holding: before, by: after, limitBytes: limitBytes)
      if case .changed(let now) = outcome {
        conflict(request, now)
        return false
      }
    } catch {
      refuse(request, "422 Unprocessable Content", "\(file): \(error.reason)")
      return false
    }
    note(&history)
    show(new)
    done()
    drawFirst()
    return true
  }

  /// The hash of the file that the page has seen; nil when it does not say it, which is answered.
  private func base(of request: StudioRequest) -> String? {
    guard let node = body(of: request) else { return nil }
    guard let base = node["base"]?.string else {
      refuse(request, "400 Bad Request", "base takes the hash of the document's text")
      return nil
    }
    return base
  }

  private func undo(_ request: StudioRequest) {
    guard let base = base(of: request) else { return }
    guard let change = history.done.last else {
      return refuse(request, "404 Not Found", "there is nothing to take back")
    }
    guard let now = current(request, base) else { return }
    guard now == change.after else { return conflict(request, now) }
    write(request, now, change.before) { $0.takeBack() }
  }

  private func redo(_ request: StudioRequest) {
    guard let base = base(of: request) else { return }
    guard let change = history.undone.last else {
      return refuse(request, "404 Not Found", "there is nothing to put again")
    }
    guard let now = current(request, base) else { return }
    guard now == change.before else { return conflict(request, now) }
    write(request, now, change.after) { $0.putAgain() }
  }

  // MARK: Feeling

  private func gesture(_ request: StudioRequest) {
    guard let node = body(of: request) else { return }
    guard let plan, let touch = plan.planned.touch else {
      return refuse(request, "404 Not Found", "the document has no interaction")
    }
    guard let id = node["id"]?.string, let time = node["time"]?.number, time.isFinite else {
      return refuse(request, "400 Bad Request", "a gesture has an id and a time")
    }
    var finger = gesture ?? StudioGesture(id: id, touch)
    if finger.id != id { finger = StudioGesture(id: id, touch) }
    for point in node["points"]?.elements ?? [] {
      guard finger.add(point) else {
        return refuse(
          request, "400 Bad Request",
          "a point is [t,x,y], [t,value], [t,\"release\"] or [t,\"cancel\"]")
      }
    }
    gesture = finger
    let moment = finger.moment(at: time)
    let size = node["draft"]?.boolean == true ? plan.frames.draft : plan.frames.full
    do {
      let picture = try size.picture(
        of: { try plan.planned.playback.plan.scene(at: moment.time) }, at: moment.time)
      reply(
        to: request, "200 OK", "image/png",
        headers: "X-State: \(moment.state.rawValue)\r\nX-Fraction: "
          + "\(JSONWriter.number(moment.fraction))\r\n", picture)
    } catch {
      refuse(request, "422 Unprocessable Content", Self.words(error))
    }
  }

  /// Writes the tracks of a gesture into the document, or the one of it into a file beside it.
  private func track(_ request: StudioRequest) {
    guard let node = body(of: request) else { return }
    guard let plan, let touch = plan.planned.touch, let finger = gesture,
      finger.id == node["id"]?.string, !finger.tracks.isEmpty
    else { return refuse(request, "404 Not Found", "there is no such gesture") }
    guard let base = node["base"]?.string, let place = node["to"]?.string else {
      return refuse(request, "400 Bad Request", "a track has a base and a place to go to")
    }
    let tracks = finger.tracks.map(StudioGesture.json)
    var value = tracks[0]
    var path: String?
    if place != "document" {
      do throws(EngineError) {
        path = try put(tracks[0], at: place, of: plan.planned.document)
      } catch {
        return refuse(request, "422 Unprocessable Content", Self.words(error))
      }
      value = "{ \"file\": \(JSONWriter.string(place)) }"
    }
    let regrab = tracks.count > 1 ? "[\(tracks[1...].joined(separator: ", "))]" : nil
    let pointer = touch.spec.origin.pointer
    let isWritten = change(request, base: base, merge: nil) { editor throws(TextEditor.Refusal) in
      try editor.set("\(pointer)/track", to: JSONNode(json: value)!)
      if let regrab {
        try editor.set("\(pointer)/regrab", to: JSONNode(json: regrab)!)
      } else if !touch.spec.regrab.isEmpty {
        try editor.remove("\(pointer)/regrab")
      }
      // What the document expected of the track before need not be true of this one.
      if let expected = touch.spec.expect {
        let outcome = finger.moment(at: .greatestFiniteMagnitude).state
        let word = outcome == .finished ? "finish" : "cancel"
        if expected.value.rawValue != word {
          try editor.set("\(pointer)/expect", to: JSONNode(json: "\"\(word)\"")!)
        }
      }
    }
    // A track that no document names is nobody's.
    if !isWritten, let path { FileTree.remove(path) }
  }

  /// Makes a file below the document's folder, where none is; its path.
  private func put(
    _ text: String, at place: String, of document: Document
  ) throws(EngineError) -> String {
    let path: String
    do throws(DocumentPaths.Refusal) {
      guard place.hasSuffix(".json") else {
        throw .outside("\(JSONWriter.string(place)): the file of a track ends in .json")
      }
      path = try document.paths.forWriting(place)
    } catch {
      throw EngineError(error.message, .refused)
    }
    guard !System.exists(path) else {
      throw EngineError("\(place): the file is there already", .exists)
    }
    do throws(EncodingError) {
      let file = try AtomicFile(path, beneath: document.paths.root)
      try file.write(Array((text + "\n").utf8))
      try file.commit()
    } catch {
      throw EngineError(error)
    }
    return path
  }
}
