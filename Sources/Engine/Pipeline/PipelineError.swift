internal import Documents
package import Files
import JSON
internal import Media
package import Reporting

/// A problem in a document, with its position in the text.
public struct DocumentProblem: Sendable, Hashable, CustomStringConvertible {
  /// The path of the file, as it was passed when the file was opened.
  public let file: String
  /// The line number of the problem, counted from 1.
  public let line: Int
  /// The column number of the problem in characters, counted from 1.
  public let column: Int
  /// The JSON pointer of the value, such as `/layers/2/frame`; empty if the problem concerns the whole
  /// document.
  public let pointer: String
  /// The message about the problem, as one line of text.
  public let message: String
  /// The known word that is most similar to the invalid word; nil if no known word is similar.
  public let suggestion: String?
  /// The problem as one line: `FILE:LINE:COLUMN: /pointer: message; did you mean "x"?`
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

/// The reason why the engine could not complete its work.
public struct PipelineError: Error, Sendable, CustomStringConvertible {
  /// The kind of failure; the cases have the order of `pipeline.h`.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The request is invalid, such as a time after the end or a file name without a known format.
    case usage
    /// The document, or a file that the document names, is invalid; `problems` contains the positions.
    case content
    /// The document, or a file that the document names, does not exist.
    case missing
    /// A helper program, or a sandbox feature that it needs, is not available on this system; see
    /// `placesTried`.
    case unavailable
    /// The failure is a defect of the engine or of a helper.
    case failed
    /// The system has too little memory, or too few processes or descriptors; a later attempt may succeed.
    case shortage
    /// A file could not be read or written completely.
    case unwritable
    /// A plugin has violated the plugin interface.
    case plugin
    /// The document or a plugin has requested an operation that is not allowed.
    case refused
    /// The function `isCancelled` returned true, or the task was cancelled.
    case cancelled
    /// The work exceeded `OpenOptions.timeout`.
    case timeout
  }
  public let kind: Kind
  /// The exit status of `pipeline` for the same failure.
  package let exitStatus: ExitStatus
  /// The message as one or more lines that can be shown to users.
  public let lines: [String]
  /// The problems of the document with their places; empty for every other kind of error.
  public let problems: [DocumentProblem]
  /// The paths at which a missing helper was searched for; empty for all other errors.
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

  /// Converts the error that ended a piece of work; an interruption of the work takes precedence.
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
