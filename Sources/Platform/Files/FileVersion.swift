internal import Glibc

/// The version of a file, which every write changes, and which differs from that of any other file at the
/// same path, even if the modification time is set back.
package struct FileVersion: Hashable, Sendable {
  package let device: UInt64
  package let number: UInt64
  package let byteCount: UInt64
  /// The times in nanoseconds since 1970 of the last write of the contents, and of the last change of any
  /// kind.
  package let written: Int64
  package let changed: Int64

  package init(
    device: UInt64, number: UInt64, byteCount: UInt64, written: Int64, changed: Int64
  ) {
    self.device = device
    self.number = number
    self.byteCount = byteCount
    self.written = written
    self.changed = changed
  }

  /// The version of the file with a name in an open folder; links are followed, and the result is nil if the
  /// file does not exist.
  package init?(_ name: String, in folder: Int32) {
    var about = stat()
    // Safety: fstatat reads the name up to its terminating zero byte, and fills the struct.
    guard unsafe fstatat(folder, name, &about, 0) == 0 else { return nil }
    self.init(about)
  }

  init(_ about: stat) {
    func nanoseconds(_ time: timespec) -> Int64 {
      Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
    self.init(
      device: UInt64(about.st_dev), number: UInt64(about.st_ino),
      byteCount: UInt64(about.st_size), written: nanoseconds(about.st_mtim),
      changed: nanoseconds(about.st_ctim))
  }

  /// The version of the file at a path; links are followed, and the result is nil if the file does not exist.
  package init?(path: String) {
    var about = stat()
    // Safety: stat reads the path as a C string and fills the struct.
    guard unsafe stat(path, &about) == 0 else { return nil }
    self.init(about)
  }
}

/// The file that was found at a path and that may be replaced later.
package enum SeenFile: Hashable, Sendable {
  case nothing
  case file(FileVersion)

  /// Records the version of the file at a path.
  package init(at path: String) { self.init(path, in: AT_FDCWD) }

  /// Records the current file with a name in an open folder.
  package init(_ name: String, in folder: Int32) {
    self = FileVersion(name, in: folder).map(SeenFile.file) ?? .nothing
  }
}
