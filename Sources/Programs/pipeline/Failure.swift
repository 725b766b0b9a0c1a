import AnimatorHosting
import Animators
import Documents
import Encoding
import Media
import Planning
import Scenes

/// The reason why the program ends: lines for standard error, and an exit status as in sysexits.
struct Failure: Error {
  var lines: [String]
  var status: Int32
  /// The problems of a document with their places; empty when the failure is something else.
  private(set) var problems: [Problem] = []
  /// The document that has them, where it could be read.
  private(set) var document: [Document] = []

  init(_ line: String, status: Int32) {
    lines = [line]
    self.status = status
  }

  static func usage(_ line: String) -> Failure { Failure(line, status: 64) }

  init(_ failure: DocumentFailure) {
    lines = failure.problems.map(\.description)
    problems = failure.problems
    document = failure.document
    switch failure.kind {
    case .fault: status = 65
    case .missing: status = 66
    case .notAllowed: status = 77
    }
  }

  init(_ failure: PlanningFailure, file: String) {
    switch failure {
    case .document(let failure): self.init(failure)
    case .animator(let fault, let time, let frame, let origin):
      let place = time.map { PluginDiagnostics.words(frame: frame, time: $0.seconds) + ": " } ?? ""
      let problem = Problem(
        file: file, origin: origin.appending(fault.pointer), message: place + fault.sentence)
      self.init(problem.description, status: fault.exitStatus)
      problems = [problem]
    case .refused(let refusal, let name, let origin):
      let problem = Problem(
        file: file, origin: origin, message: "no animator \"\(name)\": \(refusal)")
      let status: Int32 =
        switch refusal.kind {
        case .misbehaved: 76
        case .noSandbox: 69
        case .untrusted: 77
        case .unusable, .duplicate: 65
        }
      self.init(problem.description, status: status)
      problems = [problem]
    }
  }

  init(_ error: EncodingError) { self.init(error.description, status: error.exitStatus) }
  init(_ error: MediaError) { self.init(error.description, status: error.exitStatus) }

  /// What a room threw and no command took; nil for what is wrong with the words of the call.
  init?(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let failure as DocumentFailure: self.init(failure)
    case let failure as PlanningFailure: self.init(failure, file: "")
    case let error as EncodingError: self.init(error)
    case let error as MediaError: self.init(error)
    default: return nil
    }
  }

  /// A plugin that failed while a frame was drawn.
  init(_ fault: AnimatorFault, frame: Int?, time: Double) {
    self.init(
      "\(PluginDiagnostics.words(frame: frame, time: time)): \(fault)", status: fault.exitStatus)
  }
}

extension AnimatorFault {
  var exitStatus: Int32 {
    switch cause {
    // Memory may be there elsewhere.
    case .memory: 75
    case .distrust: 77
    case .noSandbox: 69
    case .misbehaviour, .interruption: 76
    }
  }
}

extension Origin {
  /// The same place in the text, with a pointer further down the tree.
  func appending(_ pointer: String) -> Origin {
    Origin(position: position, pointer: self.pointer + pointer)
  }
}
