package import PluginModel
package import Documents
package import Encoding
package import Files
package import Media
package import Planning
internal import Scenes
internal import Synchronization

/// The error that ended the engine's work: lines for people, its cause, and its places.
///
/// A program leaves with the `status` of its cause.
package struct EngineError: Error, Sendable {
  /// The kind of thing that went wrong.
  package enum Cause: Hashable, Sendable {
    /// The request is invalid.
    case usage
    /// A document, or another file that is read, is at fault.
    case content
    /// Something that is needed is not there.
    case missing
    /// A helper program or a lock that is needed is not on this system.
    case unavailable
    /// The program itself, or a helper, is at fault.
    case failed
    /// The system has too little of something.
    case system
    /// A file to be written exists already.
    case exists
    /// A file cannot be read or written to its end.
    case unwritable
    /// The same may work later or elsewhere.
    case tryAgain
    /// A plugin violated the interface.
    case plugin
    /// The operation is not allowed.
    case refused
    /// The work was cancelled.
    case cancelled

    package var status: ExitStatus {
      switch self {
      case .usage: .usage
      case .content: .content
      case .missing: .missing
      case .unavailable: .unavailable
      case .failed: .defect
      case .system: .shortage
      case .exists: .exists
      case .unwritable: .unwritable
      case .tryAgain: .temporary
      case .plugin: .plugin
      case .refused: .refused
      case .cancelled: .interrupted
      }
    }
  }
  /// The message, at least one line, without a place if there is none.
  package var lines: [String]
  package var cause: Cause
  /// The problems of a document with their places; empty when the failure is something else.
  package private(set) var problems: [Problem] = []
  /// The document that has them, where it could be read.
  package private(set) var document: [Document] = []

  package init(_ line: String, _ cause: Cause) {
    self.init(lines: [line], cause)
  }

  package init(lines: [String], _ cause: Cause) {
    self.lines = lines
    self.cause = cause
  }

  package static func usage(_ line: String) -> EngineError { EngineError(line, .usage) }

  /// An error about insufficient memory, on any machine or only on this one.
  package static func noRoom(_ line: String) -> EngineError { EngineError(line, .noRoom) }

  package init(_ failure: DocumentFailure) {
    lines = failure.problems.map(\.description)
    problems = failure.problems
    document = failure.document
    switch failure.kind {
    case .usage: cause = .usage
    case .fault: cause = .content
    case .missing: cause = .missing
    case .notAllowed: cause = .refused
    case .unavailable: cause = .unavailable
    case .defect: cause = .failed
    case .shortage: cause = .system
    case .unreadable: cause = .unwritable
    case .passing: cause = .tryAgain
    }
  }

  /// One problem of a document.
  package init(_ problem: Problem) { self.init(DocumentFailure(problems: [problem])) }

  /// `file` is the document that was planned.
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

  package init(_ error: EncodingError) {
    let cause: Cause =
      switch error {
      case .format: .usage
      case .unwritable, .closed: .unwritable
      case .media(let error): Cause(error)
      case .tooLarge, .size: .content
      }
    self.init(error.description, cause)
  }

  package init(_ error: MediaError) { self.init(error.description, Cause(error)) }

  /// A plugin that failed while a frame was drawn.
  package init(_ fault: AnimatorFault, at place: FramePlace) {
    self.init("\(place.words): \(fault)", Cause(fault))
  }

  /// Converts an error of a library; nil for other errors.
  package init?(any error: any Error) {
    switch error {
    case let failure as EngineError: self = failure
    case let failure as DocumentFailure: self.init(failure)
    case let failure as PlanningFailure: self.init(failure, file: "")
    case let error as EncodingError: self.init(error)
    case let error as MediaError: self.init(error)
    default: return nil
    }
  }
}

extension EngineError.Cause {
  /// Of a limit that is the machine's, or the same everywhere.
  fileprivate static var noRoom: Self {
    MemoryAccount.isOfMachine.load(ordering: .relaxed) ? .system : .content
  }

  package init(_ error: MediaError) {
    self =
      switch error {
      case .missing: .missing
      case .unusable, .broken, .noRoom: .content
      case .shortage: .system
      case .unavailable: .unavailable
      case .unreadable, .unwritable: .unwritable
      case .helper: .failed
      case .killed: .tryAgain
      }
  }

  /// Why there is no animator of a name.
  package init(_ refusal: PluginRefusal) {
    self =
      switch refusal.kind {
      case .misbehaved: .plugin
      case .noSandbox: .unavailable
      case .untrusted: .refused
      case .unusable, .duplicate: .content
      }
  }

  package init(_ fault: AnimatorFault) {
    self =
      switch fault.cause {
      // Memory may be there elsewhere.
      case .memory: .tryAgain
      case .room: .noRoom
      case .distrust: .refused
      case .noSandbox: .unavailable
      case .misbehaviour, .interruption: .plugin
      }
  }
}

extension Origin {
  /// The same place in the text, with a pointer further down the tree.
  fileprivate func appending(_ pointer: String) -> Origin {
    Origin(position: position, pointer: self.pointer + pointer)
  }
}
