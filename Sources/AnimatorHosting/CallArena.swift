internal import Glibc

/// Memory that a plugin may use until its call returns.
@safe final class CallArena {
  /// What one call may take in all.
  static let limitBytes = 1 << 30

  // Unsafe: blocks from posix_memalign, freed with the arena.
  private var blocks: [UnsafeMutableRawPointer] = unsafe []
  private var takenBytes = 0

  deinit { while let block = unsafe blocks.popLast() { unsafe free(block) } }

  /// Zeroed bytes aligned to 64, or nil when there are none.
  func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer? {
    guard byteCount >= 0, byteCount <= Self.limitBytes - takenBytes else { return nil }
    var block: UnsafeMutableRawPointer? = nil
    guard unsafe posix_memalign(&block, 64, max(byteCount, 64)) == 0, let block = unsafe block
    else {
      return nil
    }
    unsafe memset(block, 0, max(byteCount, 64))
    unsafe blocks.append(block)
    takenBytes += byteCount
    return unsafe block
  }

  /// The host's own arrays; their sizes are bounded by the document.
  func array<Element: BitwiseCopyable>(
    of type: Element.Type, count: Int
  ) -> UnsafeMutablePointer<Element> {
    guard let block = unsafe allocate(max(1, count) * MemoryLayout<Element>.stride) else {
      fatalError("no memory for a call of an animator")
    }
    return unsafe block.bindMemory(to: Element.self, capacity: max(1, count))
  }
}
