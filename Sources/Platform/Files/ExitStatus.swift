/// The exit statuses of all programs, which follow sysexits.h where possible. `pipeline help exit-statuses`,
/// the manual, the page exit-statuses.md and the farm scripts are generated from this table or compared with
/// it.
package enum ExitStatus: Int32, CaseIterable, Sendable {
  case success = 0
  case difference = 1
  case usage = 64
  case content = 65
  case missing = 66
  case unavailable = 69
  case defect = 70
  case shortage = 71
  case exists = 73
  case unwritable = 74
  case temporary = 75
  case plugin = 76
  case refused = 77
  case hangup = 129
  case interrupted = 130
  case terminated = 143

  /// The description of the exit status in the Markdown table.
  package var meaning: String {
    switch self {
    case .success: "success"
    case .difference:
      "a comparison or a test failed: `diff`, `check`, `plugin test`; a job failed: `status`"
    case .usage: "the command line is wrong"
    case .content: "the document, or a picture or plugin that it names, is invalid"
    case .missing: "an input is missing"
    case .unavailable:
      "a helper program, an encoder or a requested sandbox feature is not available"
    case .defect: "an internal error, or a helper that failed"
    case .shortage: "too few system resources: descriptors, processes, stack, memory"
    case .exists: "an output file or folder already exists"
    case .unwritable:
      "reading or writing failed: a full disk, a file-size limit, a closed standard output"
    case .temporary:
      "temporary failure, retry here or elsewhere: memory ran out, a helper was killed, a port was in use; `status` of a job that is not done"
    case .plugin: "a loaded plugin misbehaved"
    case .refused: "not trusted, or not permitted"
    case .hangup: "ended by SIGHUP; finished frames are kept"
    case .interrupted: "ended by SIGINT; finished frames are kept"
    case .terminated: "ended by SIGTERM; finished frames are kept"
    }
  }

  /// The class of a status, which determines whether a farm retries a task.
  package enum Kind: Sendable { case success, failure, passing, signal }

  package var kind: Kind {
    switch self {
    case .success: .success
    case .shortage, .unwritable, .temporary: .passing
    case .hangup, .interrupted, .terminated: .signal
    case .difference, .usage, .content, .missing, .unavailable, .defect, .exists, .plugin, .refused:
      .failure
    }
  }

  /// The statuses of some classes, joined for a shell's `case` or a regular expression.
  package static func list(_ kinds: Kind..., separator: String) -> String {
    allCases.filter { kinds.contains($0.kind) }.map { "\($0.rawValue)" }.joined(
      separator: separator)
  }
}

/// An error of a module, with the exit status of a program that ends because of it.
package protocol ErrorWithStatus: Error, CustomStringConvertible {
  var status: ExitStatus { get }
}
