/// Finds bytes that are not valid UTF-8: incomplete or overlong sequences, surrogates, and values beyond
/// U+10FFFF (RFC 3629).
enum UTF8Check {
  static func firstInvalidByte(in bytes: [UInt8]) -> Int? {
    var i = 0
    while i < bytes.count {
      let byte = bytes[i]
      if byte < 0x80 {
        i += 1
        continue
      }
      let length: Int
      var second: ClosedRange<UInt8> = 0x80...0xBF
      switch byte {
      case 0xC2...0xDF: length = 2
      case 0xE0: (length, second) = (3, 0xA0...0xBF)
      case 0xED: (length, second) = (3, 0x80...0x9F)
      case 0xE1...0xEF: length = 3
      case 0xF0: (length, second) = (4, 0x90...0xBF)
      case 0xF1...0xF3: length = 4
      case 0xF4: (length, second) = (4, 0x80...0x8F)
      default: return i
      }
      guard i + length <= bytes.count, second.contains(bytes[i + 1]) else { return i }
      for k in i + 2..<max(i + 2, i + length) where bytes[k] & 0xC0 != 0x80 { return i }
      i += length
    }
    return nil
  }
}
