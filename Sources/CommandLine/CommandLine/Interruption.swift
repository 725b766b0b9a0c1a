internal import PluginHosting
internal import CProcess
internal import Files
internal import Glibc
package import Reporting
internal import Synchronization

/// SIGINT, SIGTERM and SIGHUP end the run after the current frame. SIGINT, SIGTERM and SIGHUP are blocked in
/// every thread except the thread that waits for signals. A call of a plugin or a helper is cancelled a
/// second after the first signal. If the program does not end because it computes, or waits for a disk, a
/// pipe or a terminal, the waiting thread ends it half a second later. A second signal ends the program
/// without delay.
package enum Interruption {
  private static let signal = Atomic<Int32>(0)
  /// The exit status with which the program will end after its cleanup.
  private static let last = Atomic<Int32>(0)
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]

  /// The exit status 130 or 143 after a signal; nil before a signal.
  package static var status: Int32? {
    let number = signal.load(ordering: .relaxed)
    return number == 0 ? nil : 128 + number
  }

  /// Blocks the signals and starts the waiting thread; must be called before any other thread is started.
  package static func install() throws(EngineError) {
    _ = Glibc.signal(SIGPIPE, SIG_IGN)
    // A file that exceeds its size limit becomes a write error instead of a signal.
    _ = Glibc.signal(SIGXFSZ, SIG_IGN)
    var set = sigset()
    // Safety: the kernel reads the set.
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    guard unsafe start({ _ in Interruption.watch() }) else {
      throw EngineError(
        "no thread can be started, because the system does not allow more processes", .system)
    }
  }

  /// Restores the default handling of signals for a program that replaces this program; a shell with SIGCHLD
  /// blocked, for example, would wait forever.
  private static func uninstall() {
    for number in [SIGPIPE, SIGXFSZ] { _ = Glibc.signal(number, SIG_DFL) }
    var set = sigset_t()
    // Safety: sigemptyset fills the set, and the kernel reads it.
    unsafe sigemptyset(&set)
    unsafe pthread_sigmask(SIG_SETMASK, &set, nil)
  }

  /// Replaces this process with another program (exec); throws if the program cannot be started. `words` are
  /// the arguments, beginning with the program's name.
  package static func become(_ path: String, _ words: [String]) throws(EngineError) -> Never {
    // Safety: the copies exist until the process executes another program.
    var list: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) }
    unsafe list.append(nil)
    uninstall()
    unsafe execv(path, list)
    throw EngineError("\(path): cannot be started", .unavailable)
  }

  /// A cancellation that a signal triggers.
  package static let cancellation = Cancellation { status != nil }

  /// Ends the program while other threads may still run: ends its child processes, and removes unfinished
  /// files.
  package static func leave(_ status: Int32) -> Never {
    last.store(status, ordering: .relaxed)
    // Removing files may block on the disk, which may be the reason for the delay, so another thread ends the
    // program after a short time.
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
    // Safety, here and below: the kernel reads the set and writes the signal's number.
    var room = ThreadRoom()
    while number == 0 {
      var time = timespec(tv_sec: 2, tv_nsec: 0)
      let came = unsafe sigtimedwait(&set, nil, &time)
      if came > 0 { number = came } else if room.isStuck() { leaveStuck() }
    }
    signal.store(number, ordering: .relaxed)
    process_interrupt()
    // Some programs signal both a process and its process group, which together count as one signal.
    usleep(50_000)
    while next(within: 0, &set) {}
    _ = next(within: 1_450_000_000, &set)
    Console.drawAtOnce("error: interrupted\n")
    leave(128 + number)
  }

  /// Ends the program if the program waits forever for a thread that the system cannot start.
  private static func leaveStuck() -> Never {
    let failure = ThreadRoom.shortage
    Console.drawAtOnce("error: \(failure.lines[0])\n")
    leave(failure.exitStatus)
  }

  /// Waits for another signal for at most the given number of nanoseconds, and returns whether a signal
  /// arrived. The end of a child process also wakes this thread, which then waits for the remaining time.
  private static func next(within nanoseconds: Int, _ set: inout sigset_t) -> Bool {
    let end = now() + nanoseconds
    while true {
      let left = max(end - now(), 0)
      var time = timespec(tv_sec: left / 1_000_000_000, tv_nsec: left % 1_000_000_000)
      if unsafe sigtimedwait(&set, nil, &time) > 0 { return true }
      if errno != EINTR { return false }
    }
  }

  /// Returns the time of a monotonic clock in nanoseconds.
  private static func now() -> Int {
    var time = timespec()
    // Safety: clock_gettime fills the struct.
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  private static func sigset() -> sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in numbers { unsafe sigaddset(&set, number) }
    return set
  }

  /// Starts a detached thread; returns false if this is not possible.
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
