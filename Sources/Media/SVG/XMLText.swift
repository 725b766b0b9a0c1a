/// Converts a file's bytes to UTF-8 from any supported encoding.
enum XMLText {
  /// Decodes UTF-8; nil if the bytes are invalid.
  static func utf8(_ bytes: [UInt8]) -> [UInt8]? {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return valid(Array(bytes.dropFirst(3))) }
    if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), isBig: false) }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), isBig: true) }
    if bytes.starts(with: [0x3C, 0]) { return utf16(bytes[...], isBig: false) }
    if bytes.starts(with: [0, 0x3C]) { return utf16(bytes[...], isBig: true) }
    let head = String(decoding: bytes.prefix(200), as: UTF8.self).lowercased()
    if head.hasPrefix("<?xml"), let mark = head.firstRange(of: "encoding") {
      let name = head[mark.upperBound...].drop { " =\"'".contains($0) }
        .prefix { $0.isLetter || $0.isNumber || "-_".contains($0) }
      if ["iso-8859-1", "latin1", "us-ascii", "windows-1252", "cp1252"].contains(String(name)) {
        return Array(String(String.UnicodeScalarView(bytes.map(Self.windows))).utf8)
      }
    }
    return valid(bytes)
  }

  private static func valid(_ bytes: [UInt8]) -> [UInt8]? {
    String(validating: bytes, as: UTF8.self) == nil ? nil : bytes
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, isBig: Bool) -> [UInt8]? {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var at = bytes.startIndex
    while at + 1 < bytes.endIndex {
      let (a, b) = (UInt16(bytes[at]), UInt16(bytes[at + 1]))
      units.append(isBig ? a << 8 | b : b << 8 | a)
      at += 2
    }
    return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
  }

  /// Returns a character of Windows code page 1252, which contains Latin 1.
  private static func windows(_ byte: UInt8) -> Unicode.Scalar {
    let high: [UInt32] = [
      0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039,
      0x152, 0x8D, 0x17D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC,
      0x2122, 0x161, 0x203A, 0x153, 0x9D, 0x17E, 0x178,
    ]
    let code = byte >= 0x80 && byte < 0xA0 ? high[Int(byte) - 0x80] : UInt32(byte)
    return Unicode.Scalar(code) ?? " "
  }
}
