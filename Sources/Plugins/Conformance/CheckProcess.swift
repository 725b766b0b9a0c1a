import JSON
import PluginHosting
import PluginModel
import Documents
import CProcess
import Glibc
import Scenes

/// The process of one check, which is observed and then killed and reaped.
final class CheckProcess {
  let number: Int
  /// A descriptor that becomes readable when the check has a verdict or has ended.
  let socket: Int32
  private let process: pid_t
  private let output: Int32
  private let memory: Int32
  private let seconds: Double
  private let end: ContinuousClock.Instant
  private var isReaped = false
  /// Whether the process has reported its sandbox features, and these were accepted.
  private var isChecking = false

  init(
    _ number: Int, _ executable: String, _ words: [String], seconds: Double, checksHeap: Bool
  ) throws(CheckFailure) {
    var pair: [Int32] = [-1, -1]
    var output: Int32 = -1
    var memory: Int32 = -1
    var id: pid_t = 0
    // Safety, here and below: the C shim reads the request only during the call.
    var problem = unsafe process_memory("animator-output", 64 * 1024, &output)
    if problem == 0 {
      problem = unsafe process_memory("animator-check", CheckProgress.bytes, &memory)
    }
    if problem == 0 { problem = unsafe process_socket_pair(&pair) }
    if problem == 0 {
      problem = WorkerStart.start(
        executable, words, passed: [pair[1], memory], output: output,
        variables: checksHeap ? WorkerStart.heapChecks : [], &id)
    }
    if pair[1] >= 0 { close(pair[1]) }
    guard problem == 0 else {
      for descriptor in [pair[0], output, memory] where descriptor >= 0 { close(descriptor) }
      throw CheckFailure("\(executable): \(unsafe String(cString: strerror(problem)))")
    }
    self.number = number
    process = id
    socket = pair[0]
    self.output = output
    self.memory = memory
    self.seconds = seconds
    end = .now + .milliseconds(Int64(clamped: seconds * 1000, rounded: .up))
  }

  deinit {
    kill()
    for descriptor in [socket, output, memory] { close(descriptor) }
  }

  /// The time in milliseconds until the process must finish.
  var millisecondsLeft: Int32 {
    let left = end - .now
    return Int32(clamped: max(0, left / .milliseconds(1)), rounded: .up)
  }

  /// The verdict of the check, or a description of how its process ended; nil while the check runs.
  /// `isReadable` is the result of poll; `judge` receives the sandbox features that the process lacks before
  /// the process reads the plugin.
  func verdict(
    isReadable: Bool, _ judge: ([String]) throws(PluginRefusal) -> Void
  ) throws(PluginRefusal) -> Verdict? {
    if isReadable { return try answer(judge) }
    guard millisecondsLeft == 0 else { return nil }
    kill()
    return .failed(placed("the check does not end within \(JSONWriter.number(seconds)) s"))
  }

  var picture: CheckPicture? { CheckProgress(descriptor: memory)?.picture }

  private func answer(
    _ judge: ([String]) throws(PluginRefusal) -> Void
  ) throws(PluginRefusal) -> Verdict? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    var count = 0
    // Safety: the shim writes at most 4096 bytes.
    let problem = unsafe process_receive(socket, &bytes, bytes.count, &count, 1000)
    if problem == 0, count > 0 {
      let text = String(decoding: bytes[..<count], as: UTF8.self)
      if !isChecking, text.hasPrefix(CheckProgress.locked),
        let locks = UInt32(text.dropFirst(CheckProgress.locked.count))
      {
        try judge(SandboxParts.missing(locks))
        isChecking = true
        // Safety: the shim copies the byte before it returns. If the process has ended, the next call notices
        // it.
        _ = unsafe process_send(socket, [1], 1, nil, 0, 1000)
        return nil
      }
      kill()
      let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      guard let status = Verdict.Status(rawValue: String(words[0])), words.count == 2 else {
        return .failed("the process of the check sends an unknown result")
      }
      return Verdict(status: status, reason: String(words[1]))
    }
    var status: Int32 = 0
    guard unsafe process_wait(process, 1000, &status) == 0 else {
      kill()
      return .failed(placed("closes its descriptors"))
    }
    isReaped = true
    let signal = process_signal_of(status)
    if signal == 0 {
      return .failed(placed("the process of the check ends with status \(process_exit_of(status))"))
    }
    let trap = Check.traps[number].map { ": \($0)" } ?? ""
    return .failed(
      placed(
        "the process of the check crashes with signal \(signal) "
          + "(\(unsafe String(cString: strsignal(signal))))\(trap)"))
  }

  private func placed(_ text: String) -> String {
    let place = CheckProgress(descriptor: memory)?.whereabouts ?? ""
    return place.isEmpty ? text : "\(place): \(text)"
  }

  private func kill() {
    guard !isReaped else { return }
    var status: Int32 = 0
    unsafe _ = process_kill(process, &status)
    isReaped = true
  }
}
