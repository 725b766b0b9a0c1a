internal import Documents
package import Files
import JSON
internal import Media
package import Reporting

/// A problem of a document, with its place in the text.
public struct DocumentProblem: Sendable, Hashable, CustomStringConvertible {
  /// The file, with the name with which it was opened.
  public let file: String
  /// The number of the line, from 1.
  public let line: Int
  /// The column in characters, from 1.
  public let column: Int
  /// The JSON pointer of the value, such as `/layers/2/frame`; empty for the document itself.
  public let pointer: String
  /// The message, in one line.
  public let message: String
  /// The word that was probably meant; nil if no known word is similar.
  public let suggestion: String?
  /// `FILE:LINE:COLUMN: /pointer: message; did you mean "x"?`
  public let description: String

  init(_ problem: Problem) {
    file = problem.file
    line = problem.origin.position.line
    column = problem.origin.position.column
    pointer = problem.origin.pointer
    message = problem.message
    suggestion = problem.suggestion
    description = problem.description
  }
}

/// The reason why the engine could not do its work.
public struct PipelineError: Error, Sendable, CustomStringConvertible {
  /// The kind of failure, in the order of `pipeline.h`.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// An invalid request: a time after the end, a file name without a format.
    case usage
    /// The document, or a file that it names, is invalid; `problems` contains the places.
    case content
    /// The document, or a file that the document names, does not exist.
    case missing
    /// A helper program, or a sandbox feature that it needs, is not available on this system; see
    /// `placesTried`.
    case unavailable
    /// The engine, or a helper, is at fault.
    case failed
    /// The system has too little memory, or too few processes or descriptors; a later attempt may succeed.
    case shortage
    /// A file cannot be read or written to its end.
    case unwritable
    /// A plugin violated the interface.
    case plugin
    /// The document, or a plugin, requests something that is not allowed.
    case refused
    /// `isCancelled` returned true, or the task was cancelled.
    case cancelled
    /// The work took longer than `OpenOptions.timeout`.
    case timeout
  }
  public let kind: Kind
  /// The status with which `pipeline` ends for the same reason.
  package let exitStatus: ExitStatus
  /// The message in one or more lines that can be shown to users.
  public let lines: [String]
  /// The problems of the document with their places; empty for every other kind of error.
  public let problems: [DocumentProblem]
  /// The paths at which a missing helper was searched for; empty for other errors.
  public let placesTried: [String]

  public var description: String { lines.joined(separator: "\n") }

  /// Creates the error; `context` supplies the names of missing helpers.
  package init(_ error: EngineError, in context: EngineContext? = nil) {
    self.init(
      kind: Kind(error.cause), error.cause.status, lines: error.lines, problems: error.problems,
      placesTried: error.cause == .unavailable ? context?.placesTried ?? [] : [])
  }

  private init(
    kind: Kind, _ exitStatus: ExitStatus, lines: [String], problems: [Problem] = [],
    placesTried: [String] = []
  ) {
    self.kind = kind
    self.exitStatus = exitStatus
    self.lines = lines
    self.problems = problems.map(DocumentProblem.init)
    self.placesTried = placesTried
  }

  /// Converts the error that ended a piece of work, which may have been interrupted.
  init(any error: any Error, after interrupt: Interrupt, in context: EngineContext) {
    switch interrupt.reason {
    case .cancelled?: self.init(kind: .cancelled, .interrupted, lines: ["cancelled"])
    case .timeout(let seconds)?: self = .timeout(seconds)
    case .warning?: self.init(kind: .content, .content, lines: interrupt.warnings)
    case nil:
      self.init(EngineError(any: error) ?? EngineError("\(error)", .failed), in: context)
    }
  }

  package static func timeout(_ seconds: Double) -> PipelineError {
    PipelineError(
      kind: .timeout, .temporary, lines: ["not done within \(Text.number(seconds)) s"])
  }

  static func usage(_ line: String) -> PipelineError { PipelineError(EngineError.usage(line)) }
}

extension PipelineError.Kind {
  init(_ cause: EngineError.Cause) {
    self =
      switch cause {
      case .usage: .usage
      case .content: .content
      case .missing: .missing
      case .unavailable: .unavailable
      case .failed: .failed
      case .system, .tryAgain: .shortage
      case .exists, .unwritable: .unwritable
      case .plugin: .plugin
      case .refused: .refused
      case .cancelled: .cancelled
      }
  }
}
