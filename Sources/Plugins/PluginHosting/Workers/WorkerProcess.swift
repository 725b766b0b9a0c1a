internal import PluginModel
internal import CHosting
internal import CProcess
internal import Files
internal import Glibc
internal import Scenes

/// The requests that a worker may send during a call.
struct WorkerQuestions {
  var curve: (UInt32, Double) -> Double = { $1 }
  var isWanted: () -> Bool = { true }
}

/// One running `pipeline-worker` with one plugin; the process is ended and reaped with this object. Used by
/// one thread at a time: PluginWorkers passes the object from one thread to the next.
final class WorkerProcess: @unchecked Sendable {
  static let outputBytes = 256 * 1024

  let sharedBuffer: SharedBuffer
  /// The steps that were sent to the worker.
  var steps: Set<UInt64> = []
  /// The images that the worker has mapped, by their numbers.
  var images: [UInt64: MappedThere] = [:]
  /// The surfaces into which the worker draws, one for each size, with the most recently used surface last.
  var surfaces: [SharedSurface] = []
  let process: pid_t
  private let limits: Isolation.Limits
  private let cancellation: CallCancellation
  private let watch: WorkerWatch
  /// The account of the worker's memory, which is part of the host's account.
  private let memory: ProcessMemory
  /// The control group in which the kernel also limits the worker, if this is possible.
  private let group: WorkerGroup?
  /// The number of the worker's own threads, counted before it loaded its plugin.
  private var ownTaskCount = 1
  /// The time at which its usage was last checked.
  private var lastLook = 0.0
  private let socket: Int32
  /// The pipe from the worker's standard output and error, which cannot be mapped as code. When the pipe is
  /// full, the plugin waits until the host has read it; the host reads it continuously during a call.
  private let output: Int32
  private var written = WorkerOutput()
  private let copies: PluginCopies
  private let executable: String
  private var serial: UInt64 = 0
  /// The processor on which the worker wrote last.
  private var processor = UInt32.max
  /// Whether its last message arrived quickly.
  private var answersSoon = true
  private var isRunning = true

  /// Starts a worker for a plugin; the worker locks itself in the meantime, and then waits for `load`.
  init(
    _ executable: String, _ copies: PluginCopies, isBundled: Bool, sandbox: Isolation.Sandbox,
    limits: Isolation.Limits, cancellation: CallCancellation
  ) throws(WorkerFailure) {
    guard let sharedBuffer = SharedBuffer() else { throw .notStarted("no memory") }
    let group = ControlGroups.own?.make(
      memoryBytes: limits.callBytes + Int(WORKER_SHARED_BYTES), taskCount: limits.taskCount)
    let words =
      [copies.path, isBundled ? "bundled" : "other", sandbox.rawValue] + copies.plan.words
    let started = try Self.start(
      executable, words, passed: [sharedBuffer.descriptor] + copies.descriptors, group)
    guard let watch = WorkerWatch(started.process) else {
      for descriptor in [started.socket, started.output] { Glibc.close(descriptor) }
      var status: Int32 = 0
      // Safety: the shim writes one status.
      _ = unsafe process_kill(started.process, &status)
      throw .notStarted("/proc does not show what its process uses")
    }
    self.copies = copies
    self.executable = executable
    self.watch = watch
    memory = ProcessMemory("the plugin \(FilePath.name(of: copies.path))")
    self.group = started.group
    self.limits = limits
    self.cancellation = cancellation
    self.sharedBuffer = sharedBuffer
    output = started.output
    process = started.process
    socket = started.socket
  }

  /// A process that was started, with the host's ends of its channels.
  private struct Started {
    var process: pid_t = 0
    let socket: Int32
    let output: Int32
    let group: WorkerGroup?
  }

