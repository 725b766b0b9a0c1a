/// A frame rate as a fraction, as containers want it: 60/1, 30000/1001, 25/2.
package struct FrameRate: Hashable, Sendable {
  package let numerator: Int
  package let denominator: Int

  /// The simplest fraction within a millionth of `framesPerSecond`, which is in (0, 1000].
  package init(_ framesPerSecond: Double) {
    for denominator in [1, 1001] + Array(2...1000) {
      let exact = framesPerSecond * Double(denominator)
      let numerator = exact.rounded()
      if numerator >= 1, (exact - numerator).magnitude <= exact * 1e-6 + 1e-9,
        denominator != 1001 || Int(numerator) % 1000 == 0
      {
        self.numerator = Int(numerator)
        self.denominator = denominator
        return
      }
    }
    // 29.97 and its like are written with two digits.
    let ntsc = (framesPerSecond * 1.001).rounded()
    if (ntsc / 1.001 - framesPerSecond).magnitude < 0.005 {
      numerator = Int(ntsc) * 1000
      denominator = 1001
    } else {
      numerator = max(1, Int((framesPerSecond * 100_000).rounded()))
      denominator = 100_000
    }
  }
}
