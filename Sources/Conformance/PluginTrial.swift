import AnimatorHosting
import CProcess
import Glibc

/// Runs the checks of one plugin, each in a process of its own with a deadline.
package struct PluginTrial {
  package struct Result: Sendable {
    package let check: Check
    package let verdict: Verdict
  }

  private let path: String
  private let isBundled: Bool
  private let seed: UInt64
  private let worker: String
  /// For one check; for loading it is 5.
  package var seconds = 60.0

  /// `worker` is the path of pipeline-worker.
  package init(path: String, isBundled: Bool, seed: UInt64, worker: String) {
    self.path = path
    self.isBundled = isBundled
    self.seed = seed
    self.worker = worker
  }

  /// The checks that must have passed before `number` says anything.
  private static func needs(_ number: Int) -> [Int] {
    switch number {
    case 1: []
    case 2...6: [1]
    case 7: [1, 2, 4, 5]
    case 10...12: [7, 8]
    case 8...20: [7]
    case 21, 23: [7]
    case 22: [7, 21]
    case 24: [7, 21, 22, 23]
    case 32, 34, 42, 45: [7, 24, 33]
    case 36: [7, 24, 33, 45]
    case 35, 37...39: [7, 24, 33, 34]
    case 50: [7, 24, 48]
    default: [7, 24]
    }
  }

  /// Runs what `only` names, and what that needs; tells each verdict as it comes. nil runs all.
  package func run(only: Set<Int>? = nil, _ tell: (Result) -> Void = { _ in }) -> [Result] {
    var verdicts: [Int: Verdict] = [:]
    var broken: (number: Int, reason: String)?
    func verdict(_ number: Int) -> Verdict {
      if let known = verdicts[number] { return known }
      var result: Verdict
      if let broken, number > 7 {
        result =
          broken.number == number
          ? .failed(broken.reason)
          : Verdict(status: .skipped, reason: "needs \(broken.number)")
      } else if let missing = Self.needs(number).first(where: { verdict($0).isBlocking }) {
        // A failure in what a need needs shows by its own number.
        let first = verdict(missing)
        result =
          first.status == .skipped
          ? first
          : Verdict(
            status: .skipped, reason: "needs \(missing)")
      } else {
        result = number == 37 ? bothProcesses() : child(number)
      }
      // Loading tells what the description breaks; that is another check's failure.
      if number == 7, let rule = Self.rule(in: result.reason) {
        broken = rule
        result = .passed
      }
      verdicts[number] = result
      return result
    }
    var results: [Result] = []
    if only?.contains(where: { $0 > 7 }) ?? true { _ = verdict(7) }
    for check in Check.all where only?.contains(check.number) ?? true {
      let result = Result(check: check, verdict: verdict(check.number))
      results.append(result)
      tell(result)
    }
    return results
  }

  private static func rule(in reason: String) -> (number: Int, reason: String)? {
    let parts = reason.split(separator: ":", maxSplits: 2)
    guard parts.count == 3, parts[0] == "rule",
      let number = DescriptorChecks.rules.first(where: { $0.value.rawValue == parts[1] })?.key
    else { return nil }
    return (number, String(parts[2]))
  }

  private func bothProcesses() -> Verdict {
    let (first, second) = (child(37), child(37))
    guard first.status == .passed else { return first }
    guard first == second else { return .failed("two processes draw differently") }
    return .passed
  }

  /// Runs one check to its end.
  private func child(_ number: Int) -> Verdict {
    let deadline = number == 7 ? min(5, seconds) : seconds
    let child: CheckProcess
    do {
      child = try CheckProcess(
        worker, ["check", "\(number)", path, isBundled ? "bundled" : "other", "\(seed)"])
    } catch {
      return .failed("cannot be checked: \(error.text)")
    }
    return child.verdict(seconds: deadline)
  }
}

/// The process of one check; killed and reaped when it goes.
private struct CheckProcess: ~Copyable {
  private let process: pid_t
  private let socket: Int32
  private let output: Int32

  init(_ executable: String, _ words: [String]) throws(Seen) {
    var pair: [Int32] = [-1, -1]
    var output: Int32 = -1
    var id: pid_t = 0
    let settings = ["LANG=C.UTF-8", "SWIFT_BACKTRACE=enable=no"]
    let call = ["pipeline-worker"] + words
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe call.map { unsafe strdup($0) } + [nil]
    var environment: [UnsafeMutablePointer<CChar>?] =
      unsafe settings.map { unsafe strdup($0) } + [nil]
    defer {
      for i in unsafe arguments.indices { unsafe free(arguments[i]) }
      for i in unsafe environment.indices { unsafe free(environment[i]) }
    }
    // Unsafe: the C shim reads the request only during the call.
    var problem = unsafe process_memory("animator-output", 64 * 1024, &output)
    if problem == 0 { problem = unsafe process_socket_pair(&pair) }
    if problem == 0 {
      let passed = [pair[1]]
      problem = unsafe executable.withCString { path in
        unsafe arguments.withUnsafeMutableBufferPointer { arguments in
          unsafe environment.withUnsafeMutableBufferPointer { environment in
            unsafe passed.withUnsafeBufferPointer { passed in
              var request = unsafe process_request(
                path: path, arguments: arguments.baseAddress!,
                environment: environment.baseAddress, input: -1, output: output, error: output,
                passed: passed.baseAddress, passed_count: 1, dies_with_parent: true)
              return unsafe process_start(&request, &id)
            }
          }
        }
      }
      close(pair[1])
    }
    guard problem == 0 else {
      for descriptor in [pair[0], output] where descriptor >= 0 { close(descriptor) }
      throw Seen("\(executable): \(unsafe String(cString: strerror(problem)))")
    }
    process = id
    socket = pair[0]
    self.output = output
  }

  /// What it says, or how it ended.
  consuming func verdict(seconds: Double) -> Verdict {
    var bytes = [UInt8](repeating: 0, count: 4096)
    var count = 0
    // Unsafe: the shim writes at most 4096 bytes.
    let problem = unsafe process_receive(
      socket, &bytes, bytes.count, &count, Int32(seconds * 1000))
    var status: Int32 = 0
    defer {
      close(socket)
      close(output)
    }
    if problem == ETIMEDOUT {
      unsafe _ = process_kill(process, &status)
      return .failed("does not end within \(Int(seconds)) s")
    }
    if problem == 0, count > 0 {
      unsafe _ = process_kill(process, &status)
      let text = String(decoding: bytes[..<count], as: UTF8.self)
      let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      guard let status = Verdict.Status(rawValue: String(words[0])), words.count == 2 else {
        return .failed("sends another verdict than the check's")
      }
      return Verdict(status: status, reason: String(words[1]))
    }
    if unsafe process_wait(process, 1000, &status) != 0 {
      unsafe _ = process_kill(process, &status)
      return .failed("closes its descriptors")
    }
    let signal = process_signal_of(status)
    return .failed(
      signal == 0
        ? "ends its process with status \(process_exit_of(status))"
        : "crashes with signal \(signal) (\(unsafe String(cString: strsignal(signal))))")
  }
}
