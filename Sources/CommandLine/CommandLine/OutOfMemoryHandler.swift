internal import CMallocHook
internal import Glibc
internal import Scenes

/// Reports a crash that a memory limit has caused with a one-line message, and exits with status 71. When an
/// allocation fails, Swift's runtime prints a line and traps at an arbitrary place, which a program cannot
/// catch. The signal handler is therefore the last place at which the failure can be reported.
package enum OutOfMemoryHandler {
  /// The memory limit in bytes; 0 if there is none. The memory limit is set once, before any other thread
  /// exists.
  nonisolated(unsafe) private static var limit = 0
  private static let message: StaticString = """
    error: there is too little memory: the limit that ulimit -v or -d sets is used up

    """

  /// Installs the signal handler if the system limits the memory of the program.
  package static func install() {
    var fewest = rlim_t.max
    for resource in [RLIMIT_AS, RLIMIT_DATA] {
      var limit = rlimit()
      // Safety, here and below: the kernel fills in or reads these structs.
      if unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 {
        fewest = min(fewest, limit.rlim_cur)
      }
    }
    guard fewest < rlim_t(Int.max) else { return }
    unsafe limit = Int(fewest)
    shortage_tell { _ in OutOfMemoryHandler.tell() }
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS] {
      var action = sigaction()
      unsafe action.__sigaction_handler.sa_handler = { OutOfMemoryHandler.end($0) }
      // With SA_RESETHAND, a second signal has its default action.
      action.sa_flags = Int32(bitPattern: 0x8000_0000)
      unsafe sigaction(number, &action, nil)
    }
  }

  /// The signal handler, which may only make system calls.
  private static func end(_ number: Int32) {
    guard isUsedUp() else {
      raise(number)
      return
    }
    tell()
  }

  private static func tell() -> Never {
    // Safety: the message is a static string of the program.
    _ = unsafe write(2, message.utf8Start, message.utf8CodeUnitCount)
    _exit(71)
  }

  /// Whether a third of the limit is in use, so that a large allocation, usually for growing an array, may
  /// have failed; or whether the last requested picture does not fit.
  private static func isUsedUp() -> Bool {
    let file = unsafe open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return true }
    var digits: (UInt64, UInt64) = (0, 0)
    // Safety: the pointer refers to the bytes of a local tuple.
    let count = unsafe withUnsafeMutableBytes(of: &digits) {
      unsafe read(file, $0.baseAddress, 16)
    }
    close(file)
    var pages = 0
    unsafe withUnsafeBytes(of: &digits) { bytes in
      for index in 0..<max(0, count) {
        let byte = unsafe bytes[index]
        guard byte >= 48, byte <= 57 else { return }
        pages = pages * 10 + Int(byte - 48)
      }
    }
    let most = unsafe limit / 4096
    return pages > most / 3
      || pages + MemoryAccount.lastAsked / 4096 > most / 10 * 9
  }
}
