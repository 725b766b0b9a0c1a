/// Encodes and decodes Base64 (RFC 4648).
package enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The value of each character, or 255 for an invalid character; `-` and `_` mean `+` and `/` in the URL
  /// alphabet.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
    values[Int(UInt8(ascii: "-"))] = 62
    values[Int(UInt8(ascii: "_"))] = 63
    return values
  }()

  /// Encodes bytes as Base64 text with padding.
  package static func encoded(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var word = UInt32(bytes[start]) << 16
      if count > 1 { word |= UInt32(bytes[start + 1]) << 8 }
      if count > 2 { word |= UInt32(bytes[start + 2]) }
      for i in 0..<4 {
        text.append(i <= count ? letters[Int(word >> UInt32(18 - 6 * i) & 63)] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes Base64 as browsers decode data URIs: in either alphabet, with white space, and with or without
  /// padding. The function returns nil if the text contains characters outside the Base64 alphabet.
  package static func decoded(_ text: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var word: UInt32 = 0
    var bits: UInt32 = 0
    for letter in text {
      let value = values[Int(letter)]
      guard value < 64 else {
        switch letter {
        case UInt8(ascii: "="), 9, 10, 13, 32: continue
        default: return nil
        }
      }
      word = word << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: word >> bits))
      }
    }
    return bytes
  }

  /// Decodes a text that has exactly the form of `encoded`; nil for any other text.
  package static func exactlyDecoded(_ text: String) -> [UInt8]? {
    decoded(text.utf8).flatMap { encoded($0) == text ? $0 : nil }
  }
}

/// Parses data URIs, which contain a file as text: `data:image/png;base64,…`.
package enum DataURI {
  /// The bytes of a data URI; nil if the URI is invalid.
  package static func bytes(_ uri: String) -> [UInt8]? {
    guard uri.prefix(5).lowercased() == "data:",
      let comma = uri.utf8.firstIndex(of: UInt8(ascii: ","))
    else { return nil }
    let body = uri.utf8[uri.utf8.index(after: comma)...]
    let plain = body.contains(UInt8(ascii: "%")) ? unescaped(body) : Array(body)
    return isBase64(uri) ? Base64.decoded(plain) : plain
  }

  /// Whether the data URI uses Base64.
  package static func isBase64(_ uri: String) -> Bool {
    uri.prefix { $0 != "," }.lowercased().hasSuffix(";base64")
  }

  private static func unescaped(_ text: Substring.UTF8View) -> [UInt8] {
    var plain: [UInt8] = []
    let body = Array(text)
    plain.reserveCapacity(body.count)
    var at = 0
    while at < body.count {
      if body[at] == UInt8(ascii: "%"), at + 2 < body.count,
        let byte = UInt8(String(decoding: body[at + 1...at + 2], as: UTF8.self), radix: 16)
      {
        plain.append(byte)
        at += 3
      } else {
        plain.append(body[at])
        at += 1
      }
    }
    return plain
  }
}
