internal import CFiles
internal import Glibc
internal import Synchronization

/// A folder that the paths below it cannot leave, neither by ".." nor through a link, even if the link is
/// created while a file is opened. The root folder is opened when it is first used.
package final class RootFolder: Sendable {
  /// The path in the form in which the user wrote it; the current folder is ".".
  package let path: String
  private let opened = Mutex<Int32>(-1)

  private let context: EngineContext?

  /// Creates the folder; files that are read in it become inputs of `context`.
  package init(_ path: String, in context: EngineContext? = nil) {
    self.path = path.isEmpty ? "." : path
    self.context = context
  }

  deinit {
    let descriptor = opened.withLock { $0 }
    if descriptor >= 0 { close(descriptor) }
  }

  /// The path of a file below the folder in the form that users see.
  package func path(to relative: String) -> String {
    path == "." ? relative : "\(path)/\(relative)"
  }

  /// Opens a regular file below the folder; links are followed if they stay below the folder.
  package func file(_ relative: String, own: Bool = false) throws(FileError) -> RegularFile {
    let shown = path(to: relative)
    return try RegularFile(try open(relative, RegularFile.flags), shown, own: own, in: context)
  }

  /// Converts a path that users see to a path relative to the folder.
  func relative(_ shown: String) -> String {
    if path == "." { return shown }
    return shown == path ? "." : String(shown.dropFirst(path.utf8.count + 1))
  }

  /// Opens a descriptor for a path below the root folder.
  func open(_ relative: String, _ flags: Int32) throws(FileError) -> Int32 {
    let folder = try descriptor()
    var result: Int32 = -1
    // Safety, here and below: the path is read as a C string, and the descriptor is written.
    var problem = unsafe files_open_beneath(folder, relative, flags, &result)
    if problem == EXDEV || problem == ENOSYS || problem == EPERM {
      // If the path contains an absolute link, or on older systems, the path with links resolved is opened
      // folder by folder.
      guard let root = Self.real(path), let target = Self.real("\(path)/\(relative)") else {
        throw FileError(path(to: relative), errno)
      }
      let prefix = root == "/" ? "/" : root + "/"
      guard target == root || target.hasPrefix(prefix) else {
        throw .outside(path: path(to: relative))
      }
      let rest = target == root ? "." : String(target.dropFirst(prefix.count))
      problem = unsafe files_walk_beneath(folder, rest, flags, &result)
      // The file name has become a link since the path was resolved.
      if problem == ELOOP { problem = EXDEV }
    }
    guard problem == 0 else { throw FileError(path(to: relative), problem) }
    return result
  }

  private func descriptor() throws(FileError) -> Int32 {
    let (descriptor, problem) = opened.withLock { opened in
      // The number is the value of O_PATH, which Swift does not import; nothing is read through the
      // descriptor.
      if opened < 0 { opened = unsafe Glibc.open(path, 0o10_000_000 | O_DIRECTORY | O_CLOEXEC) }
      return (opened, errno)
    }
    guard descriptor >= 0 else { throw FileError(path, problem) }
    return descriptor
  }

  private static func real(_ path: String) -> String? {
    // Safety: realpath returns a C string, which is copied and freed.
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }
}
