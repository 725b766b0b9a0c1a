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
    var objects: [JSONObject] = []
    for entry in planned.playback.clock.events {
      func tell(_ event: String, _ more: JSONObject = [:]) {
        objects.append(
          ["time": entry.time, "transition": entry.transition, "event": event] + more)
      }
      func tell(_ calls: [PlannedDocument.Lifecycle.Call]?) {
        for call in calls ?? [] {
          var more: JSONObject = ["screen": call.screen]
          more.add("parent", call.hasParent)
          tell(call.method, more)
        }
      }
      let calls = planned.lifecycles[entry.transition]
      switch entry.event {
      case .willBegin:
        tell("willBegin")
        tell(calls?.starting)
      case .interactionChanged(let progress):
        tell("interactionChanged", ["progress": progress])
      case .finished, .cancelled:
        let release = planned.playback.clock.release(of: entry.transition, at: entry.time)
        tell(
          entry.event == .finished ? "finished" : "cancelled",
          release.map { ["velocity": $0.velocity, "initialVelocity": $0.initialVelocity] } ?? [:])
      case .didEnd(let completed):
        tell(completed ? calls?.finishing : calls?.cancelling)
        tell("didEnd", ["completed": completed])
      }
    }
    return objects.map(\.json)
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
