package import Files
internal import Glibc

/// A file that appears under its name either complete or not at all. The file's folder is opened once, and all
/// operations use this open folder: the file is written without a name if the file system supports unnamed files,
/// otherwise under a hidden name; `commit` syncs the file and gives it its final name. A link with the final name is
/// replaced, never followed. A value that is released without `commit` leaves no file.
package final class AtomicFile {
  package let path: String
  /// The file's descriptor, open for reading and writing.
  package private(set) var descriptor: Int32 = -1
  private let folder: OpenFolder
  /// Whether the user has requested that the file may replace a golden picture.
  private let updatesGolden: Bool
  /// The version of the file that was read under the final name, which is the only version that may be replaced; nil
  /// allows any version.
  private let seen: SeenFile?
  private let name: String
  private let hiddenName: String
  private var isNamed = false
  /// The value of O_TMPFILE, which Swift does not import.
  private static let unnamed = 0o20_000_000 | O_DIRECTORY

  /// Opens a file, and creates its folder if the folder is missing. The name may already belong to a regular file or a
  /// link, which `commit` replaces, but not to any other kind of file, and not to an input of the work of `context`. If
  /// a root is given, the file must be inside the root.
  package convenience init(
    _ path: String, beneath root: RootFolder? = nil, updatesGolden: Bool = false,
    replacing seen: SeenFile? = nil, context: EngineContext? = nil
  ) throws(EncodingError) {
    let folder: OpenFolder
    do { folder = try OpenFolder(Folder.of(path), beneath: root, context: context) } catch {
      throw .unwritable(path: path, reason: error.reason)
    }
    try self.init(path, in: folder, updatesGolden: updatesGolden, replacing: seen)
  }

  /// Creates the file in an open folder.
  package init(
    _ path: String, in folder: OpenFolder, updatesGolden: Bool = false,
    replacing seen: SeenFile? = nil
  ) throws(EncodingError) {
    self.path = path
    self.folder = folder
    self.updatesGolden = updatesGolden
    self.seen = seen
    name = Folder.name(of: path)
    hiddenName = ".\(name.suffix(200)).\(getpid()).\(Serial.next()).part"
    try check()
    // Safety: open and similar calls read the name up to its zero byte.
    descriptor = unsafe openat(folder.descriptor, ".", Self.unnamed | O_RDWR | O_CLOEXEC, 0o666)
    if descriptor < 0 {
      hide()
      descriptor = unsafe openat(
        folder.descriptor, hiddenName, O_CREAT | O_EXCL | O_NOFOLLOW | O_RDWR | O_CLOEXEC, 0o666)
      if descriptor < 0 { throw failure() }
    }
  }

  deinit { discard() }

  /// Checks whether the file may be written under its name.
  private func check() throws(EncodingError) {
    if let seen {
      guard SeenFile(name, in: folder.descriptor) == seen else {
        throw .unwritable(
          path: path,
          reason: "the file has changed since it was read, and is left unchanged")
      }
    }
    guard folder.isInPlace else {
      throw .unwritable(
        path: path, reason: "the folder of the file was moved or replaced during the run")
    }
    if let input = folder.context?.inputs.input(
      named: name, in: folder.descriptor, updatesGolden: updatesGolden)
    {
      throw .unwritable(
        path: path,
        reason: "the output is also the input \(input), and pipeline never replaces an input")
    }
    var about = stat()
    // Safety, for this call and the next: stat reads the name up to its zero byte.
    if unsafe fstatat(folder.descriptor, name, &about, AT_SYMLINK_NOFOLLOW) != 0 {
      if errno != ENOENT { throw .unwritable(path: path, reason: Errno.words(errno)) }
      return
    }
    if about.st_mode & S_IFMT == S_IFLNK {
      if folder.isOlder(than: about) {
        throw .unwritable(
          path: path, reason: "a link was created at the file's path during the run")
      }
      // A link to a device or a descriptor, such as /dev/stdout, belongs to the system and is not replaced.
      guard unsafe fstatat(folder.descriptor, name, &about, 0) == 0 else { return }
      if leadsIntoProc { about.st_mode = S_IFIFO }
    }
    let kind = about.st_mode & S_IFMT
    if kind == S_IFDIR { throw .unwritable(path: path, reason: "the path is a folder") }
    if kind != S_IFREG { throw .unwritable(path: path, reason: "the path is not a plain file") }
  }

  private var leadsIntoProc: Bool {
    var text = [CChar](repeating: 0, count: Int(PATH_MAX))
    // Safety: readlinkat fills the array up to the count that it returns.
    let count = unsafe readlinkat(folder.descriptor, name, &text, text.count)
    return text.prefix(max(0, count)).starts(with: "/proc/".utf8.map { CChar($0) })
  }

  /// Writes all bytes at the file's end.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(EncodingError) {
    let problem = unsafe FileBytes.write(bytes, to: descriptor)
    if problem != 0 { throw .unwritable(path: path, reason: Errno.words(problem)) }
  }

  package func write(_ bytes: [UInt8]) throws(EncodingError) {
    let problem = FileBytes.write(bytes, to: descriptor)
    if problem != 0 { throw .unwritable(path: path, reason: Errno.words(problem)) }
  }

  /// Syncs the file and gives it its name. The caller syncs the folder.
  package func commit() throws(EncodingError) {
    let place = folder.descriptor
    guard fsync(descriptor) == 0 else { throw failure() }
    // Since the first check, the file under this name may have become an input, or the folder may have been replaced.
    do { try check() } catch {
      discard()
      throw error
    }
    folder.context?.inputs.forget(descriptor)
    if !isNamed {
      let link = "/proc/self/fd/\(descriptor)"
      if unsafe linkat(AT_FDCWD, link, place, name, AT_SYMLINK_FOLLOW) == 0 { return close() }
      hide()
      if unsafe linkat(AT_FDCWD, link, place, hiddenName, AT_SYMLINK_FOLLOW) != 0 {
        throw failure()
      }
    }
    if unsafe renameat(place, hiddenName, place, name) != 0 { throw failure() }
    show()
    close()
  }

  /// Removes the unfinished file; does nothing after `commit`.
  package func discard() {
    if isNamed {
      _ = unsafe unlinkat(folder.descriptor, hiddenName, 0)
      show()
    }
    close()
  }

  /// Registers the hidden name before the file with this name is created.
  private func hide() {
    Unfinished.add(hiddenName, in: folder.descriptor)
    isNamed = true
  }

  private func show() {
    Unfinished.forget(hiddenName, in: folder.descriptor)
    isNamed = false
  }

  private func close() {
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }

  private func failure() -> EncodingError {
    let reason = Errno.words(errno)
    discard()
    return .unwritable(path: path, reason: reason)
  }
}
