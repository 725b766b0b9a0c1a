internal import Glibc

/// Checks whether users other than the owner can change a file.
package enum FileTrust {
  /// The reason why any user can change the file; nil if only its owner can. Links are resolved, and the
  /// target is judged as well, with the folders of both.
  package static func problem(of path: String) -> String? {
    let real = resolved(path) ?? path
    if isWorldWritable(real) { return "every user may write to the file" }
    let folders = [folder(of: real)] + (real == path ? [] : [folder(of: path)])
    return folders.contains(where: isWorldWritable) ? "every user may write to the folder" : nil
  }

  /// The reason why another user can change the files in a folder; nil if no other user can.
  package static func problem(ofFolder path: String) -> String? {
    isWorldWritable(path) ? "may be written by anyone" : problemForRoot(of: path)
  }

  /// The path without links; nil if the path does not exist.
  static func resolved(_ path: String) -> String? {
    // Safety: realpath's buffer must be freed here.
    guard let buffer = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(buffer) }
    return unsafe String(cString: buffer)
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func isPlain(_ path: String) -> Bool {
    mode(of: path).map { $0 & S_IFMT == S_IFREG } ?? false
  }

  static func isLink(_ path: String) -> Bool {
    var status = stat()
    // Safety: the kernel fills in `status`.
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  static func isWorldWritable(_ path: String) -> Bool {
    mode(of: path).map { $0 & UInt32(S_IWOTH) != 0 } ?? false
  }

  /// The reason why a user other than root can replace this folder or files in it; nil if no such user can.
  /// This is only checked for root: other users have to trust more than their own files.
  static func problemForRoot(of folder: String) -> String? {
    guard geteuid() == 0 else { return nil }
    var path = resolved(folder) ?? folder
    var isFolder = true
    while true {
      var status = stat()
      // Safety: the kernel fills in `status`.
      guard unsafe stat(path, &status) == 0 else { return "\(path) cannot be inspected" }
      if status.st_uid != 0 { return "\(path) belongs to another user" }
      // In a folder with the sticky bit, such as /tmp, nobody can rename another user's files.
      let isShared = status.st_mode & UInt32(S_IWOTH) != 0
      if isShared || isOfGroup(status), isFolder || status.st_mode & UInt32(S_ISVTX) == 0 {
        return "\(path) may be written by \(isShared ? "anyone" : "a group of users")"
      }
      if path == "/" { return nil }
      path = self.folder(of: path)
      isFolder = false
    }
  }

  /// The problem of the folder that contains a file.
  static func problemForRoot(ofFile path: String) -> String? {
    var status = stat()
    // Safety: the kernel fills in `status`.
    guard geteuid() == 0, unsafe stat(path, &status) == 0 else { return nil }
    if status.st_uid != 0 { return "the file belongs to another user" }
    return isOfGroup(status) ? "a group of users may write to the file" : nil
  }

  /// Whether a group of users may write to the file. Groups with ids below 100 belong to the system, such as
  /// Debian's staff, whose members are trusted with /usr/local.
  private static func isOfGroup(_ status: stat) -> Bool {
    status.st_mode & UInt32(S_IWGRP) != 0 && status.st_gid >= 100
  }

  private static func mode(of path: String) -> UInt32? {
    var status = stat()
    // Safety: the kernel fills in `status`.
    return unsafe stat(path, &status) == 0 ? status.st_mode : nil
  }
}
