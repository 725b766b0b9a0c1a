/// A damped harmonic oscillator with mass 1 that travels from 0 to 1, in closed form. The remaining distance
/// x obeys x″ + 2ζω x′ + ω² x = 0 with x(0) = 1 and x′(0) = −v₀.
package struct Spring: Hashable, Sendable {
  /// The undamped angular frequency in radians a second, more than 0.
  package let angularFrequency: Double
  /// The damping ratio ζ, more than 0; 1 is critical damping.
  package let dampingRatio: Double
  /// Towards the end, in travels a second.
  package let initialVelocity: Double
  /// The time in seconds after which the spring counts as settled; from then on, the value is exactly 1.
  package let durationSeconds: Double

  /// The fraction of the distance at which a spring counts as settled.
  package static let threshold = 0.001

  /// UIView's form: settles in `durationSeconds`. ω makes the sine's coefficient 0.001 at the end,
  /// (ζ/√(1−ζ²))·e^(−ζωT) = ε; near critical, (1+ωT)·e^(−ωT) = ε; beyond, the same ε for the sum of
  /// its two exponentials. ω does not depend on the initial velocity.
  package init(dampingRatio: Double, durationSeconds: Double, initialVelocity: Double = 0) {
    let zeta = dampingRatio
    let omegaT: Double
    if zeta < 0.999 {
      omegaT = Portable.log(zeta / (Self.threshold * (1 - zeta * zeta).squareRoot())) / zeta
    } else {
      let probe = Spring(
        angularFrequency: 1, dampingRatio: max(1, zeta), initialVelocity: 0, durationSeconds: 0)
      omegaT = Self.lastAbove(Self.threshold) { probe.distanceLeft(atSeconds: $0) }
    }
    self.init(
      angularFrequency: omegaT / durationSeconds, dampingRatio: zeta,
      initialVelocity: initialVelocity, durationSeconds: durationSeconds)
  }

  /// Creates the form of CASpringAnimation, which lasts until the envelope stays below 0.001.
  package init(mass: Double, stiffness: Double, damping: Double, initialVelocity: Double) {
    let omega = (stiffness / mass).squareRoot()
    self.init(
      settlingWith: omega, dampingRatio: damping / (2 * (stiffness * mass).squareRoot()),
      initialVelocity: initialVelocity)
  }

  /// Creates the perceptual form: ω = 2π/response; ζ = 1 − bounce if bounce ≥ 0, otherwise ζ = 1/(1 +
  /// bounce).
  package init(responseSeconds: Double, bounce: Double, initialVelocity: Double = 0) {
    self.init(
      settlingWith: 2 * Portable.pi / responseSeconds,
      dampingRatio: bounce >= 0 ? 1 - bounce : 1 / (1 + bounce), initialVelocity: initialVelocity)
  }

  /// The smallest damping ratio of the first form: below it, the sine's coefficient starts under ε.
  package static let minimumDampingRatio = 0.002

  /// Creates a spring that starts at rest and has no settling time, because that time is expensive to find.
  package init(unsettled angularFrequency: Double, dampingRatio: Double) {
    self.init(
      angularFrequency: angularFrequency, dampingRatio: dampingRatio, initialVelocity: 0,
      durationSeconds: .infinity)
  }

  private init(settlingWith omega: Double, dampingRatio: Double, initialVelocity: Double) {
    let probe = Spring(
      angularFrequency: omega, dampingRatio: dampingRatio, initialVelocity: initialVelocity,
      durationSeconds: 0)
    self.init(
      angularFrequency: omega, dampingRatio: dampingRatio, initialVelocity: initialVelocity,
      durationSeconds: Self.lastAbove(Self.threshold) { probe.envelope(atSeconds: $0) })
  }

  private init(
    angularFrequency: Double, dampingRatio: Double, initialVelocity: Double,
    durationSeconds: Double
  ) {
    self.angularFrequency = angularFrequency
    self.dampingRatio = dampingRatio
    self.initialVelocity = initialVelocity
    self.durationSeconds = durationSeconds
  }

  /// The spring with another initial velocity; it lasts until its envelope stays below the threshold, and at
  /// least as long as before.
  package func carrying(initialVelocity: Double) -> Spring {
    if initialVelocity == self.initialVelocity { return self }
    let settled = Spring(
      settlingWith: angularFrequency, dampingRatio: dampingRatio, initialVelocity: initialVelocity)
    return Spring(
      angularFrequency: angularFrequency, dampingRatio: dampingRatio,
      initialVelocity: initialVelocity,
      durationSeconds: max(durationSeconds, settled.durationSeconds))
  }

  /// The progress at a time since the start: 0 at 0, exactly 1 from `durationSeconds` on.
  package func progress(atSeconds t: Double) -> Double {
    t >= durationSeconds ? 1 : t <= 0 ? 0 : 1 - distanceLeft(atSeconds: t)
  }

  /// The displacement that an initial velocity of 1 per second adds at a time; 0 once the spring has settled.
  package func carried(atSeconds t: Double) -> Double {
    if t <= 0 || t >= durationSeconds { return 0 }
    let pushed = Spring(
      angularFrequency: angularFrequency, dampingRatio: dampingRatio,
      initialVelocity: initialVelocity + 1, durationSeconds: durationSeconds)
    return distanceLeft(atSeconds: t) - pushed.distanceLeft(atSeconds: t)
  }

  private var decay: Double { dampingRatio * angularFrequency }
  private var isCritical: Bool { abs(dampingRatio - 1) < 1e-8 }
  /// The damped angular frequency, or the half distance of the two decay rates beyond critical.
  private var split: Double {
    angularFrequency * abs(1 - dampingRatio * dampingRatio).squareRoot()
  }
  /// The weight of the slower exponential of an over-damped spring.
  private var slowWeight: Double { (decay + split - initialVelocity) / (2 * split) }

  /// The distance from the end x(t), without snapping.
  func distanceLeft(atSeconds t: Double) -> Double {
    if isCritical {
      return Portable.exp(-decay * t) * (1 + (decay - initialVelocity) * t)
    }
    if dampingRatio < 1 {
      let (sine, cosine) = Portable.sineCosine(split * t)
      return Portable.exp(-decay * t) * (cosine + (decay - initialVelocity) / split * sine)
    }
    return slowWeight * Portable.exp((split - decay) * t)
      + (1 - slowWeight) * Portable.exp(-(split + decay) * t)
  }

  /// An upper bound of |x| at and after t, except for a short rise at the start of fast springs.
  private func envelope(atSeconds t: Double) -> Double {
    if isCritical {
      return Portable.exp(-decay * t) * (1 + abs(decay - initialVelocity) * t)
    }
    if dampingRatio < 1 {
      let sine = (decay - initialVelocity) / split
      return Portable.exp(-decay * t) * (1 + sine * sine).squareRoot()
    }
    return abs(slowWeight) * Portable.exp((split - decay) * t)
      + abs(1 - slowWeight) * Portable.exp(-(split + decay) * t)
  }

  /// The time at which a function that finally falls to 0 crosses `limit` for the last time, by bisection.
  private static func lastAbove(_ limit: Double, _ f: (Double) -> Double) -> Double {
    var high = 1e-3
    while f(high) > limit && high < 1e6 { high *= 2 }
    // A small first value may precede an early rise: look a little further.
    for factor in [2.0, 4, 8, 16] where f(high * factor) > limit { high *= factor * 2 }
    var low = 0.0
    for _ in 0..<200 where high - low > high * 1e-16 {
      let middle = (low + high) / 2
      if f(middle) > limit { low = middle } else { high = middle }
    }
    return high
  }
}
