internal import PluginHosting
internal import CProcess
internal import Files
internal import Glibc
package import Reporting
internal import Synchronization

/// SIGINT, SIGTERM and SIGHUP end the run after the current frame. These signals are blocked in every thread
/// except one, which only waits for them. A call of a plugin or a helper is cancelled a second after the
/// first signal. If the program does not end by itself, because it computes or waits for a disk, a pipe or a
/// terminal, that thread ends the program half a second later. A second signal ends it at once.
package enum Interruption {
  private static let signal = Atomic<Int32>(0)
  /// The exit status with which the program is about to end.
  private static let last = Atomic<Int32>(0)
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]

  /// The exit status 130 or 143 after a signal; nil before.
  package static var status: Int32? {
    let number = signal.load(ordering: .relaxed)
    return number == 0 ? nil : 128 + number
  }

  /// Installs the signal handlers; must be called before any thread is started.
  package static func install() throws(EngineError) {
    _ = Glibc.signal(SIGPIPE, SIG_IGN)
    // A file that grows past the limit of its size is an error of writing.
    _ = Glibc.signal(SIGXFSZ, SIG_IGN)
    var set = sigset()
    // Safety: the kernel reads the set.
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    guard unsafe start({ _ in Interruption.watch() }) else {
      throw EngineError(
        "no thread can be started, because the system does not allow more processes", .system)
    }
  }

  /// Restores the default handling of all signals for a program that replaces this one, because a shell with
  /// SIGCHLD blocked would wait forever.
  private static func uninstall() {
    for number in [SIGPIPE, SIGXFSZ] { _ = Glibc.signal(number, SIG_DFL) }
    var set = sigset_t()
    // Safety: the set is filled, and the kernel reads it.
    unsafe sigemptyset(&set)
    unsafe pthread_sigmask(SIG_SETMASK, &set, nil)
  }

  /// Replaces this process by another program (exec); fails if the program cannot be started. `words` start
  /// with its name.
  package static func become(_ path: String, _ words: [String]) throws(EngineError) -> Never {
    // Safety: the copies exist until the process executes another program.
    var list: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) }
    unsafe list.append(nil)
    uninstall()
    unsafe execv(path, list)
    throw EngineError("\(path): cannot be started", .unavailable)
  }

  /// The cancellation of work after a signal.
  package static let cancellation = Cancellation { status != nil }

  /// Ends the program regardless of its threads: ends its processes, and removes unfinished files.
  package static func leave(_ status: Int32) -> Never {
    last.store(status, ordering: .relaxed)
    // Removing files waits for the disk, which may be the cause of the hang.
    _ = unsafe start { _ in
      usleep(200_000)
      _exit(Interruption.last.load(ordering: .relaxed))
    }
    process_kill_all()
    ControlGroups.leave()
    Unfinished.removeAll { _exit(status) }
  }

  private static func watch() -> Never {
    var set = sigset()
    var number: Int32 = 0
    // Unsafe, here and below: the kernel reads the set and fills the number.
    var room = ThreadRoom()
    while number == 0 {
      var time = timespec(tv_sec: 2, tv_nsec: 0)
      let came = unsafe sigtimedwait(&set, nil, &time)
      if came > 0 { number = came } else if room.isStuck() { leaveStuck() }
    }
    signal.store(number, ordering: .relaxed)
    process_interrupt()
    // Some programs signal a process and its group, which counts as one signal.
    usleep(50_000)
    while next(within: 0, &set) {}
    _ = next(within: 1_450_000_000, &set)
    Console.drawAtOnce("error: interrupted\n")
    leave(128 + number)
  }

  /// Ends the program if it waits for a thread that cannot be started.
  private static func leaveStuck() -> Never {
    let failure = ThreadRoom.shortage
    Console.drawAtOnce("error: \(failure.lines[0])\n")
    leave(failure.exitStatus)
  }

  /// Waits for another of the signals for that many nanoseconds, and returns whether one arrived. The end of
  /// a child process wakes this thread, which then waits for the remaining time.
  private static func next(within nanoseconds: Int, _ set: inout sigset_t) -> Bool {
    let end = now() + nanoseconds
    while true {
      let left = max(end - now(), 0)
      var time = timespec(tv_sec: left / 1_000_000_000, tv_nsec: left % 1_000_000_000)
      if unsafe sigtimedwait(&set, nil, &time) > 0 { return true }
      if errno != EINTR { return false }
    }
  }

  /// The nanoseconds of a monotonic clock.
  private static func now() -> Int {
    var time = timespec()
    // Safety: the kernel fills the struct.
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  private static func sigset() -> sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in numbers { unsafe sigaddset(&set, number) }
    return set
  }

  /// Starts a detached thread; false if this is not possible.
  private static func start(
    _ body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
  ) -> Bool {
    var thread = pthread_t()
    // Safety: the body uses no memory of its creator.
    guard unsafe pthread_create(&thread, nil, body, nil) == 0 else { return false }
    pthread_detach(thread)
    return true
  }
}
