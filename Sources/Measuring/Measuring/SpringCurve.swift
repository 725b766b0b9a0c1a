internal import Scenes

/// The way of a spring that starts at rest, as quickly as fits ask for it: `Spring` also finds when it
/// settles, which takes longer than all else.
struct SpringCurve {
  let frequency: Double
  let damping: Double

  /// Progress at a time since the start.
  func progress(atSeconds t: Double) -> Double {
    guard t > 0 else { return 0 }
    let decay = damping * frequency
    if (damping - 1).magnitude < 1e-6 { return 1 - Portable.exp(-decay * t) * (1 + decay * t) }
    let split = frequency * (1 - damping * damping).magnitude.squareRoot()
    if damping < 1 {
      let (sine, cosine) = Portable.sineCosine(split * t)
      return 1 - Portable.exp(-decay * t) * (cosine + decay / split * sine)
    }
    let slow = (decay + split) / (2 * split)
    return 1 - slow * Portable.exp((split - decay) * t)
      - (1 - slow) * Portable.exp(-(split + decay) * t)
  }
}
