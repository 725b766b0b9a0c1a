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

  private static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
  }
  private static func list(_ values: [String]) -> String {
    "[" + values.joined(separator: ",") + "]"
  }
  private static func number(_ value: Double) -> String { JSONWriter.number(value) }
  private static func string(_ text: String) -> String { JSONWriter.string(text) }
  private static func optional(_ text: String?) -> String { text.map(string) ?? "null" }
  private static func text(_ bytes: [UInt8]) -> String {
    string(String(decoding: bytes, as: UTF8.self))
  }

  // MARK: The document

  static func document(_ plan: Studio.Plan, of studio: Studio) -> String {
    let planned = plan.planned
    let document = planned.document
    let canvas = document.canvas
    let stage = planned.playback.plan.stage
    let animators = plan.animators.map { ($0.id, AnimatorPage($0).json) }
    // The curves of all easings in use; each easing is computed once, because many steps share one.
    var easings: [TimingFunction: String] = [:]
    func curve(of row: PlannedDocument.Row) -> String {
      guard case .timing(let function)? = row.easing else {
        return row.easing.map(easing) ?? "null"
      }
      if let known = easings[function] { return known }
      let text = easing(.timing(function))
      easings[function] = text
      return text
    }
    let members: [(String, String)] = [
      ("version", "\(studio.version)"), ("hash", string(plan.hash)), ("file", string(studio.file)),
      ("text", text(plan.bytes)), ("name", optional(document.name)),
      ("size", list([canvas.size.width, canvas.size.height].map(number))),
      ("scale", number(planned.scale)), ("fps", number(planned.framesPerSecond)),
      ("duration", number(planned.duration.seconds)), ("frames", "\(plan.frames.count)"),
      ("seam", planned.seam.map { number($0.seconds) } ?? "null"),
      ("undo", "\(studio.history.done.count)"), ("redo", "\(studio.history.undone.count)"),
      ("steps", list(planned.rows.map { step($0, planned, curve(of: $0)) })),
      ("animators", "{" + animators.map { "\(string($0)):\($1)" }.joined(separator: ",") + "}"),
      ("vars", list(variables(plan.bytes))),
      ("layers", list(stage.nodes.indices.map { layer($0, stage, planned) })),
      ("interactions", list(planned.touches.map { interaction($0, planned) })),
      ("safe", safeArea(planned)),
      ("sounds", list(sounds(planned, studio.media))),
      (
        "outputs",
        list(document.outputs.map { output($0.path.value, of: studio.file) })
      ),
      ("checks", list(checks(planned))),
      ("compare", optional(studio.comparePath)), ("warnings", list(plan.warnings.map(string))),
    ]
    return object(members)
  }

  private static func sounds(_ planned: PlannedDocument, _ media: MediaSettings) -> [String] {
    ((try? SoundPlan.spans(of: planned, media)) ?? []).map { sound in
      object([
        ("id", string(sound.name)), ("file", string(sound.file)),
        ("start", number(sound.start.seconds)), ("end", number(sound.end.seconds)),
      ])
    }
  }

  private static func checks(_ planned: PlannedDocument) -> [String] {
    planned.document.checks.map { check in
      object([
        ("at", number(planned.time(of: check.at.value).seconds)),
        ("pointer", string(check.origin.pointer)),
      ])
    }
  }

  /// Returns the command that writes an output.
  private static func output(_ path: String, of file: String) -> String {
    object([
      ("path", string(path)),
      ("command", string("pipeline run \(shell(file)) --only \(shell(path))")),
    ])
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
    _ row: PlannedDocument.Row, _ planned: PlannedDocument, _ easing: String
  ) -> String {
    let span = planned.playback.clock.span(of: row.transition)
    let shift = span.map { $0.start - $0.plan.start } ?? .zero
    let move = planned.document.flow?.moves.first { $0.origin.pointer == row.origin?.pointer }
    let isMove = move != nil && row.depth == 0
    let end = isMove ? max(span?.end ?? .zero, row.start + shift) : row.end + shift
    let kind = isMove ? "move" : row.isGroup || row.what == "keyframes" ? row.what : "animator"
    let nodes = planned.playback.plan.stage.nodes
    return object([
      ("pointer", optional(row.origin?.pointer)),
      ("what", string(isMove ? words(move!) : row.what)), ("kind", string(kind)),
      ("id", optional(isMove ? move?.id?.value : row.label.isEmpty ? nil : row.label)),
      ("targets", list(isMove ? [] : row.layers.map { string(nodes[$0].id) })),
      ("layers", list(row.layers.map { "\($0)" })),
      ("depth", "\(row.depth)"), ("start", number((row.start + shift).seconds)),
      ("end", number(end.seconds)), ("shift", number(shift.seconds)),
      ("length", number((row.end - row.start).seconds)), ("transition", "\(row.transition)"),
      ("easing", easing),
    ])
  }

  /// Returns a description of a move for the user.
  private static func words(_ move: MoveSpec) -> String {
    move.action.value.word + (move.action.value.screen.map { " \($0.value)" } ?? "")
  }

  /// Returns the JSON of an easing: a curve with 65 points, the overshoot, and the numbers of a spring.
  static func easing(_ easing: Easing) -> String {
    func progress(_ fraction: Double) -> Double { (try? easing.progress(at: fraction)) ?? fraction }
    let highest = (0...512).map { progress(Double($0) / 512) }.max() ?? 1
    var spring = "null"
    if case .timing(.spring(let own)) = easing {
      spring = object([
        ("dampingRatio", number(own.dampingRatio)),
        ("response", number(2 * Portable.pi / own.angularFrequency)),
        ("settling", number(own.durationSeconds)),
      ])
    }
    return object([
      ("curve", list((0...64).map { number(progress(Double($0) / 64)) })),
      ("overshoot", number(max(0, highest - 1))), ("spring", spring),
    ])
  }

  private static func layer(_ index: Int, _ stage: Stage, _ planned: PlannedDocument) -> String {
    let origins = planned.layerOrigins
    let origin = origins.indices.contains(index) ? origins[index] : nil
    return object([
      ("index", "\(index)"), ("id", string(stage.nodes[index].id)),
      ("parent", "\(stage.nodes[index].parent)"), ("pointer", optional(origin?.pointer)),
    ])
  }

  private static func variables(_ bytes: [UInt8]) -> [String] {
    let root = JSONNode(json: String(decoding: bytes, as: UTF8.self))
    return (root?["vars"]?.members ?? []).map { member in
      object([
        ("name", string(member.key)), ("pointer", string(member.value.origin.pointer)),
        ("value", member.value.json),
      ])
    }
  }

  private static func interaction(
    _ touch: PlannedDocument.Touch, _ planned: PlannedDocument
  ) -> String {
    let gesture = touch.rules.gesture
    let span = planned.playback.clock.span(of: touch.transition)
    let moves = planned.document.flow?.moves ?? []
    let move = moves.indices.contains(touch.transition) ? moves[touch.transition] : nil
    return object([
      ("pointer", string(touch.spec.origin.pointer)), ("move", "\(touch.transition)"),
      ("label", optional(move?.label)),
      ("start", number(span?.start.seconds ?? 0)), ("end", number(span?.end.seconds ?? 0)),
      ("gesture", string(touch.spec.gesture.rawValue)), ("edge", string(gesture.edge.rawValue)),
      ("extent", number(gesture.extent)),
      ("startWithin", gesture.startWithin.map(number) ?? "null"),
      ("points", "\(StudioGesture.takesPoints(touch))"), ("track", "\(touch.spec.track != nil)"),
    ])
  }

  /// Returns the part of a device's screen that the device's frame does not cover, in the coordinates of the layer `space`.
  private static func safeArea(_ planned: PlannedDocument) -> String {
    let nodes = planned.playback.plan.stage.nodes
    guard let device = planned.document.device, device.image == nil,
      let space = nodes.firstIndex(where: { $0.id == "viewport" })
    else { return "null" }
    let size = Placement(nodes[space].properties, hasSublayers: true, in: nil).bounds.size
    let area = device.safeArea(of: size)
    return object([
      ("space", "\(space)"),
      ("frame", list([area.x, area.y, area.width, area.height].map(number))),
    ])
  }

  // MARK: What is wrong

  /// Returns the problems as JSON; `at` is the time of the frame on which a plugin failed.
  static func problems(
    _ failure: EngineError, file: String, _ bytes: [UInt8]?, at time: Double? = nil
  ) -> String {
    var problems = failure.problems.map { problem in
      object([
        ("line", "\(problem.origin.position.line)"),
        ("column", "\(problem.origin.position.column)"),
        ("pointer", string(problem.origin.pointer)), ("message", string(problem.message)),
        ("text", string(problem.description)), ("at", time.map(number) ?? "null"),
      ])
    }
    if problems.isEmpty {
      problems = failure.lines.map { line in
        object([
          ("line", "null"), ("column", "null"), ("pointer", string("")), ("message", string(line)),
          ("text", string(line)), ("at", time.map(number) ?? "null"),
        ])
      }
    }
    return object([
      ("hash", optional(bytes.map(hash))), ("text", bytes.map(text) ?? "null"),
      ("problems", list(problems)),
    ])
  }

  // MARK: Frames

  static func progress(_ frames: StudioFrames, version: Int) -> String {
    func ranges(_ size: StudioFrames.Size) -> String {
      var ranges: [ClosedRange<Int>] = []
      for number in size.made.keys.sorted() {
        if let last = ranges.last, last.upperBound + 1 == number {
          ranges[ranges.count - 1] = last.lowerBound...number
        } else {
          ranges.append(number...number)
        }
      }
      return list(ranges.map { "[\($0.lowerBound),\($0.upperBound)]" })
    }
    func time(_ size: StudioFrames.Size) -> String {
      size.milliseconds.map { number(($0 * 10).rounded() / 10) } ?? "null"
    }
    return object([
      ("version", "\(version)"), ("full", ranges(frames.full)), ("drafts", ranges(frames.draft)),
      ("fullMs", time(frames.full)), ("draftMs", time(frames.draft)),
    ])
  }
}
