internal import PluginModel
internal import CHosting
internal import CProcess
internal import Files
internal import Glibc
internal import Scenes

/// The answers of the host to requests that a worker may send during a call.
struct WorkerQuestions {
  var curve: (UInt32, Double) -> Double = { $1 }
  var isWanted: () -> Bool = { true }
}

/// A running `pipeline-worker` with one plugin; the process is ended and reaped when this object is released.
/// Only one thread at a time uses the object, because PluginWorkers passes it from thread to thread.
final class WorkerProcess: @unchecked Sendable {
  static let outputBytes = 256 * 1024

  let sharedBuffer: SharedBuffer
  /// The numbers of the steps that the worker has received.
  var steps: Set<UInt64> = []
  /// The images that the worker has mapped, by their numbers.
  var images: [UInt64: MappedThere] = [:]
  /// The surfaces into which the worker draws, one for each size; the most recently used surface is last.
  var surfaces: [SharedSurface] = []
  let process: pid_t
  private let limits: Isolation.Limits
  private let cancellation: CallCancellation
  private let watch: WorkerWatch
  /// The worker's memory, which is counted in the account of the host.
  private let memory: ProcessMemory
  /// The control group in which the kernel also limits the worker; nil if groups are not available.
  private let group: WorkerGroup?
  /// The number of the worker's own threads, which is counted before the worker loads its plugin.
  private var ownTaskCount = 1
  /// The time at which the resources of the worker were last checked.
  private var lastLook = 0.0
  private let socket: Int32
  /// The read end of a pipe from the worker's standard output and error; a pipe cannot be mapped as code. If
  /// the pipe is full, the plugin waits until the host has read it, which the host does continuously during a
  /// call.
  private let output: Int32
  private var written = WorkerOutput()
  private let copies: PluginCopies
  private let executable: String
  private var serial: UInt64 = 0
  /// The number of the processor on which the worker last wrote.
  private var processor = UInt32.max
  /// Whether the worker's last message arrived soon after the previous message.
  private var answersSoon = true
  private var isRunning = true

  /// Starts a worker for a plugin; the worker enters its sandbox and then waits for `load`.
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

  /// A worker process that was started, with the host's ends of its channels.
  private struct Started {
    var process: pid_t = 0
    let socket: Int32
    let output: Int32
    let group: WorkerGroup?
  }

  /// Starts the program with the worker's end of a new socket, followed by the descriptors `passed`.
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
      // The kernel is too old, or the group accepts no more processes, so the worker starts without a group.
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

