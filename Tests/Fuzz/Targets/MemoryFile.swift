import CProcess
import Glibc

/// Creates a file without a name from bytes.
enum MemoryFile {
  /// Passes the file to `body`; returns false if there are no bytes.
  static func with(_ bytes: [UInt8], _ body: (Int32) -> Bool) -> Bool {
    var file: Int32 = -1
    // Safety: the memory has the size of the bytes.
    guard !bytes.isEmpty, unsafe process_memory("fuzz", bytes.count, &file) == 0 else {
      return false
    }
    defer { close(file) }
    let written = unsafe bytes.withUnsafeBytes { unsafe pwrite(file, $0.baseAddress, $0.count, 0) }
    return written == bytes.count && body(file)
  }

  /// Passes the path of the file to `body`.
  static func withPath(_ bytes: [UInt8], _ body: (String) -> Bool) -> Bool {
    with(bytes) { body("/proc/self/fd/\($0)") }
  }
}
