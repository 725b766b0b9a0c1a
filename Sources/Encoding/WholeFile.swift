internal import Glibc

/// A file that appears under its name whole or not at all.
///
/// It is written without a name where the file system can do that, else under a hidden name in the
/// same folder; `commit` syncs it and gives it its own. A value that goes without `commit` leaves
/// nothing behind.
package final class WholeFile {
  package let path: String
  /// Open for reading and writing.
  package private(set) var descriptor: Int32 = -1
  private let folder: String
  private let hiddenName: String
  private var isNamed = false
  /// O_TMPFILE, which Swift does not see.
  private static let unnamed = 0o20_000_000 | O_DIRECTORY

  /// Creates the folder where it is missing. The name may be that of a plain file, which `commit`
  /// replaces; nothing else.
  package init(_ path: String) throws(EncodingError) {
    self.path = path
    let slash = path.lastIndex(of: "/")
    folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    hiddenName = "\(folder)/.\(name.suffix(200)).\(getpid()).\(Serial.next()).part"
    try Folder.create(folder)
    try Self.check(path)
    // Unsafe: open and its like read the path until its zero.
    descriptor = unsafe open(folder, Self.unnamed | O_RDWR | O_CLOEXEC, 0o666)
    if descriptor < 0 {
      descriptor = unsafe open(hiddenName, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o666)
      isNamed = descriptor >= 0
    }
    if descriptor < 0 { throw .unwritable(path: path, reason: words(errno)) }
  }

  deinit { discard() }

  /// Whether a file may be put at this path.
  package static func check(_ path: String) throws(EncodingError) {
    var about = stat()
    if unsafe stat(path, &about) == 0 {
      let kind = about.st_mode & S_IFMT
      if kind == S_IFDIR { throw .unwritable(path: path, reason: "it is a folder") }
      if kind != S_IFREG { throw .unwritable(path: path, reason: "it is not a plain file") }
    } else if errno != ENOENT {
      throw .unwritable(path: path, reason: words(errno))
    }
  }

  /// Writes all bytes at the file's end.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(EncodingError) {
    let problem = unsafe writeAll(descriptor, bytes)
    if problem != 0 { throw .unwritable(path: path, reason: words(problem)) }
  }

  package func write(_ bytes: [UInt8]) throws(EncodingError) {
    // Unsafe: the array's own bytes, during the call.
    let problem = unsafe bytes.withUnsafeBytes { unsafe writeAll(descriptor, $0) }
    if problem != 0 { throw .unwritable(path: path, reason: words(problem)) }
  }

  /// Syncs the file and gives it its name. The folder is for the caller to sync.
  package func commit() throws(EncodingError) {
    guard fsync(descriptor) == 0 else { throw failure() }
    if !isNamed {
      let link = "/proc/self/fd/\(descriptor)"
      if unsafe linkat(AT_FDCWD, link, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 { return close() }
      if unsafe linkat(AT_FDCWD, link, AT_FDCWD, hiddenName, AT_SYMLINK_FOLLOW) != 0 {
        throw failure()
      }
      isNamed = true
    }
    if unsafe rename(hiddenName, path) != 0 { throw failure() }
    isNamed = false
    close()
  }

  /// Leaves nothing behind; after `commit` it does nothing.
  package func discard() {
    if isNamed { _ = unsafe unlink(hiddenName) }
    isNamed = false
    close()
  }

  private func close() {
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }

  private func failure() -> EncodingError {
    let reason = words(errno)
    discard()
    return .unwritable(path: path, reason: reason)
  }
}

/// Writes all bytes; 0, or the errno value of the failure.
func writeAll(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int32 {
  var done = 0
  while done < bytes.count {
    // Unsafe: the rest of the caller's bytes.
    let count = unsafe Glibc.write(descriptor, bytes.baseAddress! + done, bytes.count - done)
    if count < 0 && errno == EINTR { continue }
    if count < 0 { return errno }
    if count == 0 { return ENOSPC }
    done += count
  }
  return 0
}

/// The system's words for an errno value.
func words(_ problem: Int32) -> String {
  // Unsafe: strerror gives a string that ends with a zero.
  unsafe String(cString: strerror(problem))
}
