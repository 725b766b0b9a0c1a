import Foundation

/// Reads a file of /proc, which has no size and is returned in pieces.
///
/// Foundation's String(contentsOfFile:) may lose the end of such a file, and FileManager.contents leaks its buffer for
/// an empty file.
enum ProcFile {
  /// Returns the contents of the file; empty if it no longer exists.
  static func bytes(_ path: String) -> [UInt8] {
    // Safety: the call only reads the path.
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      // Safety: the read fills the array's own storage.
      let count = unsafe read(file, &piece, piece.count)
      if count <= 0 { return bytes }
      bytes += piece.prefix(count)
    }
  }

  static func text(_ path: String) -> String { String(decoding: bytes(path), as: UTF8.self) }
}
