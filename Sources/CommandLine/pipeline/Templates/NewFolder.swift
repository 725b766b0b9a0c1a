import Encoding
import Files
import Glibc
import Reporting

/// A folder that appears under its name whole or not at all.
///
/// It is filled under a hidden name beside its own; a value that goes without `commit` leaves nothing
/// behind.
final class NewFolder {
  /// The path at which it is filled.
  let path: String
  private let name: String
  private var isCommitted = false

  /// Fails when there is something of that name.
  init(_ given: String) throws {
    let name = given.count > 1 && given.hasSuffix("/") ? String(given.dropLast()) : given
    self.name = name
    guard !System.exists(name) else { throw EngineError("\(name): is there already", .unwritable) }
    path = "\(Folder.of(name))/.\(Folder.name(of: name)).\(getpid()).part"
    Unfinished.add(path, in: AT_FDCWD)
    try Folder.create(path)
  }

  deinit {
    if !isCommitted { FileTree.remove(path) }
    Unfinished.forget(path, in: AT_FDCWD)
  }

  /// A file inside; folders between are made.
  func write(_ bytes: [UInt8], to place: String) throws(EncodingError) {
    let file = try AtomicFile("\(path)/\(place)", context: .ofProgram)
    try file.write(bytes)
    try file.commit()
  }

  func commit() throws {
    // Unsafe: the paths are read as C strings. What came meanwhile is replaced only if it is empty.
    guard unsafe rename(path, name) == 0 else {
      throw EngineError("\(name): \(Errno.words(errno))", .unwritable)
    }
    isCommitted = true
  }
}
