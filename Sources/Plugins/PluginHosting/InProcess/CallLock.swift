internal import CHosting
internal import Synchronization

/// The lock for calls into one plugin.
final class CallLock: Sendable {
  private let mutex = Mutex(())

  /// Runs a call into the plugin while no other call runs. If `isExclusive` is true, no other call runs at
  /// the same time. The floating-point control words of the thread are restored afterwards, because a library
  /// built with fast-math changes them.
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
