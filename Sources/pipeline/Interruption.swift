import CProcess
import Glibc
import Synchronization

/// SIGINT, SIGTERM and SIGHUP end the run after the frame at hand; a plugin or a decoder that takes
/// longer than two seconds is ended.
enum Interruption {
  private static let signal = Atomic<Int32>(0)

  /// 130 or 143 after a signal came; nil before.
  static var status: Int32? {
    let number = signal.load(ordering: .relaxed)
    return number == 0 ? nil : 128 + number
  }

  static func install() {
    // A parent may have left them blocked.
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in [SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&set, number) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      // The handler only stores a number.
      _ = Glibc.signal(number) { Interruption.note($0) }
    }
    _ = Glibc.signal(SIGPIPE, SIG_IGN)
  }

  private static func note(_ number: Int32) {
    signal.store(number, ordering: .relaxed)
    process_interrupt()
  }

  static func check() throws(Failure) {
    if let status { throw Failure("interrupted", status: status) }
  }
}
