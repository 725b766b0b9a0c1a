import JSON
internal import PluginModel
internal import Assets
internal import Documents
internal import Encoding
internal import Evaluation
internal import Files
internal import Inspecting
internal import Media
internal import Planning
internal import Reporting
internal import Scenes

/// Creates the messages to pages, as JSON.
enum StudioReport {
  static func hash(_ bytes: [UInt8]) -> String {
    var hash = SHA256()
    hash.add(bytes)
    return hash.hexadecimal()
  }

  // MARK: The document

  static func document(_ plan: Studio.Plan, of studio: Studio) -> JSONObject {
    let planned = plan.planned
    let document = planned.document
    let canvas = document.canvas
    let stage = planned.playback.plan.stage
    let animators = plan.animators.map { ($0.id, AnimatorPage($0) as any JSONEncodable) }
    // The curves of all easings in use; each easing is computed once, because many steps share one.
    var easings: [TimingFunction: JSONFragment] = [:]
    func curve(of row: PlannedDocument.Row) -> JSONFragment {
      guard case .timing(let function)? = row.easing else {
        return row.easing.map { JSONFragment(easing($0).json) } ?? .null
      }
      if let known = easings[function] { return known }
      let text = JSONFragment(easing(.timing(function)).json)
      easings[function] = text
      return text
    }
    return [
      "version": studio.version, "hash": plan.hash, "file": studio.file, "text": text(plan.bytes),
      "name": document.name, "size": [canvas.size.width, canvas.size.height],
      "scale": planned.scale, "fps": planned.framesPerSecond,
      "duration": planned.duration.seconds, "frames": plan.frames.count,
      "seam": planned.seam?.seconds, "undo": studio.history.done.count,
      "redo": studio.history.undone.count,
      "steps": planned.rows.map { step($0, planned, curve(of: $0)) },
      "animators": JSONObject(animators), "vars": variables(plan.bytes),
      "layers": stage.nodes.indices.map { layer($0, stage, planned) },
      "interactions": planned.touches.map { interaction($0, planned) },
      "safe": safeArea(planned), "sounds": sounds(planned, studio.media),
      "outputs": document.outputs.map { output($0.path.value, of: studio.file) },
      "checks": checks(planned), "compare": studio.comparePath, "warnings": plan.warnings,
    ]
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func sounds(
    _ planned: PlannedDocument, _ media: MediaSettings
  ) -> [JSONObject] {
    ((try? SoundPlan.spans(of: planned, media)) ?? []).map { sound in
      [
        "id": sound.name, "file": sound.file,
        "start": sound.start.seconds, "end": sound.end.seconds,
      ]
    }
  }

  private static func checks(_ planned: PlannedDocument) -> [JSONObject] {
    planned.document.checks.map { check in
      [
        "at": planned.time(of: check.at.value).seconds,
        "pointer": check.origin.pointer,
      ]
    }
  }

  /// Returns the command that writes an output.
  private static func output(_ path: String, of file: String) -> JSONObject {
    [
      "path": path,
      "command": "pipeline run \(shell(file)) --only \(shell(path))",
    ]
  }

  private static func shell(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
        || [0x2D, 0x2E, 0x2F, 0x5F, 0x25].contains($0)
    }
    if isPlain, !word.hasPrefix("-") { return word }
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }

  /// Returns a step as JSON, with its times in wall time, which a gesture may shift.
  private static func step(
    _ row: PlannedDocument.Row, _ planned: PlannedDocument, _ easing: JSONFragment
  ) -> JSONObject {
    let span = planned.playback.clock.span(of: row.transition)
    let shift = span.map { $0.start - $0.plan.start } ?? .zero
    let move = planned.document.flow?.moves.first { $0.origin.pointer == row.origin?.pointer }
    let isMove = move != nil && row.depth == 0
    let end = isMove ? max(span?.end ?? .zero, row.start + shift) : row.end + shift
    let kind = isMove ? "move" : row.isGroup || row.what == "keyframes" ? row.what : "animator"
    let nodes = planned.playback.plan.stage.nodes
    return [
      "pointer": row.origin?.pointer,
      "what": isMove ? words(move!) : row.what, "kind": kind,
      "id": isMove ? move?.id?.value : row.label.isEmpty ? nil : row.label,
      "targets": isMove ? [] : row.layers.map { nodes[$0].id },
      "layers": row.layers,
      "depth": row.depth, "start": (row.start + shift).seconds,
      "end": end.seconds, "shift": shift.seconds,
      "length": (row.end - row.start).seconds, "transition": row.transition,
      "easing": easing,
    ]
  }

  /// Returns a description of a move for the user.
  private static func words(_ move: MoveSpec) -> String {
    move.action.value.word + (move.action.value.screen.map { " \($0.value)" } ?? "")
  }

