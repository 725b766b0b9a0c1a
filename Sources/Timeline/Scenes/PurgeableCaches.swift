internal import Synchronization

/// A list of the caches whose contents can be computed again. When memory is short, the least recently used
/// cache is emptied first.
package enum PurgeableCaches {
  package protocol Keeper: AnyObject, Sendable {
    /// The logical time at which the least recently used entry was last used; nil if the cache is empty or in
    /// use.
    var oldestUse: Int? { get }
    func letGoOfOldest()
  }

  private struct WeakKeeper { weak var keeper: (any Keeper)? }
  private struct State {
    var keepers: [WeakKeeper] = []
    /// The number of entries at which released caches are removed from the list.
    var sweepAt = 128
  }
  private static let state = Mutex(State())
  private static let clock = Atomic<Int>(0)

  /// The logical time of a cache use, which increases with each call.
  package static func now() -> Int { clock.add(1, ordering: .relaxed).newValue }

  package static func add(_ keeper: any Keeper) {
    state.withLock { state in
      state.keepers.append(WeakKeeper(keeper: keeper))
      guard state.keepers.count > state.sweepAt else { return }
      state.keepers.removeAll { $0.keeper == nil }
      state.sweepAt = 2 * state.keepers.count + 128
    }
  }

  /// Empties caches until the given number of bytes is free; returns false if the caches are empty before
  /// that.
  package static func makeRoom(_ bytes: Int) -> Bool {
    while !MemoryAccount.hasRoom(for: bytes) {
      guard letGo() else { return false }
    }
    return true
  }

  /// Empties caches until a new process can use a sixteenth of the limit, or until all caches are empty.
  package static func makeRoomForProcess() {
    _ = makeRoom(MemoryAccount.limit.load(ordering: .relaxed) / 16)
  }

  /// Removes the least recently used entry of all caches; returns false if there is none.
  private static func letGo() -> Bool {
    let keepers = state.withLock { $0.keepers.compactMap(\.keeper) }
    let oldest = keepers.compactMap { keeper in keeper.oldestUse.map { (keeper, $0) } }
      .min { $0.1 < $1.1 }
    oldest?.0.letGoOfOldest()
    return oldest != nil
  }
}
