internal import Documents
internal import Evaluation
import JSON
internal import Planning
internal import Scenes

/// Drags of layers. If a drag only moves layers on which nothing else depends, its pictures are those of the
/// plan with the layers in other places, and the document is planned again when the drag rests.
extension Studio {
  /// A layer of the stage, and the frame that a drag gives it.
  struct Move {
    var layer: Int
    var frame: Rect
  }
  /// The largest coordinate of such a frame, which every document may write.
  private static let reach = 10_000.0

  /// The moves that are all that the edits do; nil if they do more.
  func moves(_ edits: [JSONNode], of text: [UInt8]) -> [Move]? {
    guard let plan else { return nil }
    var moves: [Move] = []
    for edit in edits {
      let numbers = edit["value"]?.elements?.map { $0.number } ?? []
      guard let pointer = edit["pointer"]?.string, pointer.hasSuffix("/frame"), numbers.count == 4,
        let x = numbers[0], let y = numbers[1], let width = numbers[2], let height = numbers[3],
        abs(x) <= Self.reach, abs(y) <= Self.reach,
        let layer = movable(String(pointer.dropLast("/frame".count)), in: plan.planned, text)
      else { return nil }
      let frame = Rect(x, y, width, height)
      guard plan.planned.playback.plan.stage.nodes[layer].properties.frame.size == frame.size else {
        return nil
      }
      moves.append(Move(layer: layer, frame: frame))
    }
    return moves.sorted { $0.layer < $1.layer }
  }

  private func movable(
    _ pointer: String, in planned: PlannedDocument, _ text: [UInt8]
  ) -> Int? {
    if let known = movableLayers[pointer] { return known }
    let found = Self.movable(pointer, in: planned, text)
    movableLayers[pointer] = .some(found)
    return found
  }

  /// The layer of a pointer; nil if a change of its place may change anything besides.
  private static func movable(
    _ pointer: String, in planned: PlannedDocument, _ bytes: [UInt8]
  ) -> Int? {
    let stage = planned.playback.plan.stage
    let places = stage.nodes.indices.filter { planned.layerOrigins[$0]?.pointer == pointer }
    let text = String(decoding: bytes, as: UTF8.self)
    guard places.count == 1, let layer = places.first, let words = JSONPath.words(of: pointer),
      let written = words.reduce(JSONNode(json: text), part)
    else { return nil }
    // The file has its frame as the stage has it.
    let frame = stage.nodes[layer].properties.frame
    guard
      written["frame"]?.elements?.map(\.number) == [frame.x, frame.y, frame.width, frame.height]
    else { return nil }
    // No step moves it, and no other part of the document names it.
    let isInStep = planned.playback.plan.steps.contains { step in
      step.targets.contains { $0.layer == layer || stage.isInside($0.layer, layer) }
    }
    guard !isInStep, isUnnamed(written, in: text),
      !["scroll", "frameOf", "centerOf"].contains(where: text.contains)
    else { return nil }
    return layer
  }

  /// The member of an object, or the element of a list.
  private static func part(of node: JSONNode?, _ word: String) -> JSONNode? {
    guard let list = node?.elements else { return node?[word] }
    return Int(word).flatMap { list.indices.contains($0) ? list[$0] : nil }
  }

  /// Whether the names of a layer and its sublayers are nowhere but at these.
  private static func isUnnamed(_ layer: JSONNode, in text: String) -> Bool {
    if layer["pair"] != nil || layer["class"] != nil || layer["use"] != nil { return false }
    if let id = layer["id"]?.string {
      func isLetter(_ letter: Character?) -> Bool {
        letter.map { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" } ?? false
      }
      let places = text.ranges(of: id).filter { range in
        let before =
          range.lowerBound == text.startIndex
          ? nil : text[text.index(before: range.lowerBound)]
        let after = range.upperBound == text.endIndex ? nil : text[range.upperBound]
        return !isLetter(before) && !isLetter(after)
      }
      if places.count > 1 { return false }
    }
    return layer["sublayers"]?.elements?.allSatisfy { isUnnamed($0, in: text) } ?? true
  }

  /// The picture of a frame with layers in other places; nil if drawing takes long, or if a picture of the
  /// layers was taken by a step.
  func picture(_ frame: WantedFrame, with moves: [Move]) -> [UInt8]? {
    guard let plan, frame.number < plan.frames.count else { return nil }
    let playback = plan.planned.playback
    let time = min(
      FrameTime(frame: frame.number, framesPerSecond: plan.planned.framesPerSecond),
      playback.duration)
    let now = playback.clock.planTime(at: time)
    let isTaken = playback.plan.steps.contains { step in
      step.start <= now && now < step.end
        && step.targets.contains { $0.animates.contains(.contents) }
    }
    guard !isTaken else { return nil }
    return plan.frames.quickPicture(at: time, isDraft: frame.isDraft) {
      let scene = try playback.scene(at: time)
      let updates = moves.map { move in
        var properties = scene.properties(of: move.layer)
        properties.frame = move.frame
        return LayerChanges.Update(
          layer: move.layer, change: Scene.Change(layer: move.layer, properties: properties))
      }
      return Scene(stage: scene.stage, time: scene.time, changes: scene.changes.updated(updates))
    }
  }
}
