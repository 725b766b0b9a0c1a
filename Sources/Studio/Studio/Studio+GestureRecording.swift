internal import Assets
internal import Documents
import Editing
internal import Encoding
internal import Evaluation
internal import Files
import JSON
internal import Planning
internal import Reporting
internal import Scenes
internal import StudioProtocol

/// Follows a finger on the picture, and records its track.
extension Studio {
  func gesture(_ request: StudioRequest) throws -> StudioAnswer {
    let node = try body(of: request)
    guard let plan, !plan.planned.touches.isEmpty else {
      throw StudioRefusal(.notFound, "the document has no interaction")
    }
    guard let id = node["id"]?.string, let time = node["time"]?.number, time.isFinite else {
      throw StudioRefusal(.badRequest, "the request of a gesture needs \"id\" and a time")
    }
    guard var finger = finger(id, move: node["move"]?.number, plan.planned) else {
      throw StudioRefusal(.notFound, "no gesture controls that transition")
    }
    for point in node["points"]?.elements ?? [] {
      guard finger.add(point) else {
        throw StudioRefusal(
          .badRequest,
          "a point of a gesture must be [t,x,y], [t,value], [t,\"release\"] or [t,\"cancel\"]")
      }
    }
    gesture = finger
    let moment = finger.moment(at: time)
    let size = node["draft"]?.boolean == true ? plan.frames.draft : plan.frames.full
    let playback = plan.planned.playback
    let start = playback.clock.span(of: finger.touch.transition)?.start ?? .zero
    // The finger is converted to the film's time, for both the ring and the layer that follows the finger.
    let felt = finger.way(until: time, from: start).map(playback.following) ?? playback
    let wall = start + FrameTime(seconds: max(0, time))
    let picture = try size.picture(
      of: { try felt.scene(of: moment.time, at: wall) }, at: moment.time)
    return StudioAnswer(.png, picture).with("X-State", moment.state.rawValue)
      .with("X-Fraction", JSONWriter.number(moment.fraction))
  }

  /// Returns the current state of a named gesture, or a new state for the finger that drives a transition, or else for
  /// the first finger.
  private func finger(
    _ id: String, move: Double?, _ planned: PlannedDocument
  ) -> StudioGesture? {
    if let gesture, gesture.id == id { return gesture }
    let touch =
      move.map { move in planned.touches.first { Double($0.transition) == move } }
      ?? planned.touches.first
    guard let touch else { return nil }
    var toSpace: Homography?
    if let start = planned.playback.clock.span(of: touch.transition)?.start,
      let scene = try? planned.playback.scene(at: start)
    {
      scene.visit { index, _, placement in
        if index == touch.space { toSpace = placement.toCanvas.inverse }
      }
    }
    return StudioGesture(id: id, touch, toSpace: toSpace)
  }

  /// Writes the tracks of a gesture into the document, or a single track into a file beside the document.
  func track(_ request: StudioRequest) throws -> StudioAnswer {
    let node = try body(of: request)
    guard let plan, let finger = gesture, finger.id == node["id"]?.string, !finger.tracks.isEmpty
    else { throw StudioRefusal(.notFound, "there is no such gesture") }
    let touch = finger.touch
    guard let base = node["base"]?.string, let place = node["to"]?.string else {
      throw StudioRefusal(
        .badRequest,
        "the request of a track needs \"base\", and the position at which the track is written")
    }
    let tracks = finger.tracks.map(StudioGesture.json)
    var value = tracks[0]
    var path: String?
    if place != "document" {
      path = try put(tracks[0], at: place, of: plan.planned.document)
      value = "{ \"file\": \(JSONWriter.string(place)) }"
    }
    let regrab = tracks.count > 1 ? "[\(tracks[1...].joined(separator: ", "))]" : nil
    let pointer = touch.spec.origin.pointer
    func write(_ editor: inout TextEditor) throws(TextEditor.Refusal) {
      try editor.set("\(pointer)/track", to: JSONNode(json: value)!)
      if let regrab {
        try editor.set("\(pointer)/regrab", to: JSONNode(json: regrab)!)
      } else if !touch.spec.regrab.isEmpty {
        try editor.remove("\(pointer)/regrab")
      }
      // The document's expectation for the previous track is removed, because it may not apply to the new track.
      if let expected = touch.spec.expect {
        let outcome = finger.moment(at: .greatestFiniteMagnitude).state
        let word = outcome == .finished ? "finish" : "cancel"
        if expected.value.rawValue != word {
          try editor.set("\(pointer)/expect", to: JSONNode(json: "\"\(word)\"")!)
        }
      }
    }
    do {
      return try change(base: base, merge: nil, write)
    } catch {
      // The new file is deleted if the change of the document is refused.
      if let path { FileTree.remove(path) }
      throw error
    }
  }

  /// Creates a new file in the document's folder or below; returns its path.
  private func put(
    _ text: String, at place: String, of document: Document
  ) throws(EngineError) -> String {
    let path: String
    do throws(DocumentPaths.Refusal) {
      guard place.hasSuffix(".json") else {
        throw .outside("\(JSONWriter.string(place)): the name of a track's file must end in .json")
      }
      path = try document.paths.forWriting(place)
    } catch {
      throw EngineError(error.message, .refused)
    }
    guard !System.exists(path) else {
      throw EngineError("\(place): the file already exists", .exists)
    }
    do throws(EncodingError) {
      let file = try AtomicFile(
        path, beneath: document.paths.root, context: settings.context)
      try file.write(Array((text + "\n").utf8))
      try file.commit()
    } catch {
      throw EngineError(error)
    }
    return path
  }
}
