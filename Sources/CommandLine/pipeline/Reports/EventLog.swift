import Documents
import Encoding
import Evaluation
import Planning
import Reporting

/// The events of the transitions, one JSON object a line, and between them what UIKit tells the screens
/// of a flow.
enum EventLog {
  static func lines(_ planned: PlannedDocument) -> String {
    var lines = ""
    for entry in planned.playback.clock.events {
      let head =
        "{\"time\":\(JSONWriter.number(entry.time)),\"transition\":\(entry.transition),\"event\":"
      let calls = planned.lifecycles[entry.transition]
      func tell(_ calls: [PlannedDocument.Lifecycle.Call]?) {
        for call in calls ?? [] {
          lines += head + JSONWriter.string(call.method)
          lines += ",\"screen\":\(JSONWriter.string(call.screen))"
          if let hasParent = call.hasParent { lines += ",\"parent\":\(hasParent)" }
          lines += "}\n"
        }
      }
      switch entry.event {
      case .willBegin:
        lines += head + "\"willBegin\"}\n"
        tell(calls?.starting)
      case .interactionChanged(let progress):
        lines += head + "\"interactionChanged\",\"progress\":\(JSONWriter.number(progress))}\n"
      case .finished, .cancelled:
        let word = entry.event == .finished ? "finished" : "cancelled"
        lines += head + "\"\(word)\""
        if let release = planned.playback.clock.release(of: entry.transition, at: entry.time) {
          lines += ",\"velocity\":\(JSONWriter.number(release.velocity)),"
          lines += "\"initialVelocity\":\(JSONWriter.number(release.initialVelocity))"
        }
        lines += "}\n"
      case .didEnd(let completed):
        tell(completed ? calls?.finishing : calls?.cancelling)
        lines += head + "\"didEnd\",\"completed\":\(completed)}\n"
      }
    }
    return lines
  }

  static func write(_ planned: PlannedDocument, to path: String) throws(EngineError) {
    do {
      let file = try AtomicFile(path, context: .ofProgram)
      try file.write(Array(lines(planned).utf8))
      try file.commit()
    } catch {
      throw EngineError(error)
    }
  }
}
