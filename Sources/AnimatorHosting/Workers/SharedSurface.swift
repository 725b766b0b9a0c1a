internal import CHosting
internal import CProcess
internal import Glibc
internal import Scenes
internal import Synchronization

/// Memory that one worker draws into and that the host reads where it lies, mapped once on both
/// sides.
///
/// Its size is sealed, so that reading it never fails; the host's mapping cannot be written. A worker
/// may go on writing when it has answered, so whoever reads it takes any bytes, which may change
/// meanwhile.
@safe final class SharedSurface: SharedImage, OutputMemory, @unchecked Sendable {
  let number: UInt64
  let byteCount: Int
  // Unsafe: a mapping of ours, read only; a bitmap in it is never written here.
  private let image: worker_image
  private let isForgotten = Atomic(false)

  /// A surface, and the descriptor with which its worker maps it, which the caller closes: nobody needs
  /// it afterwards. nil when the system has no memory or no descriptor left.
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
  }

  deinit { unsafe munmap(image.mapping, Int(image.mapped_bytes)) }

  var pixels: UnsafeMutablePointer<UInt8> { unsafe image.pixels }

  /// Its worker has it no more.
  func forget() { isForgotten.store(true, ordering: .relaxed) }
  var isUsable: Bool { !isForgotten.load(ordering: .relaxed) }
}
