package import JSON
package import PluginModel
package import Documents
package import Files
internal import Scenes
internal import Synchronization

/// The error that ended the engine's work, with its text, its cause, and its positions in documents. A
/// program ends with the exit status of the cause.
package struct EngineError: Error, Sendable {
  /// The kind of the failure, which determines the exit status.
  package enum Cause: CaseIterable, Hashable, Sendable {
    /// The caller's request is invalid.
    case usage
    /// The document, or another input file, is invalid.
    case content
    /// A required file or part does not exist.
    case missing
    /// A required helper program or sandbox feature is not available on this system.
    case unavailable
    /// The failure is a defect of the program or of a helper.
    case failed
    /// The system has too few resources.
    case system
    /// A file that should be created already exists.
    case exists
    /// A file could not be read or written completely.
    case unwritable
    /// The request may succeed later or on another machine.
    case tryAgain
    /// A plugin has violated the plugin interface.
    case plugin
    /// The request is not allowed.
    case refused
    /// The caller cancelled the work.
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
  /// The lines of the message, at least one; a line has no position if none is known.
  package var lines: [String]
  package var cause: Cause
  /// The problems of a document with their places; empty for other failures.
  package var problems: [Problem] = []
  /// The document that contains the problems, if it could be read.
  package private(set) var document: [Document] = []

  package init(_ line: String, _ cause: Cause) {
    self.init(lines: [line], cause)
  }

  package init(lines: [String], _ cause: Cause) {
    self.lines = lines
    self.cause = cause
  }

  package static func usage(_ line: String) -> EngineError { EngineError(line, .usage) }

  /// Creates an error for a memory limit that was exceeded.
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

  /// Converts an error of a module of the engine.
  package init(_ error: some ErrorWithStatus) { self.init(error.description, Cause(error.status)) }

  /// Creates the error for a plugin that failed while a frame was drawn.
  package init(_ fault: AnimatorFault, at place: FramePlace) {
    self.init("\(place.words): \(fault)", Cause(fault))
  }

  /// Converts an error of an engine module; nil for other errors.
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
  /// The cause for an exceeded memory limit, depending on whether the machine or the program sets the limit.
  fileprivate static var noRoom: Self {
    MemoryAccount.isOfMachine ? .system : .content
  }

  /// The cause that has an exit status; `failed` if no cause has that status.
  package init(_ status: ExitStatus) {
    self = Self.allCases.first { $0.status == status } ?? .failed
  }

  /// Creates the error that no animator with the given name exists.
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
      // The request may succeed on another machine with enough memory.
      case .memory: .tryAgain
      case .room: .noRoom
      case .distrust: .refused
      case .noSandbox: .unavailable
      case .misbehaviour, .interruption: .plugin
      }
  }
}

/// An error of a module that is converted to an engine error with all its problems and their positions.
package protocol EngineErrorConvertible: Error {
  var engineError: EngineError { get }
}
