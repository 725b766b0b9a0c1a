import Documents
import Encoding
import Evaluation
import Interaction
import Reporting

/// The events of the transitions, one JSON object a line.
enum EventLog {
  static func lines(_ clock: PlanClock) -> String {
    clock.events.map { entry in
      let head =
        "{\"time\":\(JSONWriter.number(entry.time)),\"transition\":\(entry.transition),\"event\":"
      switch entry.event {
      case .willBegin: return head + "\"willBegin\"}\n"
      case .interactionChanged(let progress):
        return head + "\"interactionChanged\",\"progress\":\(JSONWriter.number(progress))}\n"
      case .finished, .cancelled:
        let word = entry.event == .finished ? "finished" : "cancelled"
        guard let release = clock.release(of: entry.transition, at: entry.time) else {
          return head + "\"\(word)\"}\n"
        }
        return head + "\"\(word)\",\"velocity\":\(JSONWriter.number(release.velocity)),"
          + "\"initialVelocity\":\(JSONWriter.number(release.initialVelocity))}\n"
      case .didEnd(let completed): return head + "\"didEnd\",\"completed\":\(completed)}\n"
      }
    }.joined()
  }

  static func write(_ clock: PlanClock, to path: String) throws(EngineError) {
    do {
      let file = try AtomicFile(path)
      try file.write(Array(lines(clock).utf8))
      try file.commit()
    } catch {
      throw EngineError(error)
    }
  }
}
