/// Decodes the escapes of JSON strings.
enum JSONEscapes {
  /// Decodes the escapes of a string; `text` is the part between the quotes, whose escapes have already been
  /// checked.
  static func resolve(_ text: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var i = text.startIndex
    while i < text.endIndex {
      let byte = text[i]
      i += 1
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        continue
      }
      let escape = text[i]
      i += 1
      switch escape {
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "u"):
        var unit = UInt32(hexadecimal(text[i..<i + 4])!)
        i += 4
        if unit & 0xFC00 == 0xD800 {
          let low = UInt32(hexadecimal(text[i + 2..<i + 6])!)
          unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
          i += 6
        }
        result.append(contentsOf: Array(String(Character(Unicode.Scalar(unit)!)).utf8))
      default: result.append(escape)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Parses four hexadecimal digits of a JSON escape; returns nil for any other text.
  static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt16? {
    guard digits.count == 4 else { return nil }
    var value: UInt16 = 0
    for digit in digits {
      let nibble: UInt8
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): nibble = digit - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): nibble = digit - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): nibble = digit - UInt8(ascii: "A") + 10
      default: return nil
      }
      value = value << 4 | UInt16(nibble)
    }
    return value
  }
}
