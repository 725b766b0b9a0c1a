internal import CFiles
internal import Glibc

/// Replaces the contents of a file, but only if the caller knows its current contents.
package enum FileExchange {
  package enum Outcome: Equatable, Sendable {
    case written
    /// The file contains other bytes than the expected ones, and was not changed.
    case changed([UInt8])
  }

  /// Replaces the file at a path completely if it contains `expected`; otherwise, the file is unchanged. The
  /// mode of the file is kept, and a link to the file remains a link. The two files are exchanged atomically
  /// and the old file is compared afterwards, so that even a simultaneous change is not lost.
  package static func replace(
    _ path: String, holding expected: [UInt8], by bytes: [UInt8], limitBytes: Int
  ) throws(FileError) -> Outcome {
    let target = real(path)
    let there = try RegularFile(target)
    let now = try there.read(limitBytes: limitBytes)
    guard now == expected else { return .changed(now) }
    let slash = target.lastIndex(of: "/")
    let name = slash.map { String(target[target.index(after: $0)...]) } ?? target
    let folder = try OpenFolder(existing: slash.map { String(target[...$0]) } ?? ".")
    let place = folder.descriptor
    let hidden = ".\(name.suffix(200)).\(getpid()).part"
    Unfinished.add(hidden, in: place)
    defer {
      // Safety, here and below: names are read as C strings.
      unsafe unlinkat(place, hidden, 0)
      Unfinished.forget(hidden, in: place)
    }
    var about = stat()
    // Safety: fstat fills the struct.
    guard unsafe fstat(there.descriptor, &about) == 0 else { throw FileError(path, errno) }
    unsafe unlinkat(place, hidden, 0)
    let made = unsafe openat(
      place, hidden, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard made >= 0 else { throw FileError(path, errno) }
    var problem = FileBytes.write(bytes, to: made)
    if problem == 0, fchmod(made, about.st_mode & 0o7777) != 0 { problem = errno }
    // Only root may change the owner of a file; for other users, the new file already has the right owner.
    if about.st_uid != geteuid() || about.st_gid != getegid() {
      _ = fchown(made, about.st_uid, about.st_gid)
    }
    if problem == 0, fsync(made) != 0 { problem = errno }
    if close(made) != 0, problem == 0 { problem = errno }
    if problem == 0 { problem = unsafe files_exchange(place, hidden, name) }
    guard problem == 0 else { throw FileError(path, problem) }
    // If the file system can exchange names, the previous file now has the temporary hidden name.
    let seen = try? RegularFile("\(folder.path)/\(hidden)").read(limitBytes: limitBytes)
    guard let seen, seen != expected else { return .written }
    problem = unsafe files_exchange(place, hidden, name)
    guard problem == 0 else { throw FileError(path, problem) }
    return .changed(seen)
  }

  /// Renames a file or folder to a name that must not exist yet; returns 0 or an errno value.
  package static func giveNewName(_ name: String, to path: String) -> Int32 {
    // Safety: both paths are read as C strings.
    unsafe files_rename_new(AT_FDCWD, path, AT_FDCWD, name)
  }

  /// Returns the path with all symbolic links resolved.
  private static func real(_ path: String) -> String {
    // Safety: realpath returns a C string, which is copied and freed.
    guard let text = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }
}