  /// Starts the program with the worker's end of a new socket, then the descriptors of `passed`.
  private static func start(
    _ executable: String, _ words: [String], passed: [Int32], _ wanted: WorkerGroup?
  ) throws(WorkerFailure) -> Started {
    var pair: [Int32] = [-1, -1]
    var outputs: [Int32] = [-1, -1]
    var id: pid_t = 0
    var group = wanted
    // Safety: the C shim fills these variables, and reads the request only during the call.
    var problem = unsafe process_pipe(&outputs, Int32(outputBytes))
    if problem == 0, fcntl(outputs[1], F_SETFL, 0) != 0 { problem = errno }
    if problem == 0 { problem = unsafe process_socket_pair(&pair) }
    if problem == 0 {
      func start() -> Int32 {
        WorkerStart.start(
          executable, words, passed: [pair[1]] + passed, output: outputs[1],
          group: group?.descriptor ?? -1, &id)
      }
      problem = start()
      // The kernel is older, or the group accepts no more processes.
      if problem != 0, group != nil {
        group = nil
        problem = start()
      }
      Glibc.close(pair[1])
    }
    if outputs[1] >= 0 { Glibc.close(outputs[1]) }
    guard problem == 0 else {
      for descriptor in [pair[0], outputs[0]] where descriptor >= 0 { Glibc.close(descriptor) }
      throw .notStarted("\(executable): \(unsafe String(cString: strerror(problem)))")
    }
    return Started(process: id, socket: pair[0], output: outputs[0], group: group)
  }

  deinit {
    Glibc.close(socket)
    Glibc.close(output)
    var status: Int32 = 0
    // Safety: the shim writes one status.
    if isRunning { _ = unsafe process_kill(process, &status) }
  }

  /// Sends a request and waits for the answer; while it waits, it answers the worker's own requests.
  func ask(
    _ question: worker_message, passing descriptor: Int32? = nil, seconds: Double,
    questions: WorkerQuestions = WorkerQuestions()
  ) throws(WorkerFailure) -> worker_message {
    serial += 1
    var question = question
    question.serial = serial
    try send(question, passing: descriptor, seconds: seconds)
    let started = Self.now()
    while true {
      let message = try receive(seconds: seconds)
      guard message.serial == serial else { throw stop(.protocolBroken("another answer")) }
      var reply = worker_message(WORKER_NUMBER)
      switch message.kind {
      case WORKER_DONE:
        try settle(whileLoading: false)
        return message
      case WORKER_ASK_CURVE: reply.value = questions.curve(message.in_count, message.value)
      case WORKER_ASK_GOING:
        let isLate = Self.now() - started > 10 * seconds
        if isLate { throw stop(.hung(seconds: 10 * seconds)) }
        reply.value = questions.isWanted() && !cancellation.isCancelled ? 1 : 0
      default: throw stop(.protocolBroken("message \(message.kind)"))
      }
      if Self.now() - started > 10 * seconds { throw stop(.hung(seconds: 10 * seconds)) }
      if cancellation.hasEnded { throw stop(.interrupted) }
      // A worker that keeps sending requests is checked too.
      if isLookDue { try look() }
      reply.serial = serial
      try send(reply, passing: nil, seconds: seconds)
    }
  }

  /// The locks of the worker, as SANDBOX_… bits: its first message, before it loads anything.
  func locks(seconds: Double) throws(WorkerFailure) -> UInt32 {
    let message = try receive(seconds: seconds)
    guard message.serial == 0, message.kind == WORKER_LOCKED else {
      throw stop(.protocolBroken("message \(message.kind)"))
    }
    // A thread from sandboxing may have ended and still be counted; if it counted as the worker's own, the
    // plugin could keep one thread.
    ownTaskCount = min(watch.taskCount, watch.liveTaskCount)
    return UInt32(bitPattern: message.status)
  }

