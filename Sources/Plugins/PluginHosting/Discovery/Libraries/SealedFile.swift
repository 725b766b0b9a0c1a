internal import PluginModel
internal import CProcess
internal import Files
internal import Glibc

/// A copy of a file in memory that cannot be written, resized or unsealed, with the SHA-256 of its bytes, so
/// that exactly the hashed bytes are loaded.
@safe final class SealedFile: Sendable {
  static let limitBytes = 512 << 20

  let descriptor: Int32
  let byteCount: Int
  /// The SHA-256 of the sealed file in hexadecimal.
  let sha256: String
  /// The version of the original file when the file was copied.
  let version: FileVersion
  let mode: UInt32

  private init(_ descriptor: Int32, sha256: String, of file: RegularFile) {
    self.descriptor = descriptor
    self.sha256 = sha256
    byteCount = file.byteCount
    version = file.version
    mode = file.mode
  }

  deinit { close(descriptor) }

  /// The path of the copy, which is valid only inside this process.
  var place: String { "/proc/self/fd/\(descriptor)" }

  /// Copies the file at `path`, and returns the copy with its ELF headers.
  static func make(_ path: String) throws(PluginRefusal) -> (file: SealedFile, elf: ElfFile) {
    func refuse(_ reason: String) -> PluginRefusal { PluginRefusal(path: path, reason: reason) }
    let file = try RegularFile(plugin: path)
    guard file.byteCount <= limitBytes else {
      throw refuse("is larger than \(limitBytes >> 20) MiB")
    }
    var made: Int32 = -1
    let problem = file.copy(to: &made)
    guard problem == 0 else {
      if problem == EIO { throw refuse("is truncated: the file shrank while it was read") }
      // Safety: strerror returns a zero-terminated string.
      throw refuse("cannot be copied: \(unsafe String(cString: strerror(problem)))")
    }
    let elf: ElfFile
    let hash: String
    do throws(PluginRefusal) {
      let copy = try RegularFile(plugin: "/proc/self/fd/\(made)")
      elf = try ElfFile(reading: copy, path: path)
      do throws(FileError) { hash = try copy.sha256() } catch {
        throw refuse("cannot be copied: \(error.reason)")
      }
    } catch {
      close(made)
      throw refuse(error.reason)
    }
    return (SealedFile(made, sha256: hash, of: file), elf)
  }
}
