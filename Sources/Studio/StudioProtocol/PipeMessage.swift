internal import Files
internal import Glibc

/// Several byte strings that are sent through a pipe as one message: first their number, then for each string its
/// length and its bytes. Numbers are little-endian words of 32 bits.
package struct PipeMessage: Sendable {
  package var parts: [[UInt8]]

  package init(_ parts: [[UInt8]]) { self.parts = parts }

  /// Creates a message from words and a body.
  package init(_ words: [String], _ body: [UInt8] = []) {
    parts = words.map { Array($0.utf8) } + [body]
  }

  /// Returns a part as text; empty if the part is missing.
  package func word(_ index: Int) -> String {
    parts.indices.contains(index) ? String(decoding: parts[index], as: UTF8.self) : ""
  }

  /// Sends the message; returns false if the other process has closed the pipe.
  package func send(to descriptor: Int32) -> Bool {
    var bytes = Self.bytes(parts.count)
    bytes.reserveCapacity(parts.reduce(4) { $0 + $1.count + 4 })
    for part in parts { bytes += Self.bytes(part.count) + part }
    return FileBytes.write(bytes, to: descriptor) == 0
  }

  /// Waits for the next message; returns nil if the other process has closed the pipe, or if the message is invalid:
  /// its parts have more than `limitBytes` in total, or it has more than 16 parts.
  package static func receive(from descriptor: Int32, limitBytes: Int) -> PipeMessage? {
    guard let count = number(from: descriptor), count <= 16 else { return nil }
    var room = limitBytes
    var parts: [[UInt8]] = []
    for _ in 0..<count {
      guard let length = number(from: descriptor), length <= room,
        let part = read(length, from: descriptor)
      else { return nil }
      room -= length
      parts.append(part)
    }
    return PipeMessage(parts)
  }

  private static func bytes(_ count: Int) -> [UInt8] {
    let word = UInt32(clamping: count)
    return [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: word >> $0) }
  }

  private static func number(from descriptor: Int32) -> Int? {
    read(4, from: descriptor).map { bytes in
      bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
  }

  private static func read(_ count: Int, from descriptor: Int32) -> [UInt8]? {
    // An empty array is not read into, because all empty arrays share one object, and a read into one array would
    // change all of them.
    if count == 0 { return [] }
    var isWhole = true
    // Safety: the read fills the array's own storage with at most as many bytes as the array has.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = unsafe Glibc.read(descriptor, buffer.baseAddress! + filled, count - filled)
        if got < 0, errno == EINTR { continue }
        guard got > 0 else {
          isWhole = false
          return
        }
        filled += got
      }
    }
    return isWhole ? bytes : nil
  }
}
