internal import Glibc

/// A lock on a folder by one process; other processes wait, or find out that the folder is in use.
package final class FolderLock: Sendable {
  private let descriptor: Int32

  /// Waits until the folder is unlocked; nil if the folder does not exist or cannot be locked.
  package convenience init?(waitingFor path: String) { self.init(path, LOCK_EX) }

  /// Locks the folder if it is unlocked; nil if another process has locked it.
  package convenience init?(free path: String) { self.init(path, LOCK_EX | LOCK_NB) }

  private init?(_ path: String, _ operation: Int32) {
    // Safety: the path is read as a C string.
    descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    while flock(descriptor, operation) != 0 {
      if errno == EINTR { continue }
      return nil
    }
  }

  /// Closing the descriptor releases the lock.
  deinit { if descriptor >= 0 { close(descriptor) } }
}

/// A folder for temporary files. This process locks the folder while it runs; folders of killed processes are
/// recognised by their missing locks and removed when the next folder is created.
package final class TemporaryFolder: Sendable {
  /// The purpose of the folder, which becomes part of its name.
  package enum Purpose: String, CaseIterable, Sendable {
    case checks, drop, frames, `import`, recording
  }
  package let path: String
  private let lock: FolderLock

  package init(_ purpose: Purpose) throws(FileError) {
    Self.removeLeft(by: [purpose])
    let template = "\(System.temporaryFolder)/pipeline-\(purpose.rawValue)-XXXXXX"
    while true {
      var name = Array(template.utf8CString)
      // Safety: mkdtemp replaces the last characters of the name, which is copied immediately.
      guard unsafe mkdtemp(&name) != nil else { throw FileError(template, errno) }
      let made = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      // Another process that cleans up may have locked the folder first.
      guard let lock = FolderLock(free: made), System.exists(made) else { continue }
      path = made
      self.lock = lock
      Unfinished.add(made, in: AT_FDCWD)
      return
    }
  }

  deinit { remove() }

  /// Removes the folder and its contents before the object is released.
  package func remove() {
    FileTree.remove(path)
    Unfinished.forget(path, in: AT_FDCWD)
  }

  /// Removes the folders of this user's ended processes, and returns their number.
  @discardableResult
  package static func removeLeft(by purposes: [Purpose] = Purpose.allCases) -> Int {
    let place = System.temporaryFolder
    // Safety, here and below: paths are read as C strings, and the struct is filled.
    let folder = unsafe open(place, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return 0 }
    defer { close(folder) }
    let starts = purposes.map { "pipeline-\($0.rawValue)-" }
    var count = 0
    for name in FileTree.names(in: folder)
    where starts.contains(where: { name.hasPrefix($0) && name.utf8.count == $0.utf8.count + 6 }) {
      var about = stat()
      guard unsafe fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) == 0,
        about.st_mode & S_IFMT == S_IFDIR, about.st_uid == geteuid(),
        let lock = FolderLock(free: "\(place)/\(name)")
      else { continue }
      FileTree.remove(name, in: folder)
      count += 1
      _ = lock
    }
    return count
  }
}
