internal import CAnimator
internal import Glibc

/// The host struct at the end of a page before an inaccessible page, so that a plugin that reads beyond
/// `size` crashes immediately.
@safe final class HostStruct {
  // Safety: the pointer refers to two pages, of which the second is inaccessible.
  private let pages: UnsafeMutableRawPointer
  let address: UnsafePointer<animator_host>

  /// Stores the first `byteCount` bytes of `host`, padded with 0x5a. The initialiser returns nil if there is
  /// too little memory.
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
