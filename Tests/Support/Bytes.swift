/// Sums over many bytes, which tests that are not optimised would take long for.
package enum Bytes {
  /// The mean of how far bytes are apart; of as many as both have.
  package static func meanDifference(_ a: [UInt8], _ b: [UInt8]) -> Double {
    var sum = 0
    for (one, other) in zip(a, b) { sum += abs(Int(one) - Int(other)) }
    return Double(sum) / Double(max(1, min(a.count, b.count)))
  }
}