  /// Returns the JSON of an easing: a curve with 65 points, the overshoot, and the numbers of a spring.
  static func easing(_ easing: Easing) -> JSONObject {
    func progress(_ fraction: Double) -> Double { (try? easing.progress(at: fraction)) ?? fraction }
    let highest = (0...512).map { progress(Double($0) / 512) }.max() ?? 1
    var spring: JSONObject?
    if case .timing(.spring(let own)) = easing {
      spring = [
        "dampingRatio": own.dampingRatio,
        "response": 2 * Portable.pi / own.angularFrequency,
        "settling": own.durationSeconds,
      ]
    }
    return [
      "curve": (0...64).map { progress(Double($0) / 64) },
      "overshoot": max(0, highest - 1), "spring": spring,
    ]
  }

  private static func layer(_ index: Int, _ stage: Stage, _ planned: PlannedDocument) -> JSONObject
  {
    let origins = planned.layerOrigins
    let origin = origins.indices.contains(index) ? origins[index] : nil
    return [
      "index": index, "id": stage.nodes[index].id,
      "parent": stage.nodes[index].parent, "pointer": origin?.pointer,
    ]
  }

  private static func variables(_ bytes: [UInt8]) -> [JSONObject] {
    let root = JSONNode(json: String(decoding: bytes, as: UTF8.self))
    return (root?["vars"]?.members ?? []).map { member in
      [
        "name": member.key, "pointer": member.value.origin.pointer,
        "value": JSONFragment(member.value.json),
      ]
    }
  }

  private static func interaction(
    _ touch: PlannedDocument.Touch, _ planned: PlannedDocument
  ) -> JSONObject {
    let gesture = touch.rules.gesture
    let span = planned.playback.clock.span(of: touch.transition)
    let moves = planned.document.flow?.moves ?? []
    let move = moves.indices.contains(touch.transition) ? moves[touch.transition] : nil
    return [
      "pointer": touch.spec.origin.pointer, "move": touch.transition,
      "label": move?.label,
      "start": span?.start.seconds ?? 0, "end": span?.end.seconds ?? 0,
      "gesture": touch.spec.gesture.rawValue, "edge": gesture.edge.rawValue,
      "extent": gesture.extent,
      "startWithin": gesture.startWithin,
      "points": StudioGesture.takesPoints(touch), "track": touch.spec.track != nil,
    ]
  }

  /// Returns the part of a device's screen that the device's frame does not cover, in the coordinates of the layer `space`.
  private static func safeArea(_ planned: PlannedDocument) -> JSONObject? {
    let nodes = planned.playback.plan.stage.nodes
    guard let device = planned.document.device, device.image == nil,
      let space = nodes.firstIndex(where: { $0.id == "viewport" })
    else { return nil }
    let size = Placement(nodes[space].properties, hasSublayers: true, in: nil).bounds.size
    let area = device.safeArea(of: size)
    return [
      "space": space,
      "frame": [area.x, area.y, area.width, area.height],
    ]
  }

  // MARK: What is wrong

  /// Returns the problems as JSON; `at` is the time of the frame on which a plugin failed.
  static func problems(
    _ failure: EngineError, file: String, _ bytes: [UInt8]?, at time: Double? = nil
  ) -> JSONObject {
    var problems: [JSONObject] = failure.problems.map { problem in
      [
        "line": problem.origin.position.line,
        "column": problem.origin.position.column,
        "pointer": problem.origin.pointer, "message": problem.message,
        "text": problem.description, "at": time,
      ]
    }
    if problems.isEmpty {
      problems = failure.lines.map { line in
        [
          "line": JSONFragment.null, "column": JSONFragment.null, "pointer": "", "message": line,
          "text": line, "at": time,
        ]
      }
    }
    return [
      "hash": bytes.map(hash), "text": bytes.map(text),
      "problems": problems,
    ]
  }

  // MARK: Frames

  static func progress(_ frames: StudioFrames, version: Int) -> JSONObject {
    func ranges(_ size: StudioFrames.Size) -> [[Int]] {
      var ranges: [ClosedRange<Int>] = []
      for number in size.made.keys.sorted() {
        if let last = ranges.last, last.upperBound + 1 == number {
          ranges[ranges.count - 1] = last.lowerBound...number
        } else {
          ranges.append(number...number)
        }
      }
      return ranges.map { [$0.lowerBound, $0.upperBound] }
    }
    func time(_ size: StudioFrames.Size) -> Double? {
      size.milliseconds.map { ($0 * 10).rounded() / 10 }
    }
    return [
      "version": version, "full": ranges(frames.full), "drafts": ranges(frames.draft),
      "fullMs": time(frames.full), "draftMs": time(frames.draft),
    ]
  }
}
