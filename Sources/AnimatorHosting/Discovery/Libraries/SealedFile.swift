internal import Animators
internal import CProcess
internal import Files
internal import Glibc

/// A copy of a file in memory that nobody can write, make longer or shorter, or unseal, with the SHA-256
/// of the bytes in it: what is hashed here is what is loaded from it.
@safe final class SealedFile: Sendable {
  static let limitBytes = 512 << 20

  let descriptor: Int32
  let byteCount: Int
  /// In hexadecimal.
  let sha256: String
  /// Of the file, when it was copied.
  let identity: FileIdentity
  let mode: UInt32

  private init(_ descriptor: Int32, sha256: String, of file: borrowing FileReader) {
    self.descriptor = descriptor
    self.sha256 = sha256
    byteCount = file.size
    identity = file.identity
    mode = file.mode
  }

  deinit { close(descriptor) }

  /// Where this process, and nobody else, finds the copy.
  var place: String { "/proc/self/fd/\(descriptor)" }

  /// The copy of the file at `path`, and what it says of itself.
  static func make(_ path: String) throws(PluginRefusal) -> (file: SealedFile, elf: ElfFile) {
    func refuse(_ reason: String) -> PluginRefusal { PluginRefusal(path: path, reason: reason) }
    let file = try FileReader(path: path)
    guard file.size <= limitBytes else {
      throw refuse("is larger than \(limitBytes >> 20) MiB")
    }
    var made: Int32 = -1
    let problem = file.copy(to: &made)
    guard problem == 0 else {
      if problem == EIO { throw refuse("is truncated: it shrank while it was read") }
      // Unsafe: strerror gives a string that ends with a zero.
      throw refuse("cannot be copied: \(unsafe String(cString: strerror(problem)))")
    }
    let elf: ElfFile
    let hash: String?
    do throws(PluginRefusal) {
      let copy = try FileReader(path: "/proc/self/fd/\(made)")
      elf = try ElfFile(reading: copy, path: path)
      hash = copy.sha256()
    } catch {
      close(made)
      throw refuse(error.reason)
    }
    guard let hash else {
      close(made)
      throw refuse("cannot be copied: no memory")
    }
    return (SealedFile(made, sha256: hash, of: file), elf)
  }
}

extension FileReader {
  /// The SHA-256 of all its bytes, in hexadecimal; nil when they are not all there.
  func sha256() -> String? {
    let piece = 256 << 10
    var hash = SHA256()
    for at in stride(from: 0, to: size, by: piece) {
      guard let bytes = bytes(at: UInt64(at), count: UInt64(min(piece, size - at))) else {
        return nil
      }
      hash.add(bytes)
    }
    return hash.hexadecimal()
  }
}
