internal import Files
internal import Glibc

/// The program's own folder in the user's cache, to which no other user can write, and which contains only
/// regular files.
struct CacheFolder {
  private let folder: OpenFolder

  /// Opens the folder; nil if the folder does not exist, or if other users can write to it. With `making`,
  /// the folder and its parent are created if they are missing, with access only for the user.
  init?(_ path: String, making: Bool = false) {
    if making {
      let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
      // Unsafe, here and below: the paths are read as C strings.
      if !parent.isEmpty { unsafe mkdir(parent, 0o700) }
      unsafe mkdir(path, 0o700)
    }
    guard let folder = try? OpenFolder(existing: path), Self.isOwn(folder.descriptor) else {
      return nil
    }
    self.folder = folder
  }

  /// The contents of a file; nil if the file does not exist, is not regular, is too long, or is accessible to
  /// other users.
  func read(_ name: String, limitBytes: Int) -> [UInt8]? {
    guard let file = try? folder.ownFile(name), Self.isOwn(file.descriptor) else { return nil }
    return try? file.read(limitBytes: limitBytes)
  }

  /// Replaces a file of the folder. If that fails, the old file stays, because the cache is optional.
  func replace(_ name: String, by bytes: [UInt8]) {
    try? folder.replace(name, by: bytes)
  }

  func remove(_ name: String) { _ = unsafe unlinkat(folder.descriptor, name, 0) }

  /// Whether the file belongs to the user, and no other user can write to it.
  private static func isOwn(_ descriptor: Int32) -> Bool {
    var status = stat()
    // Safety: the kernel fills in `status`.
    return unsafe fstat(descriptor, &status) == 0 && status.st_uid == geteuid()
      && status.st_mode & UInt32(S_IWGRP | S_IWOTH) == 0
  }
}
