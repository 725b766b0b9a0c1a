internal import PluginModel
internal import CHosting
internal import Files
internal import Glibc
internal import Scenes
internal import Synchronization

/// The workers of one plugin file; there are as many as there are calls at the same time.
final class PluginWorkers: Sendable {
  let path: String
  let isolation: Isolation
  private let executable: String
  private let copies: PluginCopies
  private let isBundled: Bool
  /// Whether the plugin must have the complete sandbox because a document names it: a downloaded document
  /// must not choose code that runs without a sandbox, unless the user allows it.
  private let needsAll: Bool
  private let state = Mutex(State())

  private struct State {
    var idle: [WorkerProcess] = []
    /// The description of the plugin from the first worker; every other worker must send the same
    /// description.
    var description: [UInt8] = []
    /// The sandbox features of the first worker; every other worker must have the same features.
    var locks: UInt32?
    var lastStep: UInt64 = 0
    /// The numbers of the steps that will not be called again.
    var freed: Set<UInt64> = []
    /// The warnings that have already been reported.
    var told: Set<String> = []
    /// The logical time at which a worker last finished a call.
    var lastUse = 0
  }

  /// The maximum number of idle workers of all plugins together.
  static let keptWorkers = 8
  private static let waiting = Atomic(0)
  private let isWatched = Atomic(false)

  init(
    _ copies: PluginCopies, isBundled: Bool, isDocuments: Bool, executable: String,
    _ isolation: Isolation
  ) {
    path = copies.path
    self.copies = copies
    self.isBundled = isBundled
    self.executable = executable
    self.isolation = isolation
    needsAll = isDocuments && !isolation.allowsDocumentPlugins
  }

  deinit { Self.waiting.subtract(state.withLock { $0.idle.count }, ordering: .relaxed) }

  // MARK: Scanning

  /// Loads the plugin in a worker, and returns the contents of the plugin.
  func scan() throws(PluginRefusal) -> PluginContents {
    if needsAll, isolation.sandbox == .off {
      throw PluginRefusal(
        path: path, kind: .untrusted,
        reason: "is named by the document, so it needs the sandbox or "
          + isolation.context.vocabulary.name(.documentPlugins))
    }
    func refuse(_ reason: String, ids: [String] = []) -> PluginRefusal {
      PluginRefusal(path: path, reason: EscapedText.line(reason), ids: ids)
    }
    let worker: WorkerProcess
    let word: Handshake
    do throws(WorkerFailure) {
      (worker, word) = try start(isFirst: true)
    } catch {
      if case .notLocked(let refusal) = error { throw refusal }
      var isMisbehaviour = true
      if case .notStarted = error { isMisbehaviour = false }
      var refusal = PluginRefusal(
        path: path, kind: isMisbehaviour ? .misbehaved : .unusable,
        reason: EscapedText.line(
          "while the plugin was loaded, it \(error.description)\(error.threadName)"))
      refusal.isCrash = error.isOfThePlugin
      throw refusal
    }
    switch word {
    case .refused(let reason, let ids): throw refuse(reason, ids: ids)
    case .loaded(let bytes):
      guard let contents = descriptions(in: bytes) else {
        throw refuse(
          "while the plugin was loaded, it broke the workers' protocol (its descriptions)")
      }
      state.withLock { $0.description = bytes }
      report(worker, of: "", step: "")
      giveBack(worker)
      return contents
    }
  }

  private enum Handshake {
    case loaded([UInt8])
    case refused(String, ids: [String])
  }

  /// Starts a worker, loads the plugin in it, and returns the plugin's description. The output of the first
  /// worker is shown even if loading fails.
  private func start(isFirst: Bool = false) throws(WorkerFailure) -> (WorkerProcess, Handshake) {
    let worker = try WorkerProcess(
      executable, copies, isBundled: isBundled, sandbox: isolation.sandbox,
      limits: isolation.limits, cancellation: isolation.cancellation)
    let locks = try worker.locks(seconds: isolation.loadSeconds)
    if let refusal = refusal(with: locks) { throw worker.stop(.notLocked(refusal)) }
    do throws(WorkerFailure) {
      return (worker, try load(in: worker))
    } catch {
      if isFirst { report(worker, of: "", step: "") }
      throw error
    }
  }

