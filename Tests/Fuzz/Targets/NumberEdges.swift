/// Numbers at the edges of what doubles and integers hold, as words.
package enum NumberEdges {
  package static let numbers = [
    "0", "-0", "-0.0", "5e-324", "1e-308", "2.2250738585072014e-308", "1e-300", "1e-11", "1e-6",
    "0.5",
    "1", "-1", "127", "128", "255", "256", "32767", "32768", "65535", "65536", "2147483647",
    "2147483648", "-2147483648", "-2147483649", "4294967295", "4294967296", "9007199254740991",
    "9007199254740992", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "18446744073709551615", "18446744073709551616", "1e19", "-1e19", "1e300", "-1e300", "1e308",
    "1.7976931348623157e308", "1e309", "-1e309", "31536000", "31536001", "86400", "1e6", "1e9",
  ]
  package static let units = ["f", "ms", "s", "%"]

  /// As JSON: the numbers, and with each unit as a string.
  package static let json =
    numbers + numbers.flatMap { number in units.map { "\"\(number)\($0)\"" } }
}
