import PluginHosting
package import PluginModel
import Glibc

/// Runs the checks of a plugin; each check has a separate process and a time limit.
package struct ConformanceRun {
  package struct Result: Sendable {
    package let check: Check
    package let verdict: Verdict
    /// The picture of a failure that is visible in pixels.
    package let picture: CheckPicture?
  }

  private let path: String
  private let isBundled: Bool
  private let seed: UInt64
  private let program: String
  /// The time limit of a check in seconds; the limit for loading the plugin is 5 s.
  package var seconds = 60.0
  /// The number of checks that run at the same time.
  package var jobs = 1
  /// Whether the checks run only if the system offers the complete sandbox.
  package var needsWholeSandbox = false
  /// The only animator of the plugin that is tested; nil means all animators.
  package var animator: String?
  /// Receives a single warning about missing sandbox features.
  package var warn: (String) -> Void = { _ in }

  /// The name of the program that runs one conformance check.
  package static let programName = "pipeline-check"

  /// Creates a conformance run; `program` is the path of pipeline-check.
  package init(path: String, isBundled: Bool, seed: UInt64, program: String) {
    self.path = path
    self.isBundled = isBundled
    self.seed = seed
    self.program = program
  }

  /// Runs the checks in `only` and those on which they depend (nil means all checks), and reports their
  /// verdicts in order. The method must be called on a thread that outlives the processes. The method throws
  /// if a required sandbox feature is missing.
  package func run(
    only: Set<Int>? = nil, _ tell: (Result) -> Void = { _ in }
  ) throws(PluginRefusal) -> [Result] {
    var schedule = TrialSchedule(only: only)
    var running: [CheckProcess] = []
    var pictures: [Int: CheckPicture] = [:]
    // The fingerprint that the first of two processes computed.
    var fingerprint: Verdict?
    var results: [Result] = []
    var hasWarned = false
    var untold = Check.all.filter { only?.contains($0.number) ?? true }[...]

    func start(_ number: Int) {
      do throws(CheckFailure) { running.append(try process(number)) } catch {
        schedule.decide(number, .failed("cannot be checked: \(error.text)"))
      }
    }
    func judge(_ missing: [String]) throws(PluginRefusal) {
      if missing.isEmpty || hasWarned { return }
      try sayWhatIsMissing(missing.joined(separator: ", "))
      hasWarned = true
    }
    func finish(_ process: CheckProcess, _ verdict: Verdict) {
      if verdict.status == .failed { pictures[process.number] = process.picture }
      guard process.number == 37, verdict.status == .passed else {
        return schedule.decide(process.number, verdict)
      }
      guard let first = fingerprint else {
        fingerprint = verdict
        return start(37)
      }
      let isSame = first == verdict
      schedule.decide(37, isSame ? .passed : .failed("two processes draw differently"))
    }
    repeat {
      while running.count < max(1, jobs), let number = schedule.next() { start(number) }
      // A check may have a verdict without a process, if the verdict of another check determines it.
      while let check = untold.first, let verdict = schedule.verdicts[check.number] {
        results.append(
          Result(check: check, verdict: verdict, picture: pictures[check.number]))
        tell(results[results.count - 1])
        untold.removeFirst()
      }
      for (process, verdict) in try Self.finished(running, judge) {
        running.removeAll { $0 === process }
        finish(process, verdict)
      }
    } while !untold.isEmpty
    return results
  }

  /// Warns about missing sandbox features, or throws if they are required.
  private func sayWhatIsMissing(_ list: String) throws(PluginRefusal) {
    guard !needsWholeSandbox else {
      throw PluginRefusal(
        path: path, kind: .noSandbox, reason: "needs the whole sandbox; missing here: \(list)")
    }
    warn("the sandbox lacks \(list) on this system")
  }

  /// Waits until one of the processes has ended or exceeded its time limit.
  private static func finished(
    _ running: [CheckProcess], _ judge: ([String]) throws(PluginRefusal) -> Void
  ) throws(PluginRefusal) -> [(CheckProcess, Verdict)] {
    guard !running.isEmpty else { return [] }
    var sockets = running.map { pollfd(fd: $0.socket, events: Int16(POLLIN), revents: 0) }
    let wait = running.map(\.millisecondsLeft).min()!
    // Safety: poll reads and writes the entries of the array.
    unsafe _ = poll(&sockets, nfds_t(sockets.count), wait)
    var finished: [(CheckProcess, Verdict)] = []
    for (process, socket) in zip(running, sockets) {
      if let verdict = try process.verdict(isReadable: socket.revents != 0, judge) {
        finished.append((process, verdict))
      }
    }
    return finished
  }

  private func process(_ number: Int) throws(CheckFailure) -> CheckProcess {
    try CheckProcess(
      number, program,
      ["\(number)", path, isBundled ? "bundled" : "other", "\(seed)"]
        + (animator.map { [$0] } ?? []),
      seconds: number == 7 ? min(5, seconds) : seconds, checksHeap: number == 49)
  }
}
