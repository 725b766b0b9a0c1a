/// The one place where floating-point numbers become integers.
///
/// Swift's own conversions end the program when a number does not fit, and numbers come from
/// documents, command lines, plugins and media. `make lint` finds those conversions anywhere else. They
/// stand in loops over pixels, where a call would take longer than the conversion.
extension FixedWidthInteger {
  /// The number, rounded; nil when it is not finite or the type does not hold the result.
  @inlinable @inline(__always)
  package init?(checked number: Double, rounded rule: FloatingPointRoundingRule) {
    let whole = number.rounded(rule)
    // Both ends are powers of two, or 0, and so exact; what is not a number is on neither side.
    let end = 2 * Double(Self.max / 2 + 1)
    guard whole >= Double(Self.min), whole < end else { return nil }
    self = Self(whole)
  }

  /// A number that is whole as it stands; nil for all others.
  @inlinable @inline(__always)
  package init?(whole number: Double) {
    guard number == number.rounded(.towardZero) else { return nil }
    self.init(checked: number, rounded: .towardZero)
  }

  /// The number, rounded, or the nearest that `range` holds. What is not a number becomes 0, or what
  /// is nearest to 0 in `range`.
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
