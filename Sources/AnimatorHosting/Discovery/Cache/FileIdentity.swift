internal import Glibc

/// What tells one state of a file from every other: any write, or another file in its place, makes
/// another one.
struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64
  let size: UInt64
  /// Nanoseconds since 1970 of the last write of the bytes, and of the last change of anything.
  let written: Int64
  let changed: Int64

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = UInt64(status.st_size)
    written = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
    changed = Int64(status.st_ctim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_ctim.tv_nsec)
  }
}

extension FileIdentity {
  /// nil when nothing is there. Links are followed.
  init?(of path: String) {
    var status = stat()
    // Unsafe: the kernel fills in `status`.
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}

extension WireWriter {
  mutating func put(_ identity: FileIdentity) {
    for number in [identity.device, identity.inode, identity.size] { put(number) }
    put(UInt64(bitPattern: identity.written))
    put(UInt64(bitPattern: identity.changed))
  }
}

extension WireReader {
  mutating func identity() throws(Broken) -> FileIdentity {
    FileIdentity(
      device: try u64(), inode: try u64(), size: try u64(),
      written: Int64(bitPattern: try u64()), changed: Int64(bitPattern: try u64()))
  }
}

extension FileIdentity {
  fileprivate init(device: UInt64, inode: UInt64, size: UInt64, written: Int64, changed: Int64) {
    self.device = device
    self.inode = inode
    self.size = size
    self.written = written
    self.changed = changed
  }
}
