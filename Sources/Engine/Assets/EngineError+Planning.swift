internal import Documents
import JSON
internal import PluginModel
internal import Scenes
package import Planning
package import Reporting

extension EngineError {
  /// Converts a planning failure; `file` is the document that was planned.
  package init(_ failure: PlanningFailure, file: String) {
    switch failure {
    case .document(let failure): self.init(failure)
    case .animator(let fault, let time, let frame, let origin):
      let place = time.map { FramePlace(frame: frame, time: $0.seconds).words + ": " } ?? ""
      let problem = Problem(
        file: file, origin: origin.appending(fault.pointer), message: place + fault.sentence)
      self.init(problem.description, Cause(fault))
      problems = [problem]
    case .refused(let refusal, let name, let origin):
      let problem = Problem(
        file: file, origin: origin, message: "no animator \"\(name)\": \(refusal)")
      self.init(problem.description, Cause(refusal))
      problems = [problem]
    }
  }
}

extension PlanningFailure: EngineErrorConvertible {
  package var engineError: EngineError { EngineError(self, file: "") }
}

extension Origin {
  /// Returns the same position in the text, with `pointer` appended to its JSON pointer.
  fileprivate func appending(_ pointer: String) -> Origin {
    Origin(position: position, pointer: self.pointer + pointer)
  }
}
