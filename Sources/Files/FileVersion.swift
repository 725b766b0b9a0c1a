internal import Glibc

/// What tells one state of a file from another: which file it is, its size and the time of its last
/// change.
package struct FileVersion: Hashable, Sendable {
  private let device: UInt
  private let number: UInt
  private let size: Int
  private let seconds: Int
  private let nanoseconds: Int

  init(_ about: stat) {
    device = UInt(about.st_dev)
    number = UInt(about.st_ino)
    size = Int(about.st_size)
    seconds = about.st_mtim.tv_sec
    nanoseconds = about.st_mtim.tv_nsec
  }

  /// That of what lies at a path; nil when nothing does.
  package init?(path: String) {
    var about = stat()
    // Unsafe: stat reads the path as a C string and fills the struct.
    guard unsafe stat(path, &about) == 0 else { return nil }
    self.init(about)
  }
}