  /// Sends a request and waits for the answer; meanwhile, it answers requests of the worker.
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
      // The resources are also checked while a worker keeps sending requests.
      if isLookDue { try look() }
      reply.serial = serial
      try send(reply, passing: nil, seconds: seconds)
    }
  }

  /// Receives the active sandbox features as SANDBOX_… bits, which are the worker's first message before it
  /// loads anything.
  func locks(seconds: Double) throws(WorkerFailure) -> UInt32 {
    let message = try receive(seconds: seconds)
    guard message.serial == 0, message.kind == WORKER_LOCKED else {
      throw stop(.protocolBroken("message \(message.kind)"))
    }
    // A thread that the sandbox tests have started may have ended but may still be counted; if it counted as
    // the worker's own, the plugin could keep one thread.
    ownTaskCount = min(watch.taskCount, watch.liveTaskCount)
    return UInt32(bitPattern: message.status)
  }

  /// Lets the worker load its plugin, and returns the message with the plugin's description.
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

  /// Reads the payload that accompanies a worker's message.
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

  /// Waits for a message; the resources of a worker that takes longer than 10 ms are checked repeatedly.
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
      // Safety: the shim writes at most the size of a message.
      problem = unsafe process_receive(
        socket, &message, MemoryLayout<worker_message>.size, &count, slice)
      guard problem == ETIMEDOUT else { break }
      if Self.now() - started >= seconds { throw stop(.hung(seconds: seconds)) }
      if cancellation.hasEnded { throw stop(.interrupted) }
      try look()
      // Reading the pipe lets a plugin continue that has printed more than the pipe's capacity.
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

  /// The failure of a worker whose socket is closed: the process is ending, or has closed its socket and must
  /// be ended.
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

  /// Ends the worker's process because of a failure, and returns the failure.
  func stop(_ failure: WorkerFailure) -> WorkerFailure {
    guard isRunning else { return failure }
    isRunning = false
    var status: Int32 = 0
    // Safety: the shim writes one status.
    _ = unsafe process_kill(process, &status)
    return failure
  }

  /// The place of the crash in the plugin, if the signal handler has reported it and the plugin's file
  /// contains debugging information.
  private var crash: WorkerFailure.Crash? {
    guard let report = written.crash else { return nil }
    let place = CrashPlace.words(report.address, in: copies, worker: executable)
    guard place != nil || report.isOverflow else { return nil }
    return WorkerFailure.Crash(place: place ?? "code of others", isOverflow: report.isOverflow)
  }

  /// The output since the last call; if there is none, the method takes little time.
  func news() -> (lines: [WorkerOutput.Line], lost: Int) {
    written.take(from: output)
    written.endLine()
    return written.takeLines()
  }

  // MARK: Watching

  /// The time in seconds for which threads may continue after their call has returned; a busy machine may not
  /// run them sooner.
  private static let settlingSeconds = 0.5
  /// The time in seconds that the kernel may need to clean up threads that have ended.
  private static let partingSeconds = 5.0
  /// The time in seconds between two checks of the worker. A check takes 15 µs, so it does not slow down
  /// calls noticeably.
  private static let secondsBetweenLooks = 0.005

  /// Waits until the worker has only its own threads, because any other thread could still write to the
  /// result.
  private func settle(whileLoading: Bool) throws(WorkerFailure) {
    var end: Double?
    var pause: UInt32 = 0
    while true {
      let count = watch.taskCount
      if count > 0, count <= ownTaskCount { return }
      let now = Self.now()
      if let end, now > end {
        // The kernel counts threads that have ended until it has cleaned them up, which takes long on a busy
        // machine.
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

  /// Checks the resources of the worker, and ends it if they exceed the limits of a call.
  private func look() throws(WorkerFailure) {
    let use = use()
    if use.taskCount > limits.taskCount { throw stop(.tookThreads(limit: limits.taskCount)) }
    let bytes = use.ownBytes(beside: hostBytes)
    if bytes > limits.callBytes { throw stop(.tookMemory(limitBytes: limits.callBytes)) }
    guard memory.fits(bytes) else {
      throw stop(.noRoom(MemoryOwners.refusal(of: "its \(MemoryOwners.megabytes(bytes))")))
    }
  }

  /// Whether the worker keeps more memory than is allowed between calls; checked at intervals.
  var keepsTooMuch: Bool {
    guard isLookDue else { return false }
    let bytes = use().ownBytes(beside: hostBytes)
    memory.count(bytes)
    return bytes > limits.keptBytes || memory.isTooMuch
  }

  /// Whether ending the worker would free memory that counts towards the limit.
  var isCounted: Bool { memory.bytes > 0 }

  /// Whether threads of the plugin still run although the last call has returned.
  var keepsThreads: Bool { watch.taskCount > ownTaskCount }

  private func use() -> WorkerWatch.Use {
    lastLook = Self.now()
    return watch.use
  }

  /// Raises the kernel's memory limit by the amount of host memory that the worker maps, because the kernel
  /// counts such memory for the process that touches it first.
  func allow(more bytes: Int = 0) {
    group?.limit(memoryBytes: limits.callBytes + hostBytes + bytes)
  }

  /// The bytes of host memory that the worker has mapped and may have touched.
  private var hostBytes: Int {
    images.values.reduce(Int(WORKER_SHARED_BYTES)) { $0 + $1.byteCount }
  }

  private static func now() -> Double {
    var t = timespec()
    // Safety: clock_gettime fills `t`.
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
