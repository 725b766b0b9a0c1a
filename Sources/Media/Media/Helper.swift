internal import CMedia
internal import CProcess
internal import Files
internal import Glibc
internal import Scenes
internal import Synchronization

/// A running helper process, which is ended and reaped when this value is released.
struct Helper: ~Copyable {
  let program: HelperProgram
  private let process: pid_t
  private let socket: Int32
  private var running = true
  private let settings: MediaSettings
  private var isChecked = false
  private var isUnlocked = false
  /// Whether the helper writes an output, instead of reading an untrusted file.
  private let writes: Bool
  private let memory: HelperMemory
  /// The way in which the helper's process ended, which determines the cause of a failure.
  private var end = End.other
  private enum End {
    /// A SIGKILL from another process has killed the helper.
    case killed
    /// The loader did not find a library of the helper.
    case notLoaded
    /// An allocation of the helper has failed.
    case starved
    case other
  }

  /// Starts the helper and returns while the helper loads its libraries. `writes` is true if the helper creates an output.
  init(
    _ program: HelperProgram, _ settings: MediaSettings, path: String?, writes: Bool = false
  ) throws(MediaError) {
    guard let path = path ?? settings.context.find(program.rawValue) else {
      throw .unavailable(
        "\(program.rawValue) is not installed next to pipeline or in ../lib/pipeline")
    }
    var pair: [Int32] = [-1, -1]
    var id: pid_t = 0
    // Safety: the C function reads the request only during the call.
    var problem = unsafe process_socket_pair(&pair)
    if problem == 0 {
      let name = unsafe strdup(program.rawValue)
      let sandbox = unsafe strdup(settings.sandbox.rawValue)
      var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [name, sandbox, nil]
      let passed = [pair[1]]
      problem = unsafe path.withCString { path in
        unsafe arguments.withUnsafeMutableBufferPointer { arguments in
          unsafe passed.withUnsafeBufferPointer { passed in
            var request = unsafe process_request(
              path: path, arguments: arguments.baseAddress!, environment: nil, input: -1,
              output: -1, error: -1, passed: passed.baseAddress, passed_count: 1,
              dies_with_parent: true)
            return unsafe process_start(&request, &id)
          }
        }
      }
      unsafe free(name)
      unsafe free(sandbox)
      close(pair[1])
    }
    guard problem == 0 else {
      if pair[0] >= 0 { close(pair[0]) }
      let reason = "\(path): cannot be started: \(Errno.words(problem))"
      throw Self.isShortage(problem) ? MediaError.shortage(reason) : .unavailable(reason)
    }
    self.program = program
    self.settings = settings
    self.writes = writes
    settings.context.noteStart(program.rawValue)
    process = id
    socket = pair[0]
    memory = HelperMemory(of: id, program.rawValue)
  }

  /// Returns whether an error means that the system has too few resources for a process.
  static func isShortage(_ problem: Int32) -> Bool {
    [EAGAIN, ENOMEM, EMFILE, ENFILE, ENOSPC, EFBIG].contains(problem)
  }

  deinit {
    close(socket)
    var status: Int32 = 0
    // A helper that lost its socket ends without a signal; a helper that hangs is killed.
    if running, unsafe process_wait(process, 0, &status) != 0 {
      _ = unsafe process_kill(process, &status)
    }
  }

  /// Sends a message; `path` is the file that an error names.
  mutating func send(
    _ message: media_message, passing descriptors: [Int32] = [], seconds: Int, for path: String
  ) throws(MediaError) {
    var message = message
    message.magic = UInt32(MEDIA_MAGIC)
    message.version = UInt32(MEDIA_VERSION)
    if !writes { PurgeableCaches.makeRoomForProcess() }
    memory.limit()
    // Safety: the C function copies the message and the descriptors before it returns.
    let problem = unsafe process_send(
      socket, &message, MemoryLayout<media_message>.size, descriptors, Int32(descriptors.count),
      Int32(seconds * 1000))
    if problem != 0 { throw fail(problem == ETIMEDOUT ? .hung(seconds) : .gone, path) }
  }

  /// The length of one wait for an answer; cancellation is checked between two waits.
  private static let sliceMilliseconds = 100

