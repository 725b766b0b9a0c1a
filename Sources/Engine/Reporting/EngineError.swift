package import JSON
package import PluginModel
package import Documents
package import Files
internal import Scenes
internal import Synchronization

/// The error that ended the engine's work: its lines of text, its cause, and its places. A program ends with
/// the `status` of its cause.
package struct EngineError: Error, Sendable {
  /// The kind of the failure, which determines the exit status.
  package enum Cause: CaseIterable, Hashable, Sendable {
    /// The request of the caller is invalid.
    case usage
    /// A document, or another file that is read, is at fault.
    case content
    /// A required file or part does not exist.
    case missing
    /// A helper program or a lock that is needed is not on this system.
    case unavailable
    /// The program itself, or a helper, is at fault.
    case failed
    /// The system has too few resources.
    case system
    /// A file that should be written already exists.
    case exists
    /// A file cannot be read or written to its end.
    case unwritable
    /// The same request may succeed later or elsewhere.
    case tryAgain
    /// A plugin violated the interface.
    case plugin
    /// The operation is not allowed.
    case refused
    /// The work was cancelled by the caller.
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
  /// The problems of a document with their places; empty for other failures.
  package var problems: [Problem] = []
  /// The document with the problems, if it could be read.
  package private(set) var document: [Document] = []

  package init(_ line: String, _ cause: Cause) {
    self.init(lines: [line], cause)
  }

  package init(lines: [String], _ cause: Cause) {
    self.lines = lines
    self.cause = cause
  }

  package static func usage(_ line: String) -> EngineError { EngineError(line, .usage) }

  /// An error about insufficient memory, on any machine or only on this machine.
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

  package init(_ problem: Problem) { self.init(DocumentFailure(problems: [problem])) }

  /// An error of a library.
  package init(_ error: some ErrorWithStatus) { self.init(error.description, Cause(error.status)) }

  /// A plugin that failed while a frame was drawn.
  package init(_ fault: AnimatorFault, at place: FramePlace) {
    self.init("\(place.words): \(fault)", Cause(fault))
  }

  /// Converts an error of a library; nil for other errors.
  package init?(any error: any Error) {
    switch error {
    case let failure as EngineError: self = failure
    case let failure as DocumentFailure: self.init(failure)
    case let failure as any EngineErrorConvertible: self = failure.engineError
    case let error as any ErrorWithStatus: self.init(error.description, Cause(error.status))
    default: return nil
    }
  }
}

extension EngineError.Cause {
  /// The cause of an exceeded memory limit, which the machine sets, or which is the same on every machine.
  fileprivate static var noRoom: Self {
    MemoryAccount.isOfMachine ? .system : .content
  }

  /// The cause with a status; a defect if no error has that status.
  package init(_ status: ExitStatus) {
    self = Self.allCases.first { $0.status == status } ?? .failed
  }

  /// The error that there is no animator with a name.
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
      // Memory may be available elsewhere.
      case .memory: .tryAgain
      case .room: .noRoom
      case .distrust: .refused
      case .noSandbox: .unavailable
      case .misbehaviour, .interruption: .plugin
      }
  }
}

/// An error of a library that becomes the engine's with its problems and their places.
package protocol EngineErrorConvertible: Error {
  var engineError: EngineError { get }
}
