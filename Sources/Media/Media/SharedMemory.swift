internal import CProcess
internal import Glibc
internal import Scenes

/// Memory of a fixed size that a helper process can map too.
@safe struct SharedMemory: ~Copyable {
  let descriptor: Int32
  let byteCount: Int
  /// The address of the memory, which is valid while the value exists.
  let address: UnsafeMutableRawPointer

  /// Creates the memory; nil if the system has no memory or no descriptors left.
  init?(byteCount: Int) {
    var made: Int32 = -1
    // Safety: the mapping has the memory's size, which is sealed.
    guard unsafe process_memory("pipeline-pixels", byteCount, &made) == 0 else { return nil }
    guard let mapped = unsafe process_map(made, byteCount) else {
      close(made)
      return nil
    }
    descriptor = made
    self.byteCount = byteCount
    unsafe address = mapped
    MemoryAccount.take(byteCount)
  }

  deinit {
    unsafe process_unmap(address, byteCount)
    close(descriptor)
    MemoryAccount.giveBack(byteCount)
  }
}
