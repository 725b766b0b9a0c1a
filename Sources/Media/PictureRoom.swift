internal import Scenes
internal import Synchronization

/// Makes room in memory for pictures: those that can be made again, and were used longest ago, are let go.
enum PictureRoom {
  /// What can let go of pictures.
  protocol Keeper: AnyObject, Sendable {
    /// When it was asked last for the picture that it would let go; nil when it has none, or is at work.
    var oldestUse: Int? { get }
    func letGoOfOldest()
  }

  private struct WeakKeeper { weak var keeper: (any Keeper)? }
  // Unsafe: a weak reference is read and cleared atomically.
  private struct Taker: @unchecked Sendable {
    weak var bitmap: Bitmap?
    let name: String
  }
  private struct State {
    var keepers: [WeakKeeper] = []
    var takers: [Taker] = []
    /// Lists are swept when they have doubled.
    var sweepAt = 256
  }
  private static let state = Mutex(State())
  private static let clock = Atomic<Int>(0)

  /// The moment of a use: later ones are larger.
  static func now() -> Int { clock.add(1, ordering: .relaxed).newValue }

  static func add(_ keeper: any Keeper) {
    state.withLock {
      $0.keepers.append(WeakKeeper(keeper: keeper))
      sweep(&$0)
    }
  }

  /// Notes whose a picture is.
  static func note(_ bitmap: Bitmap, of name: String) {
    state.withLock {
      $0.takers.append(Taker(bitmap: bitmap, name: name))
      sweep(&$0)
    }
  }

  private static func sweep(_ state: inout State) {
    guard state.keepers.count + state.takers.count > state.sweepAt else { return }
    state.keepers.removeAll { $0.keeper == nil }
    state.takers.removeAll { $0.bitmap == nil }
    state.sweepAt = 2 * (state.keepers.count + state.takers.count) + 256
  }

  /// Sees that there is room for a picture of so many bytes with the copy that a helper fills; what else
  /// is needed at this time stays. `name` is whose it is.
  static func make(_ bytes: Int, for name: String) throws(MediaError) {
    while !MemoryAccount.hasRoom(for: bytes) {
      guard letGo() else { throw refusal("its \(megabytes(bytes))", name) }
    }
  }

  /// Lets go until a helper that begins to work has a sixteenth of all, or nothing is left to let go of.
  static func makeForHelper() {
    let wanted = MemoryAccount.limit.load(ordering: .relaxed) / 16
    while MemoryAccount.room < wanted, letGo() {}
  }

  /// Lets go of the picture that was used longest ago; false when there is none.
  private static func letGo() -> Bool {
    let keepers = state.withLock { $0.keepers.compactMap(\.keeper) }
    let oldest = keepers.compactMap { keeper in keeper.oldestUse.map { (keeper, $0) } }
      .min { $0.1 < $1.1 }
    oldest?.0.letGoOfOldest()
    return oldest != nil
  }

  /// `what` has no room; it names the greatest takers.
  static func refusal(_ what: String, _ name: String) -> MediaError {
    var sums: [String: Int] = [:]
    for (helper, bytes) in HelperMemory.takers { sums[helper, default: 0] += bytes }
    for taker in state.withLock({ $0.takers }) {
      if let bitmap = taker.bitmap { sums[taker.name, default: 0] += bitmap.byteCount }
    }
    let most = sums.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.prefix(3)
      .map { "\($0.key) \(megabytes($0.value))" }.joined(separator: ", ")
    let limit = MemoryAccount.limit.load(ordering: .relaxed)
    let reason =
      "there is no room for \(what): pictures and helpers that are needed at one time take "
      + "\(megabytes(MemoryAccount.bytes)) of \(megabytes(limit))"
      + (most.isEmpty ? "" : ", the most of it \(most)") + "; --limit memory=N allows more bytes"
    return MemoryAccount.isOfMachine.load(ordering: .relaxed)
      ? .shortage("\(name): \(reason)") : .unusable(path: name, reason: reason)
  }

  private static func megabytes(_ bytes: Int) -> String { "\((bytes + (1 << 20) - 1) >> 20) MiB" }
}
