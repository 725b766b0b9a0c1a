import CDeflate
import CMedia
import CPicture

/// Fuzzes the reader of `pipeline-png`, which otherwise runs in a separate process.
enum PNGProbe {
  /// Decodes the bytes unchanged, and then with corrected checksums, because the wrong checksums of mutated bytes would
  /// stop the reader early.
  static func reads(_ bytes: [UInt8]) -> Bool {
    let isRead = decodes(bytes)
    let mended = withRightSums(bytes)
    return mended == bytes ? isRead : decodes(mended) || isRead
  }

  private static func decodes(_ bytes: [UInt8]) -> Bool {
    MemoryFile.with(bytes) { file in
      var asked = media_message()
      (asked.side_limit, asked.pixel_limit) = (4096, 65_536)
      var answer = media_message()
      // Safety of all calls in this file: the handle belongs to the reader and is closed once.
      var picture = unsafe picture_open(file, &asked, &answer)
      guard unsafe picture != nil else { return false }
      defer { unsafe picture_close(&picture) }
      let width = unsafe Int(picture_width(picture))
      let height = unsafe Int(picture_height(picture))
      // Safety: the memory has exactly the size of the pixels, so that the address sanitizer detects the next byte.
      let pixels = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: width * height * 4)
      defer { unsafe pixels.deallocate() }
      // The initial value is one that no pixel of a picture can have.
      for i in pixels.indices { unsafe pixels[i] = i % 4 == 3 ? 0 : 255 }
      unsafe picture_store(picture, pixels.baseAddress!, width * 4, &answer)
      let isStored = answer.kind == MEDIA_STORED.rawValue
      precondition(passesCheck(file) == isStored, "a check and a reading disagree")
      guard isStored else { return false }
      for i in pixels.indices {
        precondition(unsafe pixels[i] <= pixels[i | 3], "a channel above its alpha")
      }
      return true
    }
  }

  /// Returns whether the picture can be unpacked to its end, as `validate` requires.
  private static func passesCheck(_ file: Int32) -> Bool {
    var asked = media_message()
    (asked.side_limit, asked.pixel_limit) = (4096, 65_536)
    var answer = media_message()
    var picture = unsafe picture_open(file, &asked, &answer)
    guard unsafe picture != nil else { return false }
    defer { unsafe picture_close(&picture) }
    unsafe picture_check(picture, &answer)
    return answer.kind == MEDIA_STORED.rawValue
  }

  /// Gives every complete chunk the CRC of its name and data.
  private static func withRightSums(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    var start = 8
    while start + 12 <= bytes.count {
      let size = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      guard size <= bytes.count - start - 12 else { break }
      let body = Array(bytes[start + 4..<start + 8 + size])
      // Safety: the CRC reads the array during the call.
      let sum = unsafe libdeflate_crc32(0, body, body.count)
      for i in 0..<4 {
        bytes[start + 8 + size + i] = UInt8(truncatingIfNeeded: sum >> UInt32(24 - 8 * i))
      }
      start += 12 + size
    }
    return bytes
  }
}
