internal import Files
internal import PluginModel
internal import CProcess
internal import Glibc

/// The reason why a worker returned no result.
enum WorkerFailure: Error {
  /// The location of a crash in the plugin.
  struct Crash {
    /// A description of the crash location, such as `layout + 0x21c (Drop.swift:54)`.
    let place: String
    let isOverflow: Bool
  }
  /// The process has ended; the values are its wait status, its output, and the place of a crash.
  case ended(status: Int32, said: String, crash: Crash? = nil)
  case hung(seconds: Double)
  /// A thread of the plugin continued after the call or the loading that started it.
  case leftThread(whileLoading: Bool, name: String = "")
  /// The worker had more threads at once than allowed.
  case tookThreads(limit: Int)
  /// The worker used more memory than is allowed.
  case tookMemory(limitBytes: Int)
  /// The worker used more memory than is available in addition to the memory of other workers; the value is
  /// an explanation.
  case noRoom(String)
  case protocolBroken(String)
  case notStarted(String)
  /// The worker lacked required sandbox features, and was ended before it loaded anything.
  case notLocked(PluginRefusal)
  /// The user, or more urgent work, cancelled the call.
  case interrupted

  /// Whether the plugin caused the failure, so that it would happen again.
  var isOfThePlugin: Bool {
    if case .ended = self { cause == .misbehaviour } else { false }
  }

  var cause: AnimatorFault.Cause {
    switch self {
    case .interrupted: .interruption
    case .ended(let status, _, _) where process_signal_of(status) == SIGKILL: .memory
    case .tookMemory: .memory
    case .noRoom: .room
    case .notLocked(let refusal): refusal.kind == .untrusted ? .distrust : .noSandbox
    default: .misbehaviour
    }
  }

  /// Advice for the plugin's author or the user, which follows the message.
  func advice(_ vocabulary: Vocabulary) -> String {
    switch self {
    case .hung:
      "; \(vocabulary.name(.pluginTimeout)) allows longer calls, and a call that calls context->keep_going may take longer"
    default: threadName
    }
  }

  var threadName: String {
    guard case .leftThread(_, let name) = self, !name.isEmpty else { return "" }
    return "; the thread's name is \"\(name)\""
  }

  /// Whether repeating the call in another worker might succeed.
  var isWorthAnother: Bool {
    switch self {
    case .interrupted, .notLocked, .noRoom: false
    default: true
    }
  }

  /// A description of the failure that completes the sentence "the animator …".
  var description: String {
    switch self {
    case .ended(let status, let said, let crash):
      let signal = process_signal_of(status)
      if let crash, signal != SIGKILL {
        let how =
          crash.isOverflow
          ? ": the plugin overflowed its stack" : signal == SIGTRAP ? ", a breakpoint" : ""
        return "crashed with signal \(signal) in \(crash.place)\(how)"
          + (said.isEmpty ? "" : ": \(said)")
      }
      if signal == SIGKILL {
        return "was killed with signal 9, probably by the system because memory ran out"
      }
      // Safety: strsignal returns a zero-terminated string.
      let how =
        signal == 0
        ? "ended its process with status \(process_exit_of(status)) instead of answering"
        : "crashed with signal \(signal) (\(unsafe String(cString: strsignal(signal))))"
      return said.isEmpty ? how : "\(how): \(said)"
    case .hung(let seconds):
      return "did not answer within \(ParameterDescription.text(seconds)) s and was stopped"
    case .leftThread(let whileLoading, _):
      return whileLoading
        ? "left a thread running and was stopped"
        : "leaves a thread running after its call and was stopped"
    case .tookThreads(let limit):
      return "runs more than \(limit) threads at the same time and was stopped"
    case .tookMemory(let limit):
      return "takes more than \(limit >> 20) MiB of memory and was stopped"
    case .noRoom(let why): return "was stopped: \(why)"
    case .protocolBroken(let what): return "broke the workers' protocol (\(what)) and was stopped"
    case .notStarted(let why): return "has no worker: \(why)"
    case .notLocked(let refusal): return refusal.reason
    case .interrupted: return "was interrupted"
    }
  }
}
