/// Sums over many bytes, which would take long in tests without optimisation.
package enum Bytes {
  /// Returns the mean difference of bytes, over the length of the shorter list.
  package static func meanDifference(_ a: [UInt8], _ b: [UInt8]) -> Double {
    var sum = 0
    for (one, other) in zip(a, b) { sum += abs(Int(one) - Int(other)) }
    return Double(sum) / Double(max(1, min(a.count, b.count)))
  }
}
