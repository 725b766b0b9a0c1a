internal import Scenes
internal import Synchronization

/// Reserves memory for pictures that are about to be decoded or drawn.
enum MemoryReservation {
  /// Frees memory for a picture of the given size and for the copy that a helper fills; memory in use is not freed.
  /// `name` is the owner of the picture.
  static func make(_ bytes: Int, for name: String) throws(MediaError) {
    guard PurgeableCaches.makeRoom(bytes) else {
      throw refusal("its \(MemoryOwners.megabytes(bytes))", name)
    }
  }

  /// Returns the error that `what` does not fit in memory, with the owners of the most memory.
  static func refusal(_ what: String, _ name: String) -> MediaError {
    let reason = MemoryOwners.refusal(of: what)
    return MemoryAccount.isOfMachine
      ? .shortage("\(name): \(reason)") : .noRoom(path: name, reason: reason)
  }
}
