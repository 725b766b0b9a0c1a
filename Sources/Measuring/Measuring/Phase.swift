internal import Evaluation
internal import Scenes

/// A part of a track in which its values change from one value to another along a curve.
package struct Phase: Hashable, Sendable {
  /// The start of the phase in seconds since the recording's start.
  package var start: Double
  package var end: Double
  package var curve: Curve
  /// The distance that each channel travels.
  package var travel: [Double]
  /// The standard deviations of the start and the end, in seconds.
  package var startError = 0.0
  package var endError = 0.0

  package func progress(at time: Double) -> Double {
    switch curve {
    case .named(let index):
      NamedCurve.all[index].progress(at: (time - start) / max(1e-6, end - start))
    case .spring(let frequency, let damping):
      Spring(unsettled: frequency, dampingRatio: damping).progress(atSeconds: time - start)
    case .bezier(let x1, let y1, let x2, let y2):
      Bezier.progress(x1, y1, x2, y2, at: (time - start) / max(1e-6, end - start))
    case .steps(let count):
      TimingFunction.steps(count: count, jump: .end).progress(
        at: (time - start) / max(1e-6, end - start))
    }
  }
}

/// Computes cubic Bézier curves from (0, 0) to (1, 1) fast enough for fits.
enum Bezier {
  static func progress(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, at x: Double
  ) -> Double {
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    var (low, high, s) = (0.0, 1.0, x)
    for _ in 0..<40 {
      let r = 1 - s
      let there = 3 * r * r * s * x1 + 3 * r * s * s * x2 + s * s * s
      if there < x { low = s } else { high = s }
      let slope = 3 * r * r * x1 + 6 * r * s * (x2 - x1) + 3 * s * s * (1 - x2)
      let next = slope > 1e-6 ? s - (there - x) / slope : (low + high) / 2
      let step = next > low && next < high ? next : (low + high) / 2
      if (step - s).magnitude < 1e-12 { break }
      s = step
    }
    let r = 1 - s
    return 3 * r * r * s * y1 + 3 * r * s * s * y2 + s * s * s
  }
}

/// Values that change together, such as x and y, with their uncertainty.
struct Channels {
  /// The time of each sample, in seconds.
  var times: [Double]
  /// The values of each channel, one for each sample.
  var values: [[Double]]
  /// The noise of each channel.
  var noise: [Double]
  /// The weight of each sample: 0 for a sample that was not measured.
  var weights: [Double]
  /// The weights of each channel, if the channels are visible at different times; otherwise nil.
  var ownWeights: [[Double]]? = nil
  /// The typical time between two samples, in seconds.
  var interval: Double
  /// The limits of values at times when the layer was not visible.
  var bounds: [Bound] = []

  /// A lower or upper limit of a value at a time.
  struct Bound: Sendable {
    var time: Double
    var channel: Int
    var value: Double
    var isLeast: Bool
  }

  var count: Int { times.count }

  func weights(of channel: Int) -> [Double] { ownWeights?[channel] ?? weights }

  /// Whether the rest at the start, and the rest at the end, is outside the visible part, so that the motion continues
  /// beyond it.
  var isOpen: (start: Bool, end: Bool) {
    (weights.prefix(3).allSatisfy { $0 == 0 }, weights.suffix(3).allSatisfy { $0 == 0 })
  }
}

/// The phases that were fitted to a track.
package struct TrackFit: Sendable {
  package var phases: [Phase]
  /// The values before the first phase.
  package var origin: [Double]
  /// The deviation of each channel from the fit.
  package var residual: [Double]
  /// The residual of the samples as a multiple of their noise.
  package var misfit: Double
  /// Whether no curve describes the phase, because a finger moves the layer or the layer was hard to see.
  package var isUnexplained: Bool

  package func values(at time: Double) -> [Double] {
    var result = origin
    for phase in phases {
      let progress = phase.progress(at: time)
      for channel in result.indices { result[channel] += phase.travel[channel] * progress }
    }
    return result
  }
}
