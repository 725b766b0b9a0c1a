import Glibc

/// Reads a file whole, up to a limit.
enum DocumentFile {
  enum Failure: Error {
    case missing
    case unreadable(String)
    case tooLarge
  }

  static func read(_ path: String, maximumBytes: Int) throws(Failure) -> [UInt8] {
    // Unsafe: open reads the path as a C string.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw errno == ENOENT || errno == ENOTDIR ? .missing : .unreadable(reason)
    }
    defer { close(descriptor) }
    var status = stat()
    // Unsafe: fstat fills the struct that it is given.
    if unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size > maximumBytes
    {
      throw .tooLarge
    }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      // Unsafe: the count is the chunk's own.
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(reason) }
      if count == 0 { return bytes }
      bytes.append(contentsOf: chunk[..<count])
      if bytes.count > maximumBytes { throw .tooLarge }
    }
  }

  private static var reason: String {
    // Unsafe: strerror's text is copied at once.
    unsafe String(cString: strerror(errno))
  }
}
