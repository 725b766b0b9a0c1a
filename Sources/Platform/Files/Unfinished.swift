internal import Glibc
internal import Synchronization

/// The unfinished files of this process under hidden names, so that the thread that ends the process can
/// remove them while other threads wait for a disk.
package enum Unfinished {
  private struct Entry: Hashable {
    let folder: Int32
    let name: String
  }
  private static let entries = Mutex<Set<Entry>>([])

  /// Adds a name in an open folder, or a path with AT_FDCWD, before the file is created.
  package static func add(_ name: String, in folder: Int32) {
    entries.withLock { _ = $0.insert(Entry(folder: folder, name: name)) }
  }

  /// Removes a name after its file has been finished or removed.
  package static func forget(_ name: String, in folder: Int32) {
    entries.withLock { _ = $0.remove(Entry(folder: folder, name: name)) }
  }

  /// Removes the unfinished output files and ends the program. A thread that adds another unfinished file in
  /// the meantime has to wait.
  package static func removeAll(thenEnd end: () -> Never) -> Never {
    entries.withLock { entries in
      for entry in entries { FileTree.remove(entry.name, in: entry.folder) }
      end()
    }
  }
}

/// Removes and lists trees of files and folders.
package enum FileTree {
  /// Removes a file, or a folder with its contents; links are removed and not followed. Errors during the
  /// removal are ignored.
  package static func remove(_ name: String, in folder: Int32 = AT_FDCWD) {
    // Safety, here and below: names are read as C strings.
    if unsafe unlinkat(folder, name, 0) == 0 || errno == ENOENT { return }
    let opened = unsafe openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard opened >= 0 else { return }
    for name in names(in: opened) { remove(name, in: opened) }
    close(opened)
    _ = unsafe unlinkat(folder, name, AT_REMOVEDIR)
  }

  /// The names in an open folder, in the order of the system.
  package static func names(in folder: Int32) -> [String] {
    let opened = unsafe openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0 else { return [] }
    guard let directory = unsafe fdopendir(opened) else {
      close(opened)
      return []
    }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    // Safety: an entry is valid until the next entry is read.
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
        unsafe field.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }
}