  /// The reason why the plugin may not be loaded with only these sandbox features; nil if it may.
  private func refusal(with locks: UInt32) -> PluginRefusal? {
    guard isolation.sandbox != .off else { return nil }
    let first = state.withLock { state in
      if state.locks == nil { state.locks = locks }
      return state.locks ?? 0
    }
    let lost = SandboxParts.missing(locks | ~first)
    if !lost.isEmpty {
      return PluginRefusal(
        path: path, kind: .noSandbox,
        reason: "has a worker without what locked the one before:"
          + " \(lost.joined(separator: ", "))")
    }
    let missing = SandboxParts.missing(locks)
    guard !missing.isEmpty else { return nil }
    let list = missing.joined(separator: ", ")
    if isolation.sandbox == .require {
      return PluginRefusal(
        path: path, kind: .noSandbox, reason: "needs the whole sandbox; missing here: \(list)")
    }
    if needsAll {
      return PluginRefusal(
        path: path, kind: .untrusted,
        reason: "is named by the document, so it needs the whole sandbox or"
          + " \(isolation.context.vocabulary.name(.documentPlugins)); missing here: \(list)")
    }
    SandboxWarning.warn(missing, by: isolation)
    return nil
  }

  private func load(in worker: WorkerProcess) throws(WorkerFailure) -> Handshake {
    let word = try worker.load(seconds: isolation.loadSeconds)
    let bytes = try worker.payload(word)
    if word.kind == WORKER_LOADED { return .loaded(bytes) }
    var reader = WireReader(bytes)
    guard let reason = try? reader.string(),
      let ids = try? reader.list(
        limit: PluginScan.maximumAnimators,
        { reader throws(WireReader.Broken) in
          try reader.string(limit: DescriptionReader.nameLimit)
        })
    else { throw worker.stop(.protocolBroken("its refusal")) }
    return .refused(reason, ids: ids)
  }

  private func descriptions(in bytes: [UInt8]) -> PluginContents? {
    PluginContents(
      in: bytes, plugin: path, isBundled: isBundled,
      animator: { RemoteAnimator(workers: self, index: $0) },
      function: { RemoteFunction(workers: self, index: $0) })
  }

  // MARK: Calls

  /// Returns a new number that identifies a step.
  func newStep() -> UInt64 {
    state.withLock { state in
      state.lastStep += 1
      return state.lastStep
    }
  }

  func free(_ step: UInt64) { state.withLock { _ = $0.freed.insert(step) } }

  /// Returns the numbers of the steps that `worker` can release.
  func freedSteps(of worker: WorkerProcess) -> [UInt64] {
    worker.steps.intersection(state.withLock { $0.freed }).sorted()
  }

  /// Calls `body` with a worker of this plugin; if the worker fails, it is replaced once by a new worker.
  func perform<Answer>(
    for animator: String, step: String,
    _ body: (WorkerProcess) throws(WorkerFailure) -> Answer
  ) throws(AnimatorFault) -> Answer {
    var first: WorkerFailure?
    while true {
      var used: WorkerProcess?
      do throws(WorkerFailure) {
        let worker = try first == nil ? take() : fresh()
        used = worker
        let answer = try body(worker)
        report(worker, of: animator, step: step)
        giveBack(worker)
        if let first {
          isolation.warn(
            "\(step.isEmpty ? "" : "step \(step): ")\(animator) of \(path) \(first.description);"
              + " a fresh worker did it")
        }
        return answer
      } catch {
        if let used { report(used, of: animator, step: step) }
        if first != nil || !error.isWorthAnother {
          throw fault(error, isTwice: first != nil && error.isWorthAnother, animator, step)
        }
        first = error
      }
    }
  }

