import CProcess
import Glibc

/// A file with these bytes, which has no name.
enum MemoryFile {
  /// False without bytes.
  static func with(_ bytes: [UInt8], _ body: (Int32) -> Bool) -> Bool {
    var file: Int32 = -1
    // Safety: memory of the bytes' own size.
    guard !bytes.isEmpty, unsafe process_memory("fuzz", bytes.count, &file) == 0 else {
      return false
    }
    defer { close(file) }
    let written = unsafe bytes.withUnsafeBytes { unsafe pwrite(file, $0.baseAddress, $0.count, 0) }
    return written == bytes.count && body(file)
  }

  /// The same, by its path.
  static func withPath(_ bytes: [UInt8], _ body: (String) -> Bool) -> Bool {
    with(bytes) { body("/proc/self/fd/\($0)") }
  }
}
