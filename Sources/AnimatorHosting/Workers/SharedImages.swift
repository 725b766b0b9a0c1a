internal import CHosting
internal import CProcess
internal import Glibc
internal import Scenes

/// Memory for the images of one pixels call: the inputs, then the output. The worker maps it with
/// pages between them that nobody may touch.
@safe final class SharedImages {
  let descriptor: Int32
  let byteCount: Int
  // Unsafe: a mapping of `byteCount` bytes whose size is sealed.
  private let base: UnsafeMutableRawPointer
  /// It has crossed to the worker.
  var isKnown = false

  /// How many images, and the bytes of each.
  private let form: (count: Int, bytes: Int)

  /// Room for `count` images like `bitmap`.
  init?(_ count: Int, like bitmap: Bitmap) {
    form = (count, bitmap.byteCount)
    let byteCount = count * Int(worker_image_bytes(UInt64(bitmap.byteCount)))
    var made: Int32 = -1
    guard unsafe process_memory("animator-images", byteCount, &made) == 0 else { return nil }
    guard let mapped = unsafe process_map(made, byteCount) else {
      close(made)
      return nil
    }
    descriptor = made
    self.byteCount = byteCount
    unsafe base = mapped
  }

  deinit {
    unsafe process_unmap(base, byteCount)
    close(descriptor)
  }

  func fits(_ count: Int, like bitmap: Bitmap) -> Bool { form == (count, bitmap.byteCount) }

  /// Image `index` ends at the end of its last page.
  private func image(_ index: Int, like bitmap: Bitmap) -> UnsafeMutableRawPointer {
    let each = Int(worker_image_bytes(UInt64(bitmap.byteCount)))
    // Unsafe: the caller has made room for so many images.
    return unsafe base + (index + 1) * each - bitmap.byteCount
  }

  func put(_ bitmap: Bitmap, at index: Int) {
    unsafe memcpy(image(index, like: bitmap), bitmap.pixels, bitmap.byteCount)
  }

  /// Copies a window of image `index` to the same place in `bitmap`.
  func take(_ window: PixelRect, at index: Int, into bitmap: Bitmap) {
    let image = unsafe image(index, like: bitmap)
    if window == bitmap.bounds {
      unsafe memcpy(bitmap.pixels, image, bitmap.byteCount)
      return
    }
    for y in window.y..<window.maxY {
      let at = y * bitmap.strideBytes + window.x * 4
      unsafe memcpy(bitmap.pixels + at, image + at, window.width * 4)
    }
  }
}
