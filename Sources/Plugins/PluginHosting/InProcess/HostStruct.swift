internal import CAnimator
internal import Glibc

/// The host's struct in memory of its own, at the end of a page with nothing behind it, so that a
/// plugin that reads more than `size` says ends at once.
@safe final class HostStruct {
  // Unsafe: two pages, the second one unreadable.
  private let pages: UnsafeMutableRawPointer
  let address: UnsafePointer<animator_host>

  /// The first `byteCount` bytes of `host`; what lies beyond it is filled with 0x5a. Nil when there is no memory for it.
  init?(_ host: animator_host, byteCount size: Int) {
    let page = 4096
    let mapped = unsafe mmap(
      nil, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED,
      unsafe mprotect(mapped + page, page, PROT_NONE) == 0
    else { return nil }
    unsafe pages = mapped
    let start = unsafe mapped + page - size
    unsafe memset(start, 0x5a, size)
    unsafe withUnsafeBytes(of: host) { bytes in
      unsafe _ = memcpy(start, bytes.baseAddress!, min(size, bytes.count))
    }
    unsafe address = UnsafePointer(start.assumingMemoryBound(to: animator_host.self))
  }

  deinit { unsafe munmap(pages, 2 * 4096) }
}
