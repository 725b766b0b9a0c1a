package import Glibc
internal import Synchronization

/// A folder for output files; even if another folder appears at its path, files are written into the opened
/// folder.
package final class OpenFolder: Sendable {
  package let path: String
  package let descriptor: Int32
  /// The context of the work that writes files into the folder.
  package let context: EngineContext?
  /// The time at which the folder was opened, by the clock of the file system.
  private let openedAt = OpenFolder.now()

  private static let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC

  /// Creates the folder and its missing ancestors. If a root is given, the folder is below the root, and its
  /// path has the form of `RootFolder.path(to:)`.
  package init(
    _ path: String, beneath root: RootFolder? = nil, context: EngineContext? = nil
  ) throws(FileError) {
    self.context = context
    self.path = path
    descriptor = try Self.opened(root?.relative(path) ?? path, root)
  }

  package init(
    existing path: String, beneath root: RootFolder? = nil, context: EngineContext? = nil
  ) throws(FileError) {
    self.context = context
    self.path = path
    descriptor = try Self.existing(root?.relative(path) ?? path, root)
  }

  deinit { close(descriptor) }

  /// Opens a folder; `path` is relative to the root if a root is given.
  private static func opened(_ path: String, _ root: RootFolder?) throws(FileError) -> Int32 {
    do throws(FileError) {
      return try existing(path, root)
    } catch .missing {
      // A missing folder is created through the descriptor of its parent, even if the parent has been moved
      // in the meantime.
    }
    let parts = path.split(separator: "/")
    guard let last = parts.last else { throw .missing(path: path) }
    let above = parts.dropLast().joined(separator: "/")
    let parent = try opened(path.hasPrefix("/") ? "/" + above : above.isEmpty ? "." : above, root)
    defer { close(parent) }
    // Safety: the name is read as a C string.
    if unsafe mkdirat(parent, String(last), 0o777) != 0, errno != EEXIST {
      throw FileError(root?.path(to: path) ?? path, errno)
    }
    return try existing(path, root)
  }

  private static func existing(_ path: String, _ root: RootFolder?) throws(FileError) -> Int32 {
    if let root { return try root.open(path, flags) }
    // Safety: the path is read as a C string.
    let opened = unsafe open(path, flags)
    guard opened >= 0 else { throw FileError(path, errno) }
    return opened
  }

  /// Whether the path still refers to this folder and, if that was recorded, also did so when the run
  /// started. If the path refers to another folder now, files in this folder are not at the requested path.
  package var isInPlace: Bool {
    var here = stat()
    var there = stat()
    // Safety: both calls fill the structs, and stat reads the path as a C string.
    guard unsafe fstat(descriptor, &here) == 0, unsafe stat(path, &there) == 0 else { return false }
    return here.st_dev == there.st_dev && here.st_ino == there.st_ino
      && context?.outputs.holds(path, here) != false
  }

  /// Whether a file was created or renamed after the folder was opened.
  package func isOlder(than about: stat) -> Bool {
    let changed = about.st_ctim
    return changed.tv_sec > openedAt.tv_sec
      || changed.tv_sec == openedAt.tv_sec && changed.tv_nsec > openedAt.tv_nsec
  }

  private static func now() -> timespec {
    var time = timespec()
    // Safety: clock_gettime fills the struct.
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return time
  }

  /// Writes the directory entries of the folder to the disk.
  package func sync() throws(FileError) {
    // Some file systems cannot sync a folder and return one of these errors.
    if fsync(descriptor) != 0 && errno != EINVAL && errno != EROFS { throw FileError(path, errno) }
  }

  /// Opens a file of the program in the folder, which must be a regular file with one name, not a link.
  package func ownFile(_ name: String) throws(FileError) -> RegularFile {
    let shown = "\(path)/\(name)"
    // Safety, here and below: the name is read as a C string.
    let opened = unsafe openat(descriptor, name, RegularFile.flags | O_NOFOLLOW)
    guard opened >= 0 else { throw Self.refusal(shown, errno) }
    let file = try RegularFile(opened, shown, own: true)
    try Self.judge(opened, shown)
    return file
  }

  /// Opens a file for reading and appending; returns -1 if the file does not exist and `making` is false. The
  /// caller must close the returned descriptor.
  package func ownLog(_ name: String, making: Bool) throws(FileError) -> Int32 {
    let shown = "\(path)/\(name)"
    let opened = unsafe openat(
      descriptor, name,
      O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | (making ? O_CREAT : 0),
      0o666)
    if opened < 0, errno == ENOENT, !making { return -1 }
    guard opened >= 0 else { throw Self.refusal(shown, errno) }
    do throws(FileError) {
      try Self.judge(opened, shown)
      if let input = context?.inputs.input(named: name, in: descriptor) {
        throw FileError.notPlain(path: shown, reason: "is read as \(input)")
      }
    } catch {
      close(opened)
      throw error
    }
    return opened
  }

  /// Replaces a file of the user; the file appears complete or not at all, and a link is replaced instead of
  /// followed. The method does not sync the disk, because it is used for files that may be lost.
  package func replace(_ name: String, by bytes: [UInt8]) throws(FileError) {
    let shown = "\(path)/\(name)"
    let number = Self.serial.add(1, ordering: .relaxed).newValue
    let hidden = ".\(name.suffix(200)).\(getpid()).\(number)"
    Unfinished.add(hidden, in: descriptor)
    defer { Unfinished.forget(hidden, in: descriptor) }
    // A file that an ended process with the same process id left behind is no longer in use.
    unsafe unlinkat(descriptor, hidden, 0)
    let opened = unsafe openat(
      descriptor, hidden, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard opened >= 0 else { throw FileError(shown, errno) }
    var problem = FileBytes.write(bytes, to: opened)
    if close(opened) != 0, problem == 0 { problem = errno }
    if problem == 0, unsafe renameat(descriptor, hidden, descriptor, name) != 0 { problem = errno }
    guard problem == 0 else {
      unsafe unlinkat(descriptor, hidden, 0)
      throw FileError(shown, problem)
    }
  }
  /// A counter that makes the hidden names of this process unique.
  private static let serial = Atomic(0)

  private static func refusal(_ path: String, _ problem: Int32) -> FileError {
    problem == ELOOP ? .notPlain(path: path, reason: "is a link") : FileError(path, problem)
  }

  private static func judge(_ opened: Int32, _ path: String) throws(FileError) {
    var about = stat()
    // Safety: fstat fills the struct.
    guard unsafe fstat(opened, &about) == 0 else { throw FileError(path, errno) }
    guard about.st_mode & S_IFMT == S_IFREG else {
      throw .notPlain(path: path, reason: "is not a plain file")
    }
    guard about.st_nlink <= 1 else {
      throw .notPlain(path: path, reason: "has other hard links")
    }
  }
}
