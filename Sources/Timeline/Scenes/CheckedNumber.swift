/// The conversions of floating-point numbers to integers; no other code converts them.
///
/// Swift's own conversions trap if a number does not fit, and the numbers come from documents, command lines,
/// plugins and media files. `make lint` finds numeric conversions outside this file. The functions are
/// inlined, because they are used in loops over pixels, where a call would take longer than the conversion.
extension FixedWidthInteger {
  /// The rounded number; nil if the number is not finite or the type cannot represent it.
  @inlinable @inline(__always)
  package init?(checked number: Double, rounded rule: FloatingPointRoundingRule) {
    let whole = number.rounded(rule)
    // Both bounds of the integer type are 0 or powers of two as doubles, and therefore exact; a comparison
    // with NaN is always false.
    let end = 2 * Double(Self.max / 2 + 1)
    guard whole >= Double(Self.min), whole < end else { return nil }
    self = Self(whole)
  }

  /// The integer that equals the number; nil if the number is not an integer of this type.
  @inlinable @inline(__always)
  package init?(whole number: Double) {
    guard number == number.rounded(.towardZero) else { return nil }
    self.init(checked: number, rounded: .towardZero)
  }

  /// Rounds a number and clamps the result to `range`. NaN becomes 0, or the number in `range` that is
  /// nearest to 0.
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