  /// Returns the next message; nil if no message arrives within the time limit and `patient` is false.
  mutating func receive(
    milliseconds: Int, patient: Bool = true, for path: String
  ) throws(MediaError) -> media_message? {
    var message = media_message()
    var count = 0
    var clock = HelperClock(process, milliseconds: milliseconds)
    var problem: Int32
    var left = milliseconds
    repeat {
      let slice = min(left, Self.sliceMilliseconds)
      // Safety: the C function writes at most the size of the message.
      problem = unsafe process_receive(
        socket, &message, MemoryLayout<media_message>.size, &count, Int32(slice))
      left -= slice
      if problem == ETIMEDOUT, left <= 0, patient, clock.allowsMore() { left = milliseconds }
    } while problem == ETIMEDOUT && left > 0 && !settings.isCancelled()
    if problem == ETIMEDOUT, left > 0 { throw fail(.interrupted, path) }
    if problem == ETIMEDOUT {
      if !patient { return nil }
      throw fail(.hung(milliseconds / 1000), path)
    }
    if problem == ECANCELED { throw fail(.interrupted, path) }
    if problem == 0 && count == 0 { throw fail(.gone, path) }
    guard problem == 0, count == MemoryLayout<media_message>.size,
      message.magic == UInt32(MEDIA_MAGIC), message.version == UInt32(MEDIA_VERSION)
    else { throw fail(.protocolBroken, path) }
    if !isChecked { settings.check(message.locked) }
    isChecked = true
    guard memory.count() else { throw HelperMemory.refusal(path, program) }
    return message
  }

  enum Failure { case hung(Int), gone, protocolBroken, interrupted }

  /// Ends the helper and returns its failure as an error.
  mutating func fail(_ failure: Failure, _ path: String) -> MediaError {
    let reason = "\(program.rawValue) \(ending(after: failure))"
    if isUnlocked {
      return .unavailable(
        "\(program.rawValue) cannot be locked as "
          + "\(settings.context.vocabulary.name(.wholeSandbox)) requires")
    }
    if case .interrupted = failure { return .helper(path: path, reason: reason) }
    switch end {
    case .killed: return .killed(path: path, reason: reason)
    case .notLoaded: return .unavailable(reason)
    case .starved: return HelperMemory.refusal(path, program)
    case .other:
      settings.context.noteFailure()
      return writes ? .helper(path: path, reason: reason) : .broken(path: path, reason: reason)
    }
  }

  /// Describes in words how the helper ended.
  private mutating func ending(after failure: Failure) -> String {
    guard running else { return "has ended" }
    running = false
    var status: Int32 = 0
    // Safety: the C function writes one status. A helper that closed its socket gets a second to end.
    if case .gone = failure, unsafe process_wait(process, 1000, &status) == 0 {
      let signal = process_signal_of(status)
      if signal == SIGKILL {
        end = .killed
        return "was killed with signal 9, probably by the system because memory ran out"
      }
      isUnlocked =
        process_exit_of(status) == MEDIA_UNLOCKED && settings.sandbox == .require
      if process_exit_of(status) == MEDIA_STARVED { end = .starved }
      // Status 127 means that the loader did not find a library.
      if process_exit_of(status) == 127 {
        end = .notLoaded
        return "cannot start, because a library is missing: pipeline doctor names the library"
      }
      return signal == 0
        ? "ended with status \(process_exit_of(status))"
        : "was ended by signal \(signal) (\(unsafe String(cString: strsignal(signal))))"
    }
    _ = unsafe process_kill(process, &status)
    switch failure {
    case .hung(let seconds): return "did not answer within \(seconds) s and was killed"
    case .interrupted: return "was interrupted"
    case .gone: return "closed its socket and was killed"
    case .protocolBroken: return "broke the protocol and was killed"
    }
  }
}

/// Distinguishes a working helper from a helper that hangs. The clock counts processor time, so that on a busy machine
/// a helper gets the time that the work takes on an idle machine.
struct HelperClock {
  private let process: pid_t
  private let limit: UInt64
  private let start: UInt64
  private var last: UInt64

  init(_ process: pid_t, milliseconds: Int) {
    self.process = process
    limit = UInt64(max(1, milliseconds)) * 1_000_000
    start = process_spent(process)
    last = start
  }

  /// Returns, after the time limit has passed, whether the helper may continue: it has used the processor during the
  /// wait, and not yet for the whole time limit.
  mutating func allowsMore() -> Bool {
    let now = process_spent(process)
    defer { last = now }
    // A helper that only wakes up occasionally uses about a thousandth of the time.
    return now >= last + limit / 1_000 && now - start < limit
  }
}

/// A kind of message, for all helpers or for a single helper.
protocol MessageKind: RawRepresentable<UInt32> {}
extension media_kind: MessageKind {}
extension draw_kind: MessageKind {}
extension lottie_kind: MessageKind {}
extension video_kind: MessageKind {}

extension media_message {
  init(_ kind: some MessageKind) {
    self.init()
    self.kind = kind.rawValue
  }

  func `is`(_ kind: some MessageKind) -> Bool { self.kind == kind.rawValue }

  /// The message's text up to its zero byte, with control characters escaped.
  var words: String {
    var copy = text
    // Safety: the bytes belong to a local copy of a fixed array.
    let bytes = unsafe withUnsafeBytes(of: &copy) { unsafe Array($0.prefix { $0 != 0 }) }
    return String(decoding: bytes.map { $0 < 32 || $0 == 127 ? 0x20 : $0 }, as: UTF8.self)
  }
}
