enum JSONNumber {
  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// Converts `text`, which must follow the grammar of RFC 8259; the result is infinite if the number is too
  /// large. For an integer up to 2⁵³ and a power of ten up to 22, one multiplication or division of two exact
  /// doubles is correctly rounded (Clinger 1990); the standard library parses all other numbers.
  static func value(of text: ArraySlice<UInt8>) -> Double {
    var i = text.startIndex
    let end = text.endIndex
    let isNegative = text[i] == UInt8(ascii: "-")
    if isNegative { i += 1 }
    var mantissa: UInt64 = 0
    var digits = 0
    var exponent = 0
    var isFraction = false
    while i < end {
      let byte = text[i]
      if byte == UInt8(ascii: ".") {
        isFraction = true
      } else if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
        if digits < 19 { mantissa = mantissa * 10 + UInt64(byte - UInt8(ascii: "0")) }
        if mantissa > 0 { digits += 1 }
        if isFraction { exponent -= 1 }
      } else {
        break
      }
      i += 1
    }
    if i < end {
      i += 1
      let isDown = text[i] == UInt8(ascii: "-")
      if isDown || text[i] == UInt8(ascii: "+") { i += 1 }
      var written = 0
      while i < end {
        written = min(written * 10 + Int(text[i] - UInt8(ascii: "0")), 100_000)
        i += 1
      }
      exponent += isDown ? -written : written
    }
    if digits <= 19, mantissa <= 1 << 53, abs(exponent) <= 22 {
      let m = Double(mantissa)
      let v = exponent < 0 ? m / powersOfTen[-exponent] : m * powersOfTen[exponent]
      return isNegative ? -v : v
    }
    return Double(String(decoding: text, as: UTF8.self)) ?? .infinity
  }
}
