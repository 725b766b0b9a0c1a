internal import Synchronization

/// The caches whose contents can be made again: when memory is short, the least recently used one is emptied
/// first.
package enum PurgeableCaches {
  package protocol Keeper: AnyObject, Sendable {
    /// When it was asked last for what it would let go; nil when it has nothing, or is at work.
    var oldestUse: Int? { get }
    func letGoOfOldest()
  }

  private struct WeakKeeper { weak var keeper: (any Keeper)? }
  private struct State {
    var keepers: [WeakKeeper] = []
    /// The list is swept when it has doubled.
    var sweepAt = 128
  }
  private static let state = Mutex(State())
  private static let clock = Atomic<Int>(0)

  /// The moment of a use: later ones are larger.
  package static func now() -> Int { clock.add(1, ordering: .relaxed).newValue }

  package static func add(_ keeper: any Keeper) {
    state.withLock { state in
      state.keepers.append(WeakKeeper(keeper: keeper))
      guard state.keepers.count > state.sweepAt else { return }
      state.keepers.removeAll { $0.keeper == nil }
      state.sweepAt = 2 * state.keepers.count + 128
    }
  }

  /// Lets go until so many bytes are free; false when nothing is left to let go of.
  package static func makeRoom(_ bytes: Int) -> Bool {
    while !MemoryAccount.hasRoom(for: bytes) {
      guard letGo() else { return false }
    }
    return true
  }

  /// Lets go until a process that begins to work has a sixteenth of all, or nothing is left to let go of.
  package static func makeRoomForProcess() {
    _ = makeRoom(MemoryAccount.limit.load(ordering: .relaxed) / 16)
  }

  /// Lets go of what was used longest ago; false when there is nothing.
  private static func letGo() -> Bool {
    let keepers = state.withLock { $0.keepers.compactMap(\.keeper) }
    let oldest = keepers.compactMap { keeper in keeper.oldestUse.map { (keeper, $0) } }
      .min { $0.1 < $1.1 }
    oldest?.0.letGoOfOldest()
    return oldest != nil
  }
}
