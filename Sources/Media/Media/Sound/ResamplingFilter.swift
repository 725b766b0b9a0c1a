internal import Glibc
internal import Scenes

/// Interpolates between samples of stereo sound by a windowed sinc filter, which for faster playback removes
/// frequencies above the Nyquist limit of the result. Julius O. Smith, Digital Audio Resampling,
/// https://ccrma.stanford.edu/~jos/resample/
struct ResamplingFilter {
  /// The number of samples on each side from which a value is interpolated.
  let reach: Int
  /// The weights of the filter for each phase, in consecutive rows of `2 * reach` weights.
  private let weights: [Float]
  private static let phases = 128
  private static let lobes = 12.0

  init(speed: Double) {
    let cutoff = min(1, 1 / speed)
    reach = Int(clamped: Self.lobes / cutoff, rounded: .up)
    var weights: [Float] = []
    weights.reserveCapacity(Self.phases * 2 * reach)
    for phase in 0..<Self.phases {
      let shift = Double(phase) / Double(Self.phases)
      var row: [Double] = []
      for tap in 0..<2 * reach {
        let distance = Double(tap - reach + 1) - shift
        let x = Double.pi * distance * cutoff
        let share = min(1, distance.magnitude / Double(reach))
        // The sinc function is multiplied by Hann's window.
        row.append((x == 0 ? 1 : sin(x) / x) * (0.5 + 0.5 * cos(Double.pi * share)))
      }
      let sum = row.reduce(0, +)
      weights += row.map { Float($0 / sum) }
    }
    self.weights = weights
  }

  /// Returns the left and right values at a time between the samples; before the first and after the last sample there
  /// is silence.
  func value(of samples: [Float], at time: Double) -> (Float, Float) {
    let whole = Int(clamped: time, rounded: .down)
    let phase = min(
      Self.phases - 1, Int(clamped: (time - Double(whole)) * Double(Self.phases), rounded: .down))
    var (left, right): (Float, Float) = (0, 0)
    for tap in 0..<2 * reach {
      let place = 2 * (whole + tap - reach + 1)
      guard place >= 0, place + 1 < samples.count else { continue }
      let weight = weights[phase * 2 * reach + tap]
      left += samples[place] * weight
      right += samples[place + 1] * weight
    }
    return (left, right)
  }
}
