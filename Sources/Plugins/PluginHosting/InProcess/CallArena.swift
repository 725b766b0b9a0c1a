internal import Glibc

/// Memory that a plugin may use until its call returns.
@safe final class CallArena {
  /// The maximum number of bytes that one call may use.
  static let limitBytes = 1 << 30

  // Safety: the blocks come from posix_memalign and are freed with the arena.
  private var blocks: [UnsafeMutableRawPointer] = unsafe []
  private var takenBytes = 0
  /// The unused part of the memory block that the host's own arrays share.
  private var shared: UnsafeMutableRawPointer? = nil
  private var sharedBytes = 0
  private static let sharedBlockBytes = 4096

  deinit { while let block = unsafe blocks.popLast() { unsafe free(block) } }

  /// Allocates zeroed bytes, aligned to 64; nil if there is too little memory.
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

  /// Whether there was too little memory for an array of the call.
  private(set) var isShort = false
  /// The message for a call for which an array could not be allocated.
  static let shortage = "is not called, because there is no memory for the call"

  /// Allocates an array of the host, whose size the document limits; nil if there is too little memory.
  func array<Element: BitwiseCopyable>(
    of type: Element.Type, count: Int
  ) -> UnsafeMutablePointer<Element>? {
    let byteCount = max(1, count) * MemoryLayout<Element>.stride
    guard let block = unsafe takeShared(byteCount) ?? allocate(byteCount) else {
      isShort = true
      return nil
    }
    return unsafe block.bindMemory(to: Element.self, capacity: max(1, count))
  }

  /// Allocates a part of the shared block, which is created with the first array; nil if the array does not
  /// fit into the block. A call with few layers therefore allocates memory only once.
  private func takeShared(_ byteCount: Int) -> UnsafeMutableRawPointer? {
    if unsafe shared == nil, byteCount <= Self.sharedBlockBytes {
      unsafe shared = allocate(Self.sharedBlockBytes)
      sharedBytes = unsafe shared == nil ? 0 : Self.sharedBlockBytes
    }
    let rounded = (byteCount + 63) & ~63
    guard rounded <= sharedBytes, let part = unsafe shared else { return nil }
    unsafe shared = part + rounded
    sharedBytes -= rounded
    return unsafe part
  }
}
