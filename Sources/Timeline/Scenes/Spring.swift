/// A damped harmonic oscillator with mass 1 that moves from 0 to 1, in closed form. The remaining distance x
/// satisfies x″ + 2ζω x′ + ω² x = 0 with x(0) = 1 and x′(0) = −v₀.
package struct Spring: Hashable, Sendable {
  /// The undamped angular frequency in radians per second, above 0.
  package let angularFrequency: Double
  /// The damping ratio ζ, above 0; 1 means critical damping.
  package let dampingRatio: Double
  /// The initial velocity towards the end, in distances per second.
  package let initialVelocity: Double
  /// The time in seconds after which the spring counts as settled, and its value is exactly 1.
  package let durationSeconds: Double

  /// The fraction of the distance below which a spring counts as settled.
  package static let threshold = 0.001

  /// Creates a spring in UIView's notation, which settles in `durationSeconds`. The frequency ω makes the
  /// coefficient of the sine 0.001 at the end: (ζ/√(1−ζ²))·e^(−ζωT) = ε; near critical damping,
  /// (1+ωT)·e^(−ωT) = ε; beyond it, the sum of the two exponentials equals ε. The frequency of a spring does
  /// not depend on the initial velocity.
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

  /// Creates a spring in the notation of CASpringAnimation, which lasts until its envelope stays below 0.001.
  package init(mass: Double, stiffness: Double, damping: Double, initialVelocity: Double) {
    let omega = (stiffness / mass).squareRoot()
    self.init(
      settlingWith: omega, dampingRatio: damping / (2 * (stiffness * mass).squareRoot()),
      initialVelocity: initialVelocity)
  }

  /// Creates a spring in the perceptual notation: ω = 2π/response; ζ = 1 − bounce if bounce ≥ 0, otherwise ζ
  /// = 1/(1 + bounce).
  package init(responseSeconds: Double, bounce: Double, initialVelocity: Double = 0) {
    self.init(
      settlingWith: 2 * Portable.pi / responseSeconds,
      dampingRatio: bounce >= 0 ? 1 - bounce : 1 / (1 + bounce), initialVelocity: initialVelocity)
  }

  /// The smallest damping ratio in UIView's notation; with a smaller ratio, the coefficient of the sine would
  /// already start below ε.
  package static let minimumDampingRatio = 0.002

  /// Creates a spring that starts at rest and has no settling time, which would be expensive to compute.
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
  /// least as long as this spring.
  package func carrying(initialVelocity: Double) -> Spring {
    if initialVelocity == self.initialVelocity { return self }
    let settled = Spring(
      settlingWith: angularFrequency, dampingRatio: dampingRatio, initialVelocity: initialVelocity)
    return Spring(
      angularFrequency: angularFrequency, dampingRatio: dampingRatio,
      initialVelocity: initialVelocity,
      durationSeconds: max(durationSeconds, settled.durationSeconds))
  }

  /// The progress at a time since the start: 0 at the time 0, and exactly 1 from `durationSeconds` on.
  package func progress(atSeconds t: Double) -> Double {
    t >= durationSeconds ? 1 : t <= 0 ? 0 : 1 - distanceLeft(atSeconds: t)
  }

  /// The displacement that an initial velocity of 1 per second adds at a time; 0 after the spring has
  /// settled.
  package func carried(atSeconds t: Double) -> Double {
    if t <= 0 || t >= durationSeconds { return 0 }
    let pushed = Spring(
      angularFrequency: angularFrequency, dampingRatio: dampingRatio,
      initialVelocity: initialVelocity + 1, durationSeconds: durationSeconds)
    return distanceLeft(atSeconds: t) - pushed.distanceLeft(atSeconds: t)
  }

  private var decay: Double { dampingRatio * angularFrequency }
  private var isCritical: Bool { abs(dampingRatio - 1) < 1e-8 }
  /// The damped angular frequency or, for an overdamped spring, half the difference of the two decay rates.
  private var split: Double {
    angularFrequency * abs(1 - dampingRatio * dampingRatio).squareRoot()
  }
  /// The weight of the slower exponential of an overdamped spring.
  private var slowWeight: Double { (decay + split - initialVelocity) / (2 * split) }

  /// The remaining distance x(t), which is not set to 0 after the settling time.
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

  /// An upper bound of |x| at and after t, except for a short rise at the start of springs with a high
  /// initial velocity.
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

  /// The last time at which a function that finally decreases to 0 exceeds `limit`, found by bisection.
  private static func lastAbove(_ limit: Double, _ f: (Double) -> Double) -> Double {
    var high = 1e-3
    while f(high) > limit && high < 1e6 { high *= 2 }
    // A small first value may precede an early rise, so later times are tested too.
    for factor in [2.0, 4, 8, 16] where f(high * factor) > limit { high *= factor * 2 }
    var low = 0.0
    for _ in 0..<200 where high - low > high * 1e-16 {
      let middle = (low + high) / 2
      if f(middle) > limit { low = middle } else { high = middle }
    }
    return high
  }
}
