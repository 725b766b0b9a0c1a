internal import Evaluation
internal import Scenes

/// The easing of one pass of a step for one of its layers.
struct StepCurve {
  let layer: Int
  /// The start and end times in seconds of the film.
  let start: Double
  let end: Double
  let timing: TimingFunction
  /// The times in seconds between start and end at which the step reaches a keyframe.
  var corners: [Double] = []

  private static let mostPasses = 200

  /// The curves of all steps, sorted by their start times; longer curves precede shorter ones with the same
  /// start.
  static func all(of plan: Plan, from origin: Double, until duration: Double) -> [StepCurve] {
    var curves: [StepCurve] = []
    for step in plan.steps {
      guard case .timing(let timing) = step.timing, step.end > step.start else { continue }
      let length = step.passes.length.seconds
      let cycle = length + step.passes.delay.seconds
      guard length > 0, step.passes.last < mostPasses else { continue }
      for pass in 0...step.passes.last {
        let start = step.start.seconds - origin + Double(pass) * cycle
        let end = min(start + length, step.end.seconds - origin)
        // A pass that is cut off by the end of its step follows only part of the easing.
        guard end - start > length - 1e-6, start > -1e-6, start < duration else { continue }
        let isBackwards = step.passes.isAlternating && pass % 2 == 1
        guard let own = isBackwards != step.isMirrored ? timing.backwards : timing else { continue }
        let offsets =
          (step.animator as? KeyframeAnimator)?.offsets.filter { 0 < $0 && $0 < 1 } ?? []
        let corners = offsets.map { start + own.share(at: isBackwards ? 1 - $0 : $0) * length }
        for target in step.targets {
          curves.append(
            StepCurve(layer: target.layer, start: start, end: end, timing: own, corners: corners))
        }
      }
    }
    return curves.sorted { ($0.start, -$0.end) < ($1.start, -$1.end) }
  }
}

extension TimingFunction {
  /// The input fraction at which a monotonically rising curve has a value, found by bisection.
  fileprivate func share(at progress: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if self.progress(at: middle) < progress { low = middle } else { high = middle }
    }
    return high
  }

  /// The curve with reversed time; nil if the result is not a supported curve.
  var backwards: TimingFunction? {
    switch self {
    case .linear: .linear
    case .cubicBezier(let x1, let y1, let x2, let y2):
      .cubicBezier(x1: 1 - x2, y1: 1 - y2, x2: 1 - x1, y2: 1 - y1)
    case .steps(let count, let jump):
      switch jump {
      case .start: .steps(count: count, jump: .end)
      case .end: .steps(count: count, jump: .start)
      default: self
      }
    case .piecewise(let stops):
      .piecewise(stops.reversed().map { .init(offset: 1 - $0.offset, progress: 1 - $0.progress) })
    case .spring: nil
    }
  }
}