  /// Lets the worker load its plugin, and returns the plugin's description.
  func load(seconds: Double) throws(WorkerFailure) -> worker_message {
    try send(worker_message(WORKER_LOAD), passing: nil, seconds: seconds)
    let message = try receive(seconds: seconds)
    guard message.serial == 0, message.kind == WORKER_LOADED || message.kind == WORKER_REFUSED
    else {
      throw stop(.protocolBroken("message \(message.kind)"))
    }
    if message.kind == WORKER_LOADED { try settle(whileLoading: true) }
    return message
  }

  /// A payload that came with a message.
  func payload(_ message: worker_message) throws(WorkerFailure) -> [UInt8] {
    guard let bytes = sharedBuffer.read(message.bytes) else {
      throw stop(.protocolBroken("a length"))
    }
    return bytes
  }

  private func send(
    _ message: worker_message, passing descriptor: Int32?, seconds: Double
  ) throws(WorkerFailure) {
    var message = message
    message.processor = process_processor()
    let passed = descriptor.map { [$0] } ?? []
    // Safety: the shim copies the message and the descriptor before it returns.
    let problem = unsafe process_send(
      socket, &message, MemoryLayout<worker_message>.size, passed, Int32(passed.count),
      Int32(clamped: seconds * 1000, rounded: .up))
    if problem == ETIMEDOUT { throw stop(.hung(seconds: seconds)) }
    if problem == ECANCELED { throw stop(.interrupted) }
    if problem != 0 { throw gone() }
  }

  /// Waits for a message; a worker that takes longer than 10 ms is checked repeatedly.
  private func receive(seconds: Double) throws(WorkerFailure) -> worker_message {
    var message = worker_message()
    var count = 0
    var problem: Int32
    var slice: Int32 = 10
    let started = Self.now()
    if answersSoon { process_look_out(socket, processor, WORKER_LOOK_OUT) }
    while true {
      let left = seconds - (Self.now() - started)
      slice = min(slice, Int32(clamped: max(0, left) * 1000, rounded: .up))
      // Safety: the shim writes at most the size of the message.
      problem = unsafe process_receive(
        socket, &message, MemoryLayout<worker_message>.size, &count, slice)
      guard problem == ETIMEDOUT else { break }
      if Self.now() - started >= seconds { throw stop(.hung(seconds: seconds)) }
      if cancellation.hasEnded { throw stop(.interrupted) }
      try look()
      // A plugin that prints more than the pipe's capacity waits for this.
      if !written.take(from: output) { process_wait_for_either(socket, output, 20) }
      slice = 0
    }
    if problem == ECANCELED { throw stop(.interrupted) }
    if problem == 0 && count == 0 { throw gone() }
    guard problem == 0, count == MemoryLayout<worker_message>.size,
      message.magic == WORKER_MAGIC, message.version == WORKER_VERSION
    else { throw stop(.protocolBroken("\(count) bytes")) }
    processor = message.processor
    answersSoon = (Self.now() - started) * 1e6 < Double(WORKER_SOON)
    return message
  }

  /// The failure of a worker whose socket is closed: the process is ending, or closed the socket and is
  /// ended.
  private func gone() -> WorkerFailure {
    guard isRunning else { return .protocolBroken("the worker was stopped before") }
    var status: Int32 = 0
    // Safety: the shim writes one status.
    if unsafe process_wait(process, 1000, &status) != 0 {
      return stop(.protocolBroken("the worker closed its socket"))
    }
    isRunning = false
    if let group, group.ranOut { return .tookMemory(limitBytes: limits.callBytes) }
    written.take(from: output)
    written.endLine()
    return .ended(status: status, said: written.said, crash: crash)
  }

  /// Ends the process because of a failure.
  func stop(_ failure: WorkerFailure) -> WorkerFailure {
    guard isRunning else { return failure }
    isRunning = false
    var status: Int32 = 0
    // Safety: the shim writes one status.
    _ = unsafe process_kill(process, &status)
    return failure
  }

