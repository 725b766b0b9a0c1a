internal import Files
internal import Glibc

/// The folder of the program in the user's cache, which contains only regular files, and to which no other
/// user can write.
struct CacheFolder {
  private let folder: OpenFolder

  /// Opens the folder; nil if it does not exist or if other users can write to it. If `making` is true,
  /// missing folders are created with access only for the user.
  init?(_ path: String, making: Bool = false) {
    if making {
      let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
      // Safety, here and below: the paths are read as C strings.
      if !parent.isEmpty { unsafe mkdir(parent, 0o700) }
      unsafe mkdir(path, 0o700)
    }
    guard let folder = try? OpenFolder(existing: path), Self.isOwn(folder.descriptor) else {
      return nil
    }
    self.folder = folder
  }

  /// The contents of a file; nil if it does not exist, is not a regular file, is too long, or is accessible
  /// to other users.
  func read(_ name: String, limitBytes: Int) -> [UInt8]? {
    guard let file = try? folder.ownFile(name), Self.isOwn(file.descriptor) else { return nil }
    return try? file.read(limitBytes: limitBytes)
  }

  /// Replaces a file of the cache folder. If replacing fails, the old file is kept, because the cache is
  /// optional.
  func replace(_ name: String, by bytes: [UInt8]) {
    try? folder.replace(name, by: bytes)
  }

  func remove(_ name: String) { _ = unsafe unlinkat(folder.descriptor, name, 0) }

  /// Whether the cache file belongs to the user, and no other user can write to it.
  private static func isOwn(_ descriptor: Int32) -> Bool {
    var status = stat()
    // Safety: fstat fills `status`.
    return unsafe fstat(descriptor, &status) == 0 && status.st_uid == geteuid()
      && status.st_mode & UInt32(S_IWGRP | S_IWOTH) == 0
  }
}
