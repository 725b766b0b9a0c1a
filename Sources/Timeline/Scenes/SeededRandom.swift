/// A random number generator whose numbers depend only on a seed and are the same on every machine:
/// SplitMix64 (Steele, Lea and Flood 2014). The random numbers are not suitable for cryptography.
package struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(_ seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// A random number in 0 ..< `count`, where `count` must be above 0; low numbers are more likely by a factor
  /// of at most 1 + count / 2⁶⁴.
  package mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }
}
