internal import Glibc

/// Who else may decide what a file holds.
enum FileTrust {
  /// Why anyone may decide it; nil when it is for its owner. Links are resolved and the target is judged,
  /// with the folders of both.
  static func problem(of path: String) -> String? {
    let real = resolved(path) ?? path
    if isWorldWritable(real) { return "its file may be written by anyone" }
    let folders = [folder(of: real)] + (real == path ? [] : [folder(of: path)])
    return folders.contains(where: isWorldWritable) ? "its folder may be written by anyone" : nil
  }

  /// The path without links; nil when nothing is there.
  static func resolved(_ path: String) -> String? {
    // Unsafe: realpath's buffer is ours to free.
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

  static func isWorldWritable(_ path: String) -> Bool {
    mode(of: path).map { $0 & UInt32(S_IWOTH) != 0 } ?? false
  }

  private static func mode(of path: String) -> UInt32? {
    var status = stat()
    // Unsafe: the kernel fills in `status`.
    return unsafe stat(path, &status) == 0 ? status.st_mode : nil
  }
}
