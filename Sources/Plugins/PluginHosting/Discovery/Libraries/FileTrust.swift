internal import Glibc

/// Checks whether users other than the owner can change a file.
package enum FileTrust {
  /// The reason why any user can change the file; nil if only the owner can. Links are resolved; the link,
  /// its target, and the folders of both are judged.
  package static func problem(of path: String) -> String? {
    let real = resolved(path) ?? path
    if isWorldWritable(real) { return "every user may write to the file" }
    let folders = [folder(of: real)] + (real == path ? [] : [folder(of: path)])
    return folders.contains(where: isWorldWritable) ? "every user may write to the folder" : nil
  }

  /// The reason why other users can change files in a folder; nil if none can.
  package static func problem(ofFolder path: String) -> String? {
    isWorldWritable(path) ? "may be written by anyone" : problemForRoot(of: path)
  }

  /// The path with all links resolved; nil if the file does not exist.
  static func resolved(_ path: String) -> String? {
    // Safety: realpath allocates the buffer, which is freed here.
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
    // Safety: lstat fills `status`.
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  static func isWorldWritable(_ path: String) -> Bool {
    mode(of: path).map { $0 & UInt32(S_IWOTH) != 0 } ?? false
  }

  /// The reason why another user than root can replace this folder or files in it; nil if none can. The check
  /// is made only for root, because other users must trust files that are not their own.
  static func problemForRoot(of folder: String) -> String? {
    guard geteuid() == 0 else { return nil }
    var path = resolved(folder) ?? folder
    var isFolder = true
    while true {
      var status = stat()
      // Safety: stat fills `status`.
      guard unsafe stat(path, &status) == 0 else { return "\(path) cannot be inspected" }
      if status.st_uid != 0 { return "\(path) belongs to another user" }
      // In a folder with the sticky bit, such as /tmp, users cannot rename the files of other users.
      let isShared = status.st_mode & UInt32(S_IWOTH) != 0
      if isShared || isOfGroup(status), isFolder || status.st_mode & UInt32(S_ISVTX) == 0 {
        return "\(path) may be written by \(isShared ? "anyone" : "a group of users")"
      }
      if path == "/" { return nil }
      path = self.folder(of: path)
      isFolder = false
    }
  }

  /// The reason why another user than root can replace a file or its folder; nil if none can.
  static func problemForRoot(ofFile path: String) -> String? {
    var status = stat()
    // Safety: stat fills `status`.
    guard geteuid() == 0, unsafe stat(path, &status) == 0 else { return nil }
    if status.st_uid != 0 { return "the file belongs to another user" }
    return isOfGroup(status) ? "a group of users may write to the file" : nil
  }

  /// Whether a group other than a system group may write to the file. Groups with ids below 100 are system
  /// groups, such as Debian's staff, whose members are trusted with /usr/local.
  private static func isOfGroup(_ status: stat) -> Bool {
    status.st_mode & UInt32(S_IWGRP) != 0 && status.st_gid >= 100
  }

  private static func mode(of path: String) -> UInt32? {
    var status = stat()
    // Safety: stat fills `status`.
    return unsafe stat(path, &status) == 0 ? status.st_mode : nil
  }
}
