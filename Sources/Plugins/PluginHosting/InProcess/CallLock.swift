internal import CHosting
internal import Synchronization

/// Guards the calls into one plugin.
final class CallLock: Sendable {
  private let mutex = Mutex(())

  /// Runs a call into the plugin. With `isExclusive`, no other call runs at the same time. The thread's
  /// floating-point control words are restored afterwards, because a library built with fast-math changes them.
  func call(isExclusive: Bool, _ body: () -> Void) {
    guard isExclusive else { return Self.call(body) }
    mutex.withLock { _ in Self.call(body) }
  }

  static func call(_ body: () -> Void) {
    let state = hosting_float_save()
    body()
    hosting_float_restore(state)
  }
}
