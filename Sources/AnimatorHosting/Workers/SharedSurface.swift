internal import CHosting
internal import CProcess
internal import Glibc
internal import Scenes

/// Memory that one worker draws into, mapped once on both sides.
///
/// A worker may go on writing after it has answered, so nobody but `take` looks at it.
@safe final class SharedSurface {
  let byteCount: Int
  let descriptor: Int32
  // Unsafe: a mapping of ours, read only, of memory whose size is sealed.
  private let image: worker_image

  /// nil when the system has no memory or no descriptor left.
  init?(like bitmap: Bitmap) {
    byteCount = bitmap.byteCount
    var made: Int32 = -1
    let room = Int(worker_image_bytes(UInt64(byteCount)))
    guard unsafe process_memory("animator-surface", room, &made) == 0 else { return nil }
    unsafe image = worker_map_image(made, UInt64(byteCount), true, false)
    guard unsafe image.mapping != nil else {
      close(made)
      return nil
    }
    descriptor = made
  }

  deinit {
    unsafe munmap(image.mapping, Int(image.mapped_bytes))
    close(descriptor)
  }

  /// Copies a window to the same place in `bitmap`, with no channel beyond its alpha.
  func take(_ window: PixelRect, into bitmap: Bitmap) {
    let first = window.y * bitmap.strideBytes + window.x * 4
    // Unsafe: the caller's window lies in the bitmap, and the memory has the bitmap's size.
    unsafe hosting_take_window(
      bitmap.pixels + first, image.pixels + first, bitmap.strideBytes, Int32(window.width),
      Int32(window.height))
  }
}
