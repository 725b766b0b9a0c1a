import Glibc

/// What the program asks the system, without Foundation: it starts in half the time.
enum Machine {
  /// The processors that this process may run on.
  static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// The value of an environment variable.
  static func variable(_ name: String) -> String? {
    // Unsafe: getenv's text is copied at once.
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// The folder that holds `bin` with this program.
  static var prefix: String {
    // Unsafe: realpath's text is copied at once and freed.
    guard let path = unsafe realpath("/proc/self/exe", nil) else { return "/usr/local" }
    defer { unsafe free(path) }
    let folder = unsafe String(cString: path).split(separator: "/").dropLast()
    return "/" + folder.dropLast().joined(separator: "/")
  }

  static func exists(_ path: String) -> Bool {
    // Unsafe: access reads the path as a C string.
    unsafe access(path, F_OK) == 0
  }

  /// Everything that a descriptor gives, at most `limit` bytes and one more; nil when reading fails.
  static func read(_ descriptor: Int32, limit: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= limit {
      // Unsafe: the count is the chunk's own.
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return bytes
  }
}
