internal import Synchronization

/// The owners of the memory that `MemoryAccount` counts, for messages about too little memory.
package enum MemoryOwners {
  // Safety: a weak reference is read and cleared atomically.
  private struct Picture: @unchecked Sendable {
    weak var bitmap: Bitmap?
    let name: String
  }
  private struct Process { weak var memory: ProcessMemory? }
  private struct State {
    var pictures: [Picture] = []
    var processes: [Process] = []
    /// The number of entries at which released entries are removed from the lists.
    var sweepAt = 256
  }
  private static let state = Mutex(State())
  /// The advice at the end of every message about refused memory, which depends on where the limit comes
  /// from.
  private static let remedy = Mutex("; --limit memory=N allows more bytes")

  /// Records the name of the object that owns a bitmap.
  package static func note(_ bitmap: Bitmap, of name: String) {
    state.withLock {
      $0.pictures.append(Picture(bitmap: bitmap, name: name))
      sweep(&$0)
    }
  }

  static func note(_ memory: ProcessMemory) {
    state.withLock {
      $0.processes.append(Process(memory: memory))
      sweep(&$0)
    }
  }

  private static func sweep(_ state: inout State) {
    guard state.pictures.count + state.processes.count > state.sweepAt else { return }
    state.pictures.removeAll { $0.bitmap == nil }
    state.processes.removeAll { $0.memory == nil }
    state.sweepAt = 2 * (state.pictures.count + state.processes.count) + 256
  }

  /// The message that `what` does not fit in memory, with the owners of the largest amounts.
  package static func refusal(of what: String) -> String {
    if MemoryAccount.isRefusedBySystem {
      return "there is no memory for \(what): the limit of ulimit -v or -d is reached"
    }
    var sums: [String: Int] = [:]
    let (pictures, processes) = state.withLock { ($0.pictures, $0.processes) }
    for process in processes {
      if let memory = process.memory, memory.bytes > 0 {
        sums[memory.name, default: 0] += memory.bytes
      }
    }
    for picture in pictures {
      if let bitmap = picture.bitmap { sums[picture.name, default: 0] += bitmap.byteCount }
    }
    // The memory used for drawing has no recorded owner, so it is the remaining amount.
    let drawn = MemoryAccount.bytes - sums.values.reduce(0, +)
    if drawn > 0 { sums["the pictures of frames"] = drawn }
    let most = sums.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.prefix(3)
      .map { "\($0.key) \(megabytes($0.value))" }.joined(separator: ", ")
    let limit = MemoryAccount.limit.load(ordering: .relaxed)
    return
      "there is not enough memory for \(what): pictures, helpers and plugins that are needed at "
      + "one time "
      + "take \(megabytes(MemoryAccount.bytes)) of \(megabytes(limit))"
      + (most.isEmpty ? "" : ", the most of it \(most)") + remedy.withLock { $0 }
  }

  /// Sets the advice at the end of every message about refused memory.
  package static func setRemedy(_ words: String) { remedy.withLock { $0 = words } }

  package static func megabytes(_ bytes: Int) -> String { "\((bytes + (1 << 20) - 1) >> 20) MiB" }
}
