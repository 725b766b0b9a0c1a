internal import CFiles

/// The SHA-256 hash (FIPS 180-4) of bytes that are added in parts.
package struct SHA256: Sendable {
  private var hash = files_sha256()

  package init() { unsafe files_sha256_begin(&hash) }

  // Safety, below: the C function reads the bytes during the call.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    unsafe files_sha256_add(&hash, start.assumingMemoryBound(to: UInt8.self), bytes.count)
  }

  package mutating func add(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { unsafe add($0) }
  }

  /// The hash of all bytes that were added, as 32 bytes.
  package consuming func digest() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    unsafe files_sha256_end(&hash, &digest)
    return digest
  }

  /// The SHA-256 digest as 64 hexadecimal digits.
  package consuming func hexadecimal() -> String {
    let digits = Array("0123456789abcdef".unicodeScalars)
    var text = ""
    for byte in digest() {
      text.unicodeScalars.append(digits[Int(byte >> 4)])
      text.unicodeScalars.append(digits[Int(byte & 15)])
    }
    return text
  }
}
