import Glibc

/// An image at the beginning or the end of its memory pages. If the image is guarded, the pages before and
/// after it are inaccessible. One thread writes the image before other threads read it.
@safe package final class GuardedImage: @unchecked Sendable {
  package enum Edge: Sendable { case front, back }

  package let width: Int
  package let height: Int
  package let strideBytes: Int
  /// The address of the image's first pixel.
  package let pixels: UnsafeMutablePointer<UInt8>
  // Safety: the pointer refers to a mapping of `mappedBytes` bytes.
  private let base: UnsafeMutableRawPointer
  private let mappedBytes: Int

  /// Creates the image; each row is followed by `padding` bytes, a multiple of 64.
  package init(
    _ width: Int, _ height: Int, padding: Int = 0, flush: Edge = .back, isGuarded: Bool = false
  ) {
    self.width = width
    self.height = height
    strideBytes = (width * 4 + 63) & ~63 + padding
    let page = 4096
    let byteCount = strideBytes * height
    let room = (byteCount + page - 1) / page * page
    mappedBytes = room + 2 * page
    let mapped = unsafe mmap(
      nil, mappedBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED,
      unsafe mprotect(
        isGuarded ? mapped + page : mapped, isGuarded ? room : mappedBytes, PROT_READ | PROT_WRITE)
        == 0
    else { fatalError("no memory for an image") }
    unsafe base = mapped
    let start = flush == .front ? page : page + room - byteCount
    unsafe pixels = (mapped + start).assumingMemoryBound(to: UInt8.self)
  }

  deinit { unsafe munmap(base, mappedBytes) }

  /// Makes the image read-only, so that writing to it ends the process.
  package func protect() { unsafe _ = mprotect(base + 4096, mappedBytes - 2 * 4096, PROT_READ) }

  package subscript(x: Int, y: Int) -> (r: UInt8, g: UInt8, b: UInt8, a: UInt8) {
    get {
      precondition((0..<width).contains(x) && (0..<height).contains(y))
      let p = unsafe pixels + y * strideBytes + x * 4
      return unsafe (p[0], p[1], p[2], p[3])
    }
    set {
      precondition((0..<width).contains(x) && (0..<height).contains(y))
      let p = unsafe pixels + y * strideBytes + x * 4
      unsafe (p[0], p[1], p[2], p[3]) = newValue
    }
  }

  /// Sets every byte of the image to `byte`, including the padding.
  package func fill(_ byte: UInt8) { unsafe _ = memset(pixels, Int32(byte), strideBytes * height) }

  package func repeatFirstRow() {
    for y in 1..<height {
      unsafe _ = memcpy(pixels + y * strideBytes, pixels, width * 4)
    }
  }

  /// Returns the bytes of row `y` without the row's padding.
  package func row(_ y: Int) -> [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: pixels + y * strideBytes, count: width * 4))
  }
  /// Returns the padding bytes after row `y`.
  package func padding(_ y: Int) -> [UInt8] {
    unsafe Array(
      UnsafeBufferPointer(
        start: pixels + y * strideBytes + width * 4, count: strideBytes - width * 4))
  }
}
