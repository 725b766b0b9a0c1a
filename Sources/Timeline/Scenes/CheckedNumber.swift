/// The only place where floating-point numbers become integers.
///
/// Swift's own conversions trap when a number does not fit, and numbers come from documents, command lines,
/// plugins and media. `make lint` finds such conversions in other places. These functions may be used in
/// loops over pixels, where a call would take longer than the conversion.
extension FixedWidthInteger {
  /// The rounded number; nil if the number is not finite or the type cannot represent the result.
  @inlinable @inline(__always)
  package init?(checked number: Double, rounded rule: FloatingPointRoundingRule) {
    let whole = number.rounded(rule)
    // Both ends are 0 or powers of two, and therefore exact; a comparison with NaN is always false.
    let end = 2 * Double(Self.max / 2 + 1)
    guard whole >= Double(Self.min), whole < end else { return nil }
    self = Self(whole)
  }

  /// The integer that equals the number; nil if there is none.
  @inlinable @inline(__always)
  package init?(whole number: Double) {
    guard number == number.rounded(.towardZero) else { return nil }
    self.init(checked: number, rounded: .towardZero)
  }

  /// The number, rounded and clamped to `range`. NaN becomes 0, or the value of `range` nearest to 0.
  @inlinable @inline(__always)
  package init(
    clamped number: Double, rounded rule: FloatingPointRoundingRule,
    to range: ClosedRange<Self> = .min ... .max
  ) {
    if let value = Self(checked: number, rounded: rule) {
      self = Swift.min(Swift.max(value, range.lowerBound), range.upperBound)
    } else if number.isNaN {
      self = Swift.min(Swift.max(0, range.lowerBound), range.upperBound)
    } else {
      self = number < 0 ? range.lowerBound : range.upperBound
    }
  }
}
