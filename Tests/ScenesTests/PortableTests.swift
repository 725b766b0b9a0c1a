import Foundation
import Scenes
import Testing

/// Compares the portable elementary functions with the C library's, which are exact to within one unit.
@Suite struct PortableTests {
  private func near(_ a: Double, _ b: Double, _ tolerance: Double = 1e-15) -> Bool {
    abs(a - b) <= tolerance * max(1, abs(b))
  }

  @Test func matchesTheCLibrary() {
    for i in -4_000...4_000 {
      let x = Double(i) * 0.0317
      let (sine, cosine) = Portable.sineCosine(x)
      #expect(near(sine, sin(x)) && near(cosine, cos(x)))
      #expect(near(Portable.exp(x / 10), exp(x / 10), 4e-15))
      if x > 0 { #expect(near(Portable.log(x), log(x))) }
      #expect(near(Portable.erf(x / 20), erf(x / 20), 4e-15))
    }
  }

  @Test func quarterTurnsAreExact() {
    for turn in -8...8 {
      let (sine, cosine) = Portable.sineCosine(degrees: Double(turn) * 90)
      #expect(abs(sine) + abs(cosine) == 1)
    }
  }
}
