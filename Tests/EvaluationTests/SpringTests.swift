import Evaluation
import Foundation
import Scenes
import Testing

/// Tests springs against the catalogue's table and against a numeric solution of their equation.
@Suite struct SpringTests {
  struct Row: Sendable {
    var ratio, duration, omega, stiffness, damping, overshoot, peak: Double
  }
  static let rows = [
    Row(
      ratio: 0.7, duration: 0.5, omega: 19.679, stiffness: 387.27, damping: 27.551,
      overshoot: 0.0460, peak: 0.224),
    Row(
      ratio: 0.6, duration: 2, omega: 5.517, stiffness: 30.43, damping: 6.620, overshoot: 0.0948,
      peak: 0.712),
  ]

  @Test(arguments: rows) func matchesTheTable(_ row: Row) {
    let spring = Spring(dampingRatio: row.ratio, durationSeconds: row.duration)
    let omega = spring.angularFrequency
    #expect(abs(omega - row.omega) < 0.001)
    #expect(abs(omega * omega - row.stiffness) < 0.02)
    #expect(abs(2 * row.ratio * omega - row.damping) < 0.001)
    var best = (time: 0.0, value: 0.0)
    for i in 0...20_000 {
      let t = Double(i) / 20_000 * row.duration
      let value = spring.progress(atSeconds: t)
      if value > best.value { best = (t, value) }
    }
    #expect(abs(best.value - 1 - row.overshoot) < 0.0002)
    #expect(abs(best.time - row.peak) < 0.001)
    #expect(spring.progress(atSeconds: row.duration) == 1)
  }

  static let springs: [Spring] = [
    Spring(dampingRatio: 0.7, durationSeconds: 0.5),
    Spring(dampingRatio: 0.2, durationSeconds: 1, initialVelocity: 5),
    Spring(dampingRatio: 0.999, durationSeconds: 0.4),
    Spring(dampingRatio: 1, durationSeconds: 0.7, initialVelocity: -3),
    Spring(dampingRatio: 2.5, durationSeconds: 1.2, initialVelocity: 4),
    Spring(mass: 1, stiffness: 100, damping: 10, initialVelocity: 0),
    Spring(mass: 2, stiffness: 300, damping: 60, initialVelocity: 8),
    Spring(responseSeconds: 0.5, bounce: 0.3),
    Spring(responseSeconds: 0.5, bounce: -0.4),
  ]

  /// A fourth-order Runge-Kutta method with 200,000 steps differs from the solution by less than 1e-10.
  @Test(arguments: springs) func solvesTheEquation(_ spring: Spring) {
    let omega = spring.angularFrequency
    let zeta = spring.dampingRatio
    let steps = 200_000
    let h = spring.durationSeconds / Double(steps)
    var x = 1.0
    var v = -spring.initialVelocity
    func force(_ x: Double, _ v: Double) -> Double { -2 * zeta * omega * v - omega * omega * x }
    var worst = 0.0
    for i in 1..<steps {
      let (k1x, k1v) = (v, force(x, v))
      let (k2x, k2v) = (v + h / 2 * k1v, force(x + h / 2 * k1x, v + h / 2 * k1v))
      let (k3x, k3v) = (v + h / 2 * k2v, force(x + h / 2 * k2x, v + h / 2 * k2v))
      let (k4x, k4v) = (v + h * k3v, force(x + h * k3x, v + h * k3v))
      x += h / 6 * (k1x + 2 * k2x + 2 * k3x + k4x)
      v += h / 6 * (k1v + 2 * k2v + 2 * k3v + k4v)
      if i % 1000 == 0 {
        worst = max(worst, abs(spring.progress(atSeconds: Double(i) * h) - (1 - x)))
      }
    }
    print("oracle: spring of damping ratio \(zeta), omega \(omega): \(worst)")
    #expect(worst < 1e-6)
    // The value that is rounded away at the end is within the tolerance of a settled spring.
    #expect(abs(x) < 0.005)
  }

  @Test func settlesWhenItsEnvelopeDoes() {
    let spring = Spring(mass: 1, stiffness: 100, damping: 10, initialVelocity: 0)
    // The equation is e^(−5t)·√(1 + 5²/75) = 0.001.
    let expected = log(1000 * sqrt(1 + 25.0 / 75)) / 5
    #expect(abs(spring.durationSeconds - expected) < 1e-9)
  }

  @Test func bounceMeansDamping() {
    #expect(Spring(responseSeconds: 1, bounce: 0.25).dampingRatio == 0.75)
    #expect(Spring(responseSeconds: 1, bounce: -0.5).dampingRatio == 2)
    let omega = Spring(responseSeconds: 0.5, bounce: 0).angularFrequency
    #expect(omega == 4 * Double.pi)
  }
}
