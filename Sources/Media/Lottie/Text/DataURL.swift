/// A file within a text: "data:image/png;base64,…".
package enum DataURL {
  /// The bytes behind the comma; nil when they are not in base64.
  package static func bytes(_ url: String) -> [UInt8]? {
    guard url.hasPrefix("data:"), let comma = url.utf8.firstIndex(of: UInt8(ascii: ",")) else {
      return nil
    }
    guard url[..<comma].lowercased().hasSuffix(";base64") else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(url.utf8.count / 4 * 3)
    var (bits, count) = (UInt32(0), 0)
    for letter in url.utf8[url.utf8.index(after: comma)...] {
      let value: UInt8
      switch letter {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = letter - 65
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = letter - 71
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = letter + 4
      case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
      case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
      case UInt8(ascii: "="), 9, 10, 13, 32: continue
      default: return nil
      }
      bits = bits << 6 | UInt32(value)
      count += 1
      if count == 4 {
        bytes += [UInt8(bits >> 16 & 255), UInt8(bits >> 8 & 255), UInt8(bits & 255)]
        (bits, count) = (0, 0)
      }
    }
    if count == 3 { bytes += [UInt8(bits >> 10 & 255), UInt8(bits >> 2 & 255)] }
    if count == 2 { bytes.append(UInt8(bits >> 4 & 255)) }
    return bytes
  }
}
