internal import Glibc

/// A regular file that is open for reading; the opened file is read, hashed and passed on even if another
/// file appears at its path.
package final class RegularFile: Sendable {
  /// The path of the file in messages.
  package let path: String
  package let descriptor: Int32
  /// The size of the file in bytes when it was opened.
  package let byteCount: Int
  /// The version of the file when it was opened.
  package let version: FileVersion
  /// The permissions and owner of the file when it was opened.
  package let mode: UInt32
  package let owner: UInt32

  /// The flags with which files are opened; opening never waits for a device or the other end of a pipe.
  static let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC

  /// Opens a file that the user names; links are followed. `own` means that this program created the file and
  /// may replace it; every other file becomes an input of `context`.
  package convenience init(
    _ path: String, own: Bool = false, in context: EngineContext? = nil
  ) throws(FileError) {
    // Safety: open reads the path as a C string.
    let opened = unsafe open(path, Self.flags)
    guard opened >= 0 else { throw FileError(path, errno) }
    try self.init(opened, path, own: own, in: context)
  }

  /// Takes over an open descriptor, which is closed even if this initialiser throws.
  package convenience init(
    taking descriptor: Int32, name: String, own: Bool = false
  ) throws(FileError) {
    try self.init(descriptor, name, own: own)
  }

  /// Takes over an open descriptor, which is closed if it does not refer to a regular file.
  init(
    _ opened: Int32, _ path: String, own: Bool = false, in context: EngineContext? = nil
  ) throws(FileError) {
    descriptor = opened
    self.path = path
    var about = stat()
    // Safety: fstat fills the struct.
    let problem = unsafe fstat(opened, &about) == 0 ? 0 : errno
    byteCount = Int(about.st_size)
    version = FileVersion(about)
    mode = about.st_mode
    owner = about.st_uid
    if problem != 0 { throw FileError(path, problem) }
    let kind = about.st_mode & S_IFMT
    guard kind == S_IFREG else { throw FileError(path, kind == S_IFDIR ? EISDIR : ENXIO) }
    if !own { context?.inputs.add(about, path) }
  }

  deinit { close(descriptor) }

  /// Reads the whole file from its first byte.
  package func read(limitBytes: Int) throws(FileError) -> [UInt8] {
    guard byteCount <= limitBytes else { throw .tooLarge(path: path, limitBytes: limitBytes) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount)
    try forEachPart { bytes += $0 }
    guard bytes.count <= limitBytes else { throw .tooLarge(path: path, limitBytes: limitBytes) }
    return bytes
  }

  /// Adds all bytes of the file to a hash, followed by their number.
  package func add(to hash: inout SHA256) throws(FileError) {
    var count = 0
    try forEachPart {
      hash.add($0)
      count += $0.count
    }
    hash.add(Array(":\(count)".utf8))
  }

  /// The hash of all bytes of the file, in hexadecimal.
  package func sha256() throws(FileError) -> String {
    var hash = SHA256()
    try forEachPart { hash.add($0) }
    return hash.hexadecimal()
  }

  /// Returns the first bytes of the file, at most `count`.
  package func head(_ count: Int) -> [UInt8] { (try? part(at: 0, count)) ?? [] }

  /// At most `count` bytes from a position on; empty if they cannot be read.
  package func bytes(at place: Int, _ count: Int) -> [UInt8] { (try? part(at: place, count)) ?? [] }

  /// Exactly `count` bytes from the position `place` on; nil if the file is shorter.
  package func bytes(at place: UInt64, count: UInt64) -> [UInt8]? {
    guard place <= UInt64(byteCount), count <= UInt64(byteCount) - place else { return nil }
    var whole: [UInt8] = []
    while whole.count < Int(count) {
      guard
        let part = try? part(at: Int(place) + whole.count, Int(count) - whole.count),
        !part.isEmpty
      else { return nil }
      whole = whole.isEmpty ? part : whole + part
    }
    return whole
  }

  /// Calls a closure with consecutive parts of the file from a position on.
  package func forEachPart(
    from start: Int = 0, _ body: ([UInt8]) -> Void
  ) throws(FileError) {
    var place = start
    // If the file grows in the meantime, it is read only up to its original end.
    while place < byteCount {
      let bytes = try part(at: place, min(1 << 20, byteCount - place))
      if bytes.isEmpty { return }
      place += bytes.count
      body(bytes)
    }
  }

  private func part(at place: Int, _ count: Int) throws(FileError) -> [UInt8] {
    var problem: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while true {
        // Safety: pread writes into the array's own storage.
        let n = unsafe pread(descriptor, buffer.baseAddress, count, off_t(place))
        if n < 0, errno == EINTR { continue }
        if n < 0 { problem = errno }
        filled = max(0, n)
        return
      }
    }
    if problem != 0 { throw FileError(path, problem) }
    return bytes
  }
}
