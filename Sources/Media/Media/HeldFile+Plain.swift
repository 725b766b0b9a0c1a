package import Files
internal import Glibc

extension RegularFile {
  /// Creates a file in memory from bytes; `name` is the file's name in messages.
  package convenience init(holding bytes: [UInt8], name: String) throws(MediaError) {
    let held = try HeldFile(bytes, path: name)
    let descriptor = fcntl(held.descriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else {
      throw .unusable(path: name, reason: "the system has no file descriptors left")
    }
    do throws(FileError) { try self.init(taking: descriptor, name: name) } catch {
      throw MediaError(error)
    }
  }
}
