internal import Documents
internal import Encoding
internal import Evaluation
package import Files
import JSON
package import Planning
package import Reporting

/// The events of transitions as JSON objects, including the UIKit callbacks for the screens of a flow.
package enum EventLog {
  package static func objects(_ planned: PlannedDocument) -> [String] {
    var objects: [String] = []
    for entry in planned.playback.clock.events {
      let head =
        "{\"time\":\(JSONWriter.number(entry.time)),\"transition\":\(entry.transition),\"event\":"
      let calls = planned.lifecycles[entry.transition]
      func tell(_ calls: [PlannedDocument.Lifecycle.Call]?) {
        for call in calls ?? [] {
          let parent = call.hasParent.map { ",\"parent\":\($0)" } ?? ""
          objects.append(
            head + JSONWriter.string(call.method) + ",\"screen\":\(JSONWriter.string(call.screen))"
              + parent + "}")
        }
      }
      switch entry.event {
      case .willBegin:
        objects.append(head + "\"willBegin\"}")
        tell(calls?.starting)
      case .interactionChanged(let progress):
        objects.append(
          head + "\"interactionChanged\",\"progress\":\(JSONWriter.number(progress))}")
      case .finished, .cancelled:
        let word = entry.event == .finished ? "finished" : "cancelled"
        let release = planned.playback.clock.release(of: entry.transition, at: entry.time)
        let speed = release.map {
          ",\"velocity\":\(JSONWriter.number($0.velocity)),"
            + "\"initialVelocity\":\(JSONWriter.number($0.initialVelocity))"
        }
        objects.append(head + "\"\(word)\"\(speed ?? "")}")
      case .didEnd(let completed):
        tell(completed ? calls?.finishing : calls?.cancelling)
        objects.append(head + "\"didEnd\",\"completed\":\(completed)}")
      }
    }
    return objects
  }

  /// Writes each event as one JSON object per line.
  package static func write(
    _ planned: PlannedDocument, to path: String, context: EngineContext
  ) throws(EngineError) {
    do {
      let file = try AtomicFile(path, context: context)
      try file.write(Array(objects(planned).map { $0 + "\n" }.joined().utf8))
      try file.commit()
    } catch {
      throw EngineError(error)
    }
  }
}
