internal import CHosting
internal import CProcess
internal import Glibc
internal import Scenes
internal import Synchronization

/// Memory for the output of one worker, which both processes map once and the host only reads.
///
/// The size of the memory is sealed, so that reading never fails. The worker may write to the memory at any
/// time, so the host copies a picture before using it.
@safe final class SharedSurface: SharedImage, Sendable {
  let number: UInt64
  let byteCount: Int
  // Safety: the mapping is read-only, and this object owns it.
  private nonisolated(unsafe) let image: worker_image
  /// The total number of bytes of all surfaces.
  private static let bytes = Atomic(0)
  static var allBytes: Int { bytes.load(ordering: .relaxed) }

  /// Creates a surface, and the descriptor with which its worker maps it; the caller closes the descriptor.
  /// The result is nil if the system has too little memory or no descriptor left.
  static func make(_ byteCount: Int) -> (surface: SharedSurface, descriptor: Int32)? {
    var made: Int32 = -1
    let room = Int(worker_image_bytes(UInt64(byteCount)))
    guard unsafe process_memory("animator-surface", room, &made) == 0 else { return nil }
    let image = unsafe worker_map_image(made, UInt64(byteCount), true, false)
    guard unsafe image.mapping != nil else {
      close(made)
      return nil
    }
    return (unsafe SharedSurface(byteCount, image), made)
  }

  private init(_ byteCount: Int, _ image: worker_image) {
    number = SharedImages.newNumber()
    self.byteCount = byteCount
    unsafe self.image = unsafe image
    Self.bytes.add(byteCount, ordering: .relaxed)
    MemoryAccount.take(byteCount)
  }

  deinit {
    Self.bytes.subtract(byteCount, ordering: .relaxed)
    MemoryAccount.giveBack(byteCount)
    unsafe munmap(image.mapping, Int(image.mapped_bytes))
  }

  /// A copy of the current contents, which the worker cannot change any more.
  func picture(width: Int, height: Int) -> DrawnPicture {
    let bitmap = OutputPool.shared.bitmap(width: width, height: height)
    precondition(bitmap.byteCount == byteCount)
    // Safety: the mapping has as many bytes as the bitmap, and exists as long as this object.
    return unsafe DrawnPicture(bitmap, taking: image.pixels)
  }
}