  private func fault(
    _ failure: WorkerFailure, isTwice: Bool, _ animator: String, _ step: String
  ) -> AnimatorFault {
    let message =
      "\(failure.description)\(isTwice ? ", twice" : "")\(failure.advice(isolation.context.vocabulary))"
    var fault = AnimatorFault(
      animator: animator, message: EscapedText.line(message), step: step, plugin: path)
    fault.cause = failure.cause
    return fault
  }

  private func take() throws(WorkerFailure) -> WorkerProcess {
    guard let idle = state.withLock({ $0.idle.popLast() }) else { return try fresh() }
    Self.waiting.subtract(1, ordering: .relaxed)
    return idle.keepsTooMuch ? try fresh() : idle
  }

  /// Starts another worker and loads the same plugin in it.
  private func fresh() throws(WorkerFailure) -> WorkerProcess {
    let (worker, word) = try start()
    switch word {
    case .loaded(let bytes) where bytes == state.withLock({ $0.description }):
      // The first worker of the plugin has already reported the output of loading.
      _ = worker.news()
      return worker
    case .loaded: throw worker.stop(.protocolBroken("its description has changed"))
    case .refused(let reason, _): throw worker.stop(.notStarted(reason))
    }
  }

  /// Forwards the output and log messages of the plugin, and reports once each system call that the sandbox
  /// has refused.
  private func report(_ worker: WorkerProcess, of animator: String, step: String) {
    let (lines, lost) = worker.news()
    var words: [PluginLogLine] = []
    for line in lines {
      switch line {
      case .refusal(let line):
        let who =
          animator.isEmpty ? "" : "\(step.isEmpty ? "" : "step \(step): ")\(animator) of "
        let isNew = state.withLock { $0.told.count < 16 && $0.told.insert(line).inserted }
        if isNew { isolation.warn("\(who)\(path): the \(line)") }
      case .printed(let text):
        words.append(
          PluginLogLine(
            plugin: path, animator: animator, step: step, level: .note, text: text, isPrinted: true)
        )
      case .logged(let level, let text):
        words.append(
          PluginLogLine(
            plugin: path, animator: animator, step: step, level: level, text: text,
            isPrinted: false))
      }
    }
    if !words.isEmpty { words[words.count - 1].followerCount = lost }
    for word in words { isolation.said(word) }
  }

  private func giveBack(_ worker: WorkerProcess) {
    let before = Self.waiting.add(1, ordering: .relaxed).oldValue
    let keeps = state.withLock { state in
      guard before < Self.keptWorkers else { return false }
      state.idle.append(worker)
      state.lastUse = PurgeableCaches.now()
      return true
    }
    if !keeps { Self.waiting.subtract(1, ordering: .relaxed) }
    guard !isWatched.exchange(true, ordering: .relaxed) else { return }
    IdleWatch.add(self)
    PurgeableCaches.add(self)
  }

  /// Ends workers that use too much memory or too many threads between calls.
  func endGreedy() { end { $0.keepsTooMuch || $0.keepsThreads } }

  private func end(where isUnwanted: (WorkerProcess) -> Bool) {
    let greedy = state.withLock { state in
      let greedy = state.idle.filter(isUnwanted)
      state.idle.removeAll { worker in greedy.contains { $0 === worker } }
      return greedy
    }
    Self.waiting.subtract(greedy.count, ordering: .relaxed)
  }
}

/// Idle workers can be ended like cached data: they use memory, and new workers can replace them.
extension PluginWorkers: PurgeableCaches.Keeper {
  var oldestUse: Int? {
    state.withLock { state in state.idle.contains(where: \.isCounted) ? state.lastUse : nil }
  }

  func letGoOfOldest() { end(where: \.isCounted) }
}

/// Reports the missing sandbox features of this system, once for each process.
enum SandboxWarning {
  private static let said = Atomic(false)

  static func warn(_ missing: [String], by isolation: Isolation) {
    guard !missing.isEmpty, !said.exchange(true, ordering: .relaxed) else { return }
    isolation.warnOnce("the sandbox lacks \(missing.joined(separator: ", ")) on this system")
  }
}
