internal import Animators
internal import CProcess
internal import Glibc

/// A plain file read by ranges, each checked against the size it had when it was opened.
struct FileReader: ~Copyable {
  private let descriptor: Int32
  let size: Int
  let mode: UInt32
  let owner: UInt32
  let identity: FileIdentity

  init(path: String) throws(PluginRefusal) {
    let opened = try Self.opened(path)
    descriptor = opened.descriptor
    size = Int(opened.status.st_size)
    mode = opened.status.st_mode
    owner = opened.status.st_uid
    identity = FileIdentity(opened.status)
  }

  private static func opened(
    _ path: String
  ) throws(PluginRefusal) -> (descriptor: Int32, status: stat) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw PluginRefusal(
        path: path, reason: "cannot be read: \(unsafe String(cString: strerror(errno)))")
    }
    var status = stat()
    // Unsafe: the kernel fills in `status`.
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw PluginRefusal(path: path, reason: "is not a plain file")
    }
    return (descriptor, status)
  }

  deinit { close(descriptor) }

  /// Makes a sealed copy in memory; 0, or an errno value.
  func copy(to made: inout Int32) -> Int32 {
    // Unsafe: the shim reads the file and writes one descriptor.
    unsafe process_sealed_file("animator-plugin", descriptor, size, &made)
  }

  /// `count` bytes from `offset`, or nil when they are not all there.
  func bytes(at offset: UInt64, count: UInt64) -> [UInt8]? {
    guard offset <= UInt64(size), count <= UInt64(size) - offset else { return nil }
    guard count > 0 else { return [] }
    var ok = true
    let result = unsafe [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, filled in
      var done = 0
      while done < Int(count) {
        // Unsafe: reads into the array's own storage, within `count`.
        let n = unsafe pread(
          descriptor, buffer.baseAddress! + done, Int(count) - done, off_t(offset) + off_t(done))
        if n < 0 && errno == EINTR { continue }
        guard n > 0 else {
          ok = false
          break
        }
        done += n
      }
      filled = done
    }
    return ok ? result : nil
  }
}

/// Little-endian integers out of bytes; the caller has checked that they are there.
extension Array where Element == UInt8 {
  func u16(_ at: Int) -> UInt16 { UInt16(self[at]) | UInt16(self[at + 1]) << 8 }
  func u32(_ at: Int) -> UInt32 { UInt32(u16(at)) | UInt32(u16(at + 2)) << 16 }
  func u64(_ at: Int) -> UInt64 { UInt64(u32(at)) | UInt64(u32(at + 4)) << 32 }

  /// The text from `at` to the next zero byte, or nil when there is none.
  func text(_ at: Int) -> String? {
    guard at >= 0, at < count, let end = self[at...].firstIndex(of: 0) else { return nil }
    return String(decoding: self[at..<end], as: UTF8.self)
  }
}
