internal import Scenes
internal import Synchronization

/// Room in memory for pictures that are about to be decoded or drawn.
enum MemoryReservation {
  /// Sees that there is room for a picture of so many bytes with the copy that a helper fills; what else
  /// is needed at this time stays. `name` is whose it is.
  static func make(_ bytes: Int, for name: String) throws(MediaError) {
    guard PurgeableCaches.makeRoom(bytes) else {
      throw refusal("its \(MemoryOwners.megabytes(bytes))", name)
    }
  }

  /// `what` has no room; it names the greatest takers.
  static func refusal(_ what: String, _ name: String) -> MediaError {
    let reason = MemoryOwners.refusal(of: what)
    return MemoryAccount.isOfMachine.load(ordering: .relaxed)
      ? .shortage("\(name): \(reason)") : .noRoom(path: name, reason: reason)
  }
}
