internal import Files
internal import Glibc

/// A folder that appears under its name either complete or not at all. The folder is filled under a hidden name beside
/// its final path, and is locked during this time. A value that is released without `commit` leaves no folder; the
/// incomplete folder of a killed process is removed when the next folder of the same name is created.
package final class NewFolder {
  /// The path at which the folder is filled.
  package let path: String
  /// The final path of the folder.
  package let name: String
  private let lock: FolderLock?
  /// The parent folders that were created for this folder, deepest first.
  private var above: [String] = []
  private var isCommitted = false

  /// Creates the hidden folder; fails if anything has the final name, even a broken link.
  package init(_ given: String) throws(EncodingError) {
    let name = given.count > 1 && given.hasSuffix("/") ? String(given.dropLast()) : given
    self.name = name
    let (parent, own) = (Folder.of(name), Folder.name(of: name))
    let hidden = ".\(own.suffix(200)).\(getpid())-\(Serial.next()).part"
    let place = parent == "." ? hidden : "\(parent == "/" ? "" : parent)/\(hidden)"
    path = place
    guard !System.isTaken(name) else {
      lock = nil
      throw .unwritable(path: name, reason: NewFolder.isThere)
    }
    var missing = parent
    var above: [String] = []
    while missing != ".", missing != "/", !System.isTaken(missing) {
      above.append(missing)
      missing = Folder.of(missing)
    }
    Self.removeLeft(in: parent, of: own)
    Unfinished.add(place, in: AT_FDCWD)
    do throws(EncodingError) { try Folder.create(place) } catch {
      Unfinished.forget(place, in: AT_FDCWD)
      for folder in above { _ = unsafe rmdir(folder) }
      lock = nil
      throw error
    }
    self.above = above
    lock = FolderLock(free: place)
  }

  /// The reason why a folder whose name is taken cannot be created.
  package static let isThere =
    "it already exists and is not overwritten; choose another name, or remove it"

  deinit {
    if !isCommitted {
      FileTree.remove(path)
      // Safety: rmdir reads each path as a C string. Folders that are not empty remain.
      for folder in above { _ = unsafe rmdir(folder) }
    }
    Unfinished.forget(path, in: AT_FDCWD)
  }

  /// Writes a file in the folder, and creates the missing folders between both.
  package func write(_ bytes: [UInt8], to place: String) throws(EncodingError) {
    do throws(EncodingError) {
      let file = try AtomicFile("\(path)/\(place)")
      try file.write(bytes)
      try file.commit()
    } catch .unwritable(_, let reason) {
      throw .unwritable(path: "\(name)/\(place)", reason: reason)
    }
  }

  /// Gives the folder its final name, unless the name is taken by then.
  package func commit() throws(EncodingError) {
    try Folder.sync(path, beneath: nil)
    let problem = FileExchange.giveNewName(name, to: path)
    guard problem == 0 else {
      throw .unwritable(
        path: name, reason: problem == EEXIST ? Self.isThere : Errno.words(problem))
    }
    isCommitted = true
    try? Folder.sync(Folder.of(name), beneath: nil)
  }

  /// Removes incomplete folders with the same final name that killed processes of this user have left.
  private static func removeLeft(in parent: String, of own: String) {
    let start = ".\(own.suffix(200))."
    for name in Folder.names(in: parent) where name.hasPrefix(start) && name.hasSuffix(".part") {
      let number = name.dropFirst(start.count).dropLast(".part".count)
      let isOurs = number.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2d }
      let path = "\(parent)/\(name)"
      guard isOurs, System.isOwn(path), let lock = FolderLock(free: path) else { continue }
      FileTree.remove(path)
      _ = lock
    }
  }
}
