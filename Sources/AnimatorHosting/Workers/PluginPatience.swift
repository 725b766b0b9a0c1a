internal import Synchronization

/// How long this process waits for plugins in workers: as long as their time limit says, or not much longer
/// once there is something more urgent.
package enum PluginPatience {
  /// For how long a call may still go on by itself.
  private static let grace = Duration.milliseconds(250)
  /// When it ends; nil while nothing is urgent.
  private static let end = Mutex<ContinuousClock.Instant?>(nil)

  /// Something is more urgent than the calls that go on: soon they fail as interrupted.
  package static func lose() {
    end.withLock { end in if end == nil { end = .now + grace } }
  }

  /// Nothing is more urgent than calls.
  package static func gain() { end.withLock { $0 = nil } }

  package static var isLost: Bool { end.withLock { $0 != nil } }

  /// A call that goes on has had its time.
  static var hasEnded: Bool { end.withLock { $0.map { $0 < .now } ?? false } }
}
