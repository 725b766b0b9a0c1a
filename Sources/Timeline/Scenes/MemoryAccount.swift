private import Glibc
package import Synchronization

/// Counts the bytes of all pictures of this process: decoded pictures, drawn texts and drawings, frames in
/// progress, stills, blurred pictures, memory shared with helpers, and the memory of the helpers.
package enum MemoryAccount {
  private static let used = Atomic<Int>(0)
  private static let processes = Atomic<Int>(0)
  private static let most = Atomic<Int>(0)
  /// The number of bytes that are reserved for planned pictures but not yet allocated.
  private static let planned = Atomic<Int>(0)
  /// The maximum number of bytes of all pictures together; caches are emptied for new pictures, and a frame
  /// that needs more is refused.
  package static let limit = Atomic<Int>(defaultLimit)
  /// Whether the limit is below its default because this machine or its control group has little memory.
  package static let isSmallMachine = Atomic<Bool>(false)
  /// Whether the system, rather than the limit, refused the last request for memory.
  package static var isRefusedBySystem: Bool { refused.load(ordering: .relaxed) }
  private static let refused = Atomic<Bool>(false)
  /// Whether a larger machine, or a higher limit of the system, would have enough memory.
  package static var isOfMachine: Bool {
    isSmallMachine.load(ordering: .relaxed) || isRefusedBySystem
  }
  /// The default limit in bytes, on a machine with enough memory.
  package static let defaultLimit = 4 << 30
  package static let possibleLimits = 16 << 20...1 << 50

  package static var bytes: Int { used.load(ordering: .relaxed) }
  /// The largest number of bytes that this process has used at one time.
  package static var highest: Int { most.load(ordering: .relaxed) }

  /// The size of the last requested picture, even if its allocation failed and ended the program.
  package static var lastAsked: Int { asked.load(ordering: .relaxed) }
  package static func ask(_ bytes: Int) { asked.store(bytes, ordering: .relaxed) }
  private static let asked = Atomic<Int>(0)

  /// Counts allocated bytes; `ofProcess` means that they belong to another process.
  package static func take(_ bytes: Int, ofProcess: Bool = false) {
    let all = used.add(bytes, ordering: .relaxed).newValue
    if ofProcess {
      processes.add(bytes, ordering: .relaxed)
    } else {
      most.max(all - processes.load(ordering: .relaxed), ordering: .relaxed)
    }
  }

  package static func giveBack(_ bytes: Int, ofProcess: Bool = false) {
    used.subtract(bytes, ordering: .relaxed)
    if ofProcess { processes.subtract(bytes, ordering: .relaxed) }
  }

  /// Reserves memory for bytes that will be allocated later.
  package static func plan(_ bytes: Int) {
    take(bytes)
    planned.add(bytes, ordering: .relaxed)
  }

  /// Ends a reservation, because the memory has been allocated and counted, or is no longer needed.
  package static func endPlan(_ bytes: Int) {
    giveBack(bytes)
    planned.subtract(bytes, ordering: .relaxed)
  }

  package static var room: Int { limit.load(ordering: .relaxed) - bytes }
  package static func hasRoom(for bytes: Int) -> Bool {
    guard bytes <= room else {
      refused.store(false, ordering: .relaxed)
      return false
    }
    return systemHas(bytes)
  }

  /// Whether the system can provide the given number of bytes in addition to the reserved bytes. A planned
  /// picture needs up to four times its bytes while it is created. Swift's runtime ends a process whose
  /// allocation fails, for example under `ulimit -v`, so large allocations are tested first.
  package static func systemHas(_ bytes: Int) -> Bool {
    let needed = max(0, bytes) + 4 * planned.load(ordering: .relaxed)
    guard needed >= 1 << 20, isLimitedBySystem else { return true }
    // Safety: the call maps memory that is never accessed, and it is unmapped again.
    let mapped = unsafe mmap(
      nil, needed + (8 << 20), PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    let isThere = unsafe mapped != MAP_FAILED
    if isThere { unsafe munmap(mapped, needed + (8 << 20)) }
    refused.store(!isThere, ordering: .relaxed)
    return isThere
  }

  private static var isLimitedBySystem: Bool {
    [RLIMIT_AS, RLIMIT_DATA].contains { kind in
      var limit = rlimit()
      // Safety: getrlimit fills the struct.
      return unsafe getrlimit(__rlimit_resource_t(kind.rawValue), &limit) == 0
        && limit.rlim_cur != rlim_t.max
    }
  }
}
