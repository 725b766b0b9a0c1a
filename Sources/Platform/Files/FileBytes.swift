internal import Glibc

/// Reads bytes from descriptors, and writes bytes to them.
package enum FileBytes {
  /// Writes all bytes and waits if necessary; returns 0, or the errno value of the failure.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var done = 0
    while done < bytes.count {
      // Safety: the pointer and the count refer to the remaining bytes of the caller's buffer.
      let count = unsafe Glibc.write(descriptor, bytes.baseAddress! + done, bytes.count - done)
      if count > 0 {
        done += count
      } else if count == 0 {
        return ENOSPC
      } else if errno == EAGAIN {
        // Another process that shares the descriptor may have made it non-blocking.
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        // Safety: poll reads and writes one entry.
        unsafe poll(&entry, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    // Safety: the pointer refers to the array's own bytes and is used only during the call.
    unsafe bytes.withUnsafeBytes { unsafe write($0, to: descriptor) }
  }

  /// Reads exactly `count` bytes; nil if fewer bytes are available.
  package static func readAll(_ descriptor: Int32, count: Int) -> [UInt8]? {
    var done = 0
    // Safety: read writes only to the remaining bytes of the array's buffer.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while done < count {
        let got = unsafe Glibc.read(descriptor, buffer.baseAddress! + done, count - done)
        if got > 0 { done += got } else if got == 0 || errno != EINTR { break }
      }
      filled = done
    }
    return done == count ? bytes : nil
  }

  /// Reads a descriptor from its current position to its end, but at most `limit` + 1 bytes; nil if reading
  /// fails.
  package static func read(_ descriptor: Int32, limit: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= limit {
      // Safety: the pointer and the count belong to the same chunk.
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { break }
      bytes += chunk[..<min(count, limit + 1 - bytes.count)]
    }
    return bytes
  }
}
