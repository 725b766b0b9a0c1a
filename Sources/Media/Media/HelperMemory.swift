internal import CProcess
internal import Glibc
internal import Scenes
internal import Synchronization

/// The private memory of one helper, which counts towards this process's account; the helper may use only the remaining
/// memory of the account.
final class HelperMemory: Sendable {
  /// The memory for libraries, stacks of threads and small files, whether it is used or not.
  static let ownBytes = 192 << 20
  private static let running = Mutex<[Running]>([])
  private struct Running { weak var helper: HelperMemory? }

  private let process: pid_t
  private let memory: ProcessMemory
  private let bound = Atomic<Int>(0)

  init(of process: pid_t, _ name: String) {
    self.process = process
    memory = ProcessMemory(name)
    Self.running.withLock {
      $0.removeAll { $0.helper == nil }
      $0.append(Running(helper: self))
    }
    limit()
  }

  /// Limits the helper to the memory that is available now, which several helpers share.
  func limit() {
    let others = Self.running.withLock { $0.count { $0.helper != nil } }
    let room = max(0, MemoryAccount.room) / max(1, others)
    // The limit is generous, because encoders may never touch half of the memory that they allocate, and only touched
    // pages count.
    let wanted = Self.ownBytes + 2 * (memory.bytes + room)
    let known = bound.load(ordering: .relaxed)
    // A change of the limit by up to a sixteenth is ignored.
    if known > 0, abs(known - wanted) <= known / 16 { return }
    if process_limit_memory(process, UInt64(wanted)) { bound.store(wanted, ordering: .relaxed) }
  }

  /// Updates the helper's memory in the account; returns false if it does not fit, even after all caches are emptied.
  func count() -> Bool { memory.fits(Int(clamping: process_private_memory(process))) }

  /// Returns the error for a helper that could not allocate memory while it read or wrote the file at `path`.
  static func refusal(_ path: String, _ program: HelperProgram) -> MediaError {
    if let limit = systemLimit {
      return .shortage(
        "\(path): there is too little memory for \(program.rawValue): "
          + "ulimit -v or -d allows \(limit >> 20) MiB")
    }
    return MemoryReservation.refusal("the memory that \(program.rawValue) needs", path)
  }

  /// The number of bytes that the system allows a process, if that is less than the usual limit of a helper.
  private static var systemLimit: Int? {
    var least = Int.max
    for resource in [RLIMIT_AS, RLIMIT_DATA] {
      var limit = rlimit()
      // Safety: the kernel fills the limit.
      guard unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { continue }
      least = min(least, Int(clamping: limit.rlim_cur))
    }
    return least < 32 << 30 ? least : nil
  }
}
