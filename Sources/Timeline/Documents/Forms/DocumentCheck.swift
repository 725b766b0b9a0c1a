import JSON
import Scenes

/// Checks the rules that relate different parts of a document.
enum DocumentCheck {
  static func check(
    _ draft: inout DocumentForm.DocumentFields, _ node: JSONNode, _ reading: inout Reading
  ) -> Bool {
    let before = reading.problems.count
    let keys = node.keys
    if let clips = draft.clips {
      for key in [
        "screens", "flow", "layers", "timeline", "duration", "transition", "root", "tabs",
      ]
      where keys.contains(key) {
        reading.fail("\"\(key)\" cannot be combined with \"clips\"", at: node[key] ?? node)
      }
      ClipForms.unfold(clips, in: &draft.document, &reading)
      if let end = draft.end { EndForms.unfold(end, in: &draft.document) }
      checkOutputs(draft.document, &reading)
      return reading.problems.count == before
    }
    if keys.contains("screens") {
      let hasFlow = keys.contains("flow")
      for key in ["layers", "timeline", "duration"]
      where keys.contains(key) && !(hasFlow && key == "timeline") {
        let place =
          key == "layers"
          ? "in a screen or in \"overlays\"" : hasFlow ? "in its moves" : "in \"transition\""
        reading.fail("with \"screens\", \"\(key)\" belongs \(place)", at: node[key] ?? node)
      }
    } else {
      for key in ["transition", "presentation", "interaction"] where keys.contains(key) {
        reading.fail("\"\(key)\" needs \"screens\"", at: node[key] ?? node)
      }
    }
    if keys.contains("device"), let viewport = node["viewport"] {
      reading.fail(
        "\"viewport\" and \"device\" both set the area of the screens; keep one", at: viewport)
    }
    if draft.hasFlow { draft.document.flow = draft.flow }
    if let end = draft.end {
      if !draft.hasFlow {
        reading.fail("\"end\" needs a \"flow\" or \"clips\"", at: node["end"] ?? node)
      }
      EndForms.unfold(end, in: &draft.document)
    }
    FlowCheck.check(draft.document, node, &reading)
    if case .fraction? = draft.document.duration?.value, let place = draft.document.duration {
      reading.problems.add(
        "the document's duration cannot be a percentage, which would refer to the duration itself",
        at: place.origin)
    }
    checkStyles(draft.document, &reading)
    checkFrames(draft.document, &reading)
    checkOutputs(draft.document, &reading)
    return reading.problems.count == before
  }

  private static func checkStyles(_ document: Document, _ reading: inout Reading) {
    guard let presentation = document.presentation, let style = presentation.style else { return }
    for transition in document.transitions {
      guard let other = transition.style, other != style else { continue }
      reading.problems.add(
        "\"style\" must be \"\(other.rawValue)\", as in the transition, not \"\(style.rawValue)\"",
        at: presentation.origin)
      return
    }
  }

  /// Rejects a document whose timeline has too many frames.
  private static func checkFrames(_ document: Document, _ reading: inout Reading) {
    let durations = [document.duration] + document.transitions.map(\.duration)
    let rates = [document.canvas.framesPerSecond] + document.outputs.compactMap(\.framesPerSecond)
    let rate = rates.max() ?? 60
    for case let duration? in durations {
      let frames: Double
      switch duration.value {
      case .seconds(let seconds): frames = seconds * rate
      case .frames(let count): frames = count / document.canvas.framesPerSecond * rate
      case .fraction: continue
      }
      let limit = reading.limits.frames
      if frames > Double(limit) {
        reading.problems.add(
          "\(JSONWriter.number(frames.rounded(.up))) frames; at most \(limit)"
            + reading.limits.hint(.frames), at: duration.origin)
      }
    }
  }

  private static func checkOutputs(_ document: Document, _ reading: inout Reading) {
    let limit = Double(reading.limits.canvasSide)
    var paths: [String: Origin] = [:]
    for output in document.outputs {
      if let scale = output.scale {
        let side = max(document.canvas.size.width, document.canvas.size.height) * scale
        if side > limit {
          reading.problems.add(
            "an output of \(JSONWriter.number(side)) pixels; at most \(reading.limits.canvasSide)",
            at: output.origin)
        }
      }
      if let first = paths.updateValue(output.path.origin, forKey: output.path.value) {
        reading.problems.add(
          "the path is already used by the output in line \(first.position.line)",
          at: output.path.origin)
      }
    }
  }
}
