import CAnimator
import CHosting
import Formats
import Testing

/// Compares sRGB's curve in C, by which plugins mix colours, with the curve in Swift.
@Suite struct LinearMixTests {
  @Test func mixesByTheCurve() throws {
    // Safety: the table exists as long as the program.
    let table = try unsafe #require(hosting_pixels())
    let mix = unsafe table.assumingMemoryBound(to: animator_pixels.self).pointee.mix
    func gray(_ level: Float) -> animator_color {
      animator_color(red: level, green: level, blue: level, alpha: 1)
    }
    for (x, y, share) in [(0, 1, 0.5), (0.02, 0.9, 0.3), (0.5, 0.6, 0.75), (0.01, 0.03, 0.5)] {
      let mixed = mix(gray(Float(x)), gray(Float(y)), share, UInt32(ANIMATOR_SPACE_LINEAR))
      let light =
        SRGBCurve.linear(Double(Float(x))) * (1 - share) + SRGBCurve.linear(Double(Float(y)))
        * share
      #expect(abs(Double(mixed.red) - SRGBCurve.encoded(light)) < 1e-6, "\(x) \(y) \(share)")
    }
  }
}
