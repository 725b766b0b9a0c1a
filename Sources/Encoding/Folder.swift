internal import Glibc
internal import Synchronization

/// Folders of outputs.
package enum Folder {
  /// Creates the folder and those above it, where they are missing.
  package static func create(_ path: String) throws(EncodingError) {
    if unsafe path.isEmpty || mkdir(path, 0o777) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
      if errno == ENOENT || isFolder(path) { return }
      throw .unwritable(path: path, reason: words(errno))
    }
    try create(String(path[..<slash]))
    if unsafe mkdir(path, 0o777) != 0 && errno != EEXIST {
      throw .unwritable(path: path, reason: words(errno))
    }
  }

  /// Makes the names in the folder survive a crash.
  package static func sync(_ path: String) throws(EncodingError) {
    let opened = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0 else { throw .unwritable(path: path, reason: words(errno)) }
    defer { close(opened) }
    // Some file systems have nothing to sync and say so.
    if fsync(opened) != 0 && errno != EINVAL && errno != EROFS {
      throw .unwritable(path: path, reason: words(errno))
    }
  }

  /// The folder that a path's last part lies in.
  package static func of(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// A path's last part.
  package static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  private static func isFolder(_ path: String) -> Bool {
    var about = stat()
    return unsafe stat(path, &about) == 0 && about.st_mode & S_IFMT == S_IFDIR
  }
}

/// Numbers that never come twice in this process.
enum Serial {
  private static let counter = Atomic<Int>(0)
  static func next() -> Int { counter.wrappingAdd(1, ordering: .relaxed).newValue }
}
