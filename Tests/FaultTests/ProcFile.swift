import Foundation

/// A file of /proc, which has no size and is given in pieces.
///
/// Foundation's String(contentsOfFile:) may lose the rest of it, FileManager.contents leaks its buffer
/// when it is empty.
enum ProcFile {
  /// What it holds; nothing when it is gone.
  static func bytes(_ path: String) -> [UInt8] {
    // Safety: the path is read only.
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      // Safety: reads into the array's own storage.
      let count = unsafe read(file, &piece, piece.count)
      if count <= 0 { return bytes }
      bytes += piece.prefix(count)
    }
  }

  static func text(_ path: String) -> String { String(decoding: bytes(path), as: UTF8.self) }
}
