internal import Synchronization

/// The memory of another process that works for this process, which is counted in this process's account.
package final class ProcessMemory: Sendable {
  /// The number of bytes for libraries, thread stacks and small tasks that are not counted for a process.
  package static let freeBytes = 48 << 20
  /// The number of bytes that all small processes together may use without being counted.
  package static let freeTogether = 80 << 20
  private static let free = Mutex(0)
  /// The memory usage in bytes that all small processes have together.
  package static var countedTogether: Int { free.withLock { max(0, $0 - freeTogether) } }

  package let name: String
  private let counted = Atomic<Int>(0)
  private let uncounted = Atomic<Int>(0)

  package init(_ name: String) {
    self.name = name
    MemoryOwners.note(self)
  }

  deinit {
    MemoryAccount.giveBack(bytes, ofProcess: true)
    setFree(0)
  }

  package var bytes: Int { counted.load(ordering: .relaxed) }

  /// Records the current memory usage of the process, in bytes.
  package func count(_ all: Int) {
    let now = max(0, all - Self.freeBytes)
    let before = counted.exchange(now, ordering: .relaxed)
    if now > before { MemoryAccount.take(now - before, ofProcess: true) }
    if now < before { MemoryAccount.giveBack(before - now, ofProcess: true) }
    setFree(min(all, Self.freeBytes))
  }

  private func setFree(_ bytes: Int) {
    let change = bytes - uncounted.exchange(bytes, ordering: .relaxed)
    guard change != 0 else { return }
    Self.free.withLock { free in
      let before = max(0, free - Self.freeTogether)
      free += change
      let now = max(0, free - Self.freeTogether)
      if now > before { MemoryAccount.take(now - before, ofProcess: true) }
      if now < before { MemoryAccount.giveBack(before - now, ofProcess: true) }
    }
  }

  /// Whether the process uses memory while all processes together exceed the limit.
  package var isTooMuch: Bool { bytes > 0 && MemoryAccount.room < 0 }

  /// Counts the memory usage; returns false if it exceeds the limit even after all caches are emptied.
  package func fits(_ all: Int) -> Bool {
    count(all)
    if MemoryAccount.room < 0 { PurgeableCaches.makeRoomForProcess() }
    return !isTooMuch
  }
}
