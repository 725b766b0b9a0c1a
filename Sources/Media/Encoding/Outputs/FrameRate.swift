import Scenes

/// A frame rate as a fraction, as containers store it: 60/1, 30000/1001, 25/2.
package struct FrameRate: Hashable, Sendable {
  package let numerator: Int
  package let denominator: Int

  /// Creates the exact rate for `framesPerSecond` in (0, 1000]: a whole number; n·1000/1001 for 23.976, 29.97, 59.94
  /// and similar rates; a fraction with a small denominator; or a decimal fraction with five digits.
  package init(_ framesPerSecond: Double) {
    func isNear(_ value: Double, within slack: Double) -> Bool {
      (value - framesPerSecond).magnitude <= slack
    }
    let whole = framesPerSecond.rounded()
    let ntsc = (framesPerSecond * 1.001).rounded()
    func number(_ value: Double) -> Int {
      Int(clamped: value, rounded: .toNearestOrAwayFromZero, to: 1...100_000_000)
    }
    if whole >= 1 && isNear(whole, within: 1e-6) {
      (numerator, denominator) = (number(whole), 1)
    } else if ntsc >= 1 && isNear(ntsc / 1.001, within: 0.005) {
      (numerator, denominator) = (number(ntsc) * 1000, 1001)
    } else if let small = (2...1000).first(where: {
      let exact = framesPerSecond * Double($0)
      return exact > 0.5 && (exact - exact.rounded()).magnitude <= 1e-6 * Double($0)
    }) {
      (numerator, denominator) = (number(framesPerSecond * Double(small)), small)
    } else {
      (numerator, denominator) = (number(framesPerSecond * 100_000), 100_000)
    }
  }
}