  /// The place in the plugin where it crashed, if the handler reported it and the plugin's file has the line.
  private var crash: WorkerFailure.Crash? {
    guard let report = written.crash else { return nil }
    let place = CrashPlace.words(report.address, in: copies, worker: executable)
    guard place != nil || report.isOverflow else { return nil }
    return WorkerFailure.Crash(place: place ?? "code of others", isOverflow: report.isOverflow)
  }

  /// The output since the last call; reading it takes little time if there is none.
  func news() -> (lines: [WorkerOutput.Line], lost: Int) {
    written.take(from: output)
    written.endLine()
    return written.takeLines()
  }

  // MARK: Watching

  /// The time that threads may continue after their call has returned; a busy machine may not run them
  /// sooner.
  private static let settlingSeconds = 0.5
  /// The time that the kernel may need for threads that have ended.
  private static let partingSeconds = 5.0
  /// The time between two checks. A check takes 15 µs, so it does not slow down a call noticeably.
  private static let secondsBetweenLooks = 0.005

  /// Waits until the worker has only its own threads, because any other could still write to the result.
  private func settle(whileLoading: Bool) throws(WorkerFailure) {
    var end: Double?
    var pause: UInt32 = 0
    while true {
      let count = watch.taskCount
      if count > 0, count <= ownTaskCount { return }
      let now = Self.now()
      if let end, now > end {
        // Threads that have ended are counted until the kernel has cleaned them up, which takes long if the
        // machine is busy.
        guard watch.liveTaskCount <= ownTaskCount, now < end + Self.partingSeconds else {
          throw stop(.leftThread(whileLoading: whileLoading, name: watch.lastThreadName))
        }
      }
      if end == nil { end = now + Self.settlingSeconds }
      if pause > 0 { usleep(pause) }
      pause = min(2 * pause + 10, 1000)
    }
  }

  private var isLookDue: Bool { Self.now() - lastLook > Self.secondsBetweenLooks }

  /// Ends a worker that uses more than a call may.
  private func look() throws(WorkerFailure) {
    let use = use()
    if use.taskCount > limits.taskCount { throw stop(.tookThreads(limit: limits.taskCount)) }
    let bytes = use.ownBytes(beside: hostBytes)
    if bytes > limits.callBytes { throw stop(.tookMemory(limitBytes: limits.callBytes)) }
    guard memory.fits(bytes) else {
      throw stop(.noRoom(MemoryOwners.refusal(of: "its \(MemoryOwners.megabytes(bytes))")))
    }
  }

  /// Whether it uses more memory than allowed between calls, checked at intervals.
  var keepsTooMuch: Bool {
    guard isLookDue else { return false }
    let bytes = use().ownBytes(beside: hostBytes)
    memory.count(bytes)
    return bytes > limits.keptBytes || memory.isTooMuch
  }

  /// Whether the account has more room when it ends.
  var isCounted: Bool { memory.bytes > 0 }

  /// Whether it has started threads although its last call has returned.
  var keepsThreads: Bool { watch.taskCount > ownTaskCount }

  private func use() -> WorkerWatch.Use {
    lastLook = Self.now()
    return watch.use
  }

  /// Raises the kernel's limit by the host's memory that the worker has mapped or will map, because that memory
  /// counts for the process that touches it first.
  func allow(more bytes: Int = 0) {
    group?.limit(memoryBytes: limits.callBytes + hostBytes + bytes)
  }

  /// The bytes of the host's memory that the worker has mapped and may have touched.
  private var hostBytes: Int {
    images.values.reduce(Int(WORKER_SHARED_BYTES)) { $0 + $1.byteCount }
  }

  private static func now() -> Double {
    var t = timespec()
    // Safety: the kernel fills in `t`.
    unsafe clock_gettime(CLOCK_MONOTONIC, &t)
    return Double(t.tv_sec) + Double(t.tv_nsec) / 1e9
  }
}

extension worker_message {
  init(_ kind: UInt32) {
    self.init()
    magic = WORKER_MAGIC
    version = WORKER_VERSION
    self.kind = kind
  }
}
