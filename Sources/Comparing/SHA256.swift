internal import CComparing
package import Scenes

/// SHA-256 of bytes that come in parts. FIPS 180-4.
package struct SHA256: Sendable {
  private var hash = comparing_sha256()

  package init() { unsafe comparing_sha256_begin(&hash) }

  // Unsafe below: the kernel reads the bytes during the call.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    unsafe comparing_sha256_add(&hash, start.assumingMemoryBound(to: UInt8.self), bytes.count)
  }

  package mutating func add(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { unsafe add($0) }
  }

  /// The hash of all bytes so far, in hexadecimal.
  package consuming func hexadecimal() -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    unsafe comparing_sha256_end(&hash, &digest)
    let digits = Array("0123456789abcdef".unicodeScalars)
    var text = ""
    for byte in digest {
      text.unicodeScalars.append(digits[Int(byte >> 4)])
      text.unicodeScalars.append(digits[Int(byte & 15)])
    }
    return text
  }

  /// Of the pixels of a picture: its rows, RGBA8 premultiplied, without what fills up the stride.
  package static func ofPixels(_ bitmap: Bitmap) -> String {
    var hash = SHA256()
    for y in 0..<bitmap.height {
      // Unsafe: a row of the bitmap, by its own stride.
      unsafe hash.add(
        UnsafeRawBufferPointer(
          start: bitmap.pixels + y * bitmap.strideBytes, count: bitmap.width * 4))
    }
    return hash.hexadecimal()
  }
}
