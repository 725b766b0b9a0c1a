internal import Formats
package import Scenes

/// A function that converts a fraction of a step's time to progress (CAMediaTimingFunction, CSS easings and
/// springs).
package enum TimingFunction: Hashable, Sendable {
  case linear
  /// A curve from (0, 0) to (1, 1) with two control points; x1 and x2 are in 0…1.
  case cubicBezier(x1: Double, y1: Double, x2: Double, y2: Double)
  /// The CSS function steps() with at least one step, or at least two for `jumpNone`.
  case steps(count: Int, jump: StepJump)
  /// The CSS function linear() with at least two stops in ascending order of offsets, whose range may differ
  /// from 0…1.
  case piecewise([PiecewiseStop])
  case spring(Spring)

  package enum StepJump: String, Hashable, Sendable { case start, end, none, both }

  package struct PiecewiseStop: Hashable, Sendable {
    package var offset: Double
    package var progress: Double
    package init(offset: Double, progress: Double) {
      self.offset = offset
      self.progress = progress
    }
  }

  package static let ease = cubicBezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1)
  package static let easeIn = cubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1)
  package static let easeOut = cubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1)
  /// The default easing of a step, which is that of UIView.
  package static let easeInOut = cubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)

  /// The progress at a fraction of the duration. From fraction 1 on, the progress is exactly 1 or, for
  /// linear(), the value of its last line; a spring, a Bézier curve or linear() may leave the range 0…1 in
  /// between.
  package func progress(at fraction: Double) -> Double {
    let x = min(1, max(0, fraction))
    switch self {
    case .piecewise(let stops): return Self.piecewise(stops, at: x)
    case _ where x == 1: return 1
    case .linear:
      return x
    case .cubicBezier(let x1, let y1, let x2, let y2):
      return BezierTiming(x1: x1, y1: y1, x2: x2, y2: y2).progress(at: x)
    case .steps(let count, let jump):
      let floor = Int(clamped: x * Double(count), rounded: .down, to: 0...count)
      switch jump {
      case .end: return Double(floor) / Double(count)
      case .start: return Double(floor + 1) / Double(count)
      case .none: return min(1, Double(floor) / Double(count - 1))
      case .both: return Double(floor + 1) / Double(count + 1)
      }
    case .spring(let spring):
      return spring.progress(atSeconds: x * spring.durationSeconds)
    }
  }

  /// The progress at a fraction outside 0…1 (CSS Easing Level 2): a curve is extrapolated along its tangents,
  /// and steps() and the first and last lines of linear() continue.
  func extendedProgress(at x: Double) -> Double {
    switch self {
    case .linear: return x
    case .cubicBezier(let x1, let y1, let x2, let y2):
      if x < 0 {
        let slope = x1 > 0 ? y1 / x1 : y1 != 0 ? 0 : x2 > 0 ? y2 / x2 : y2 == 0 ? 1 : 0
        return slope * x
      }
      let slope =
        x2 < 1 ? (y2 - 1) / (x2 - 1) : y2 != 1 ? 0 : x1 < 1 ? (y1 - 1) / (x1 - 1) : y1 == 1 ? 1 : 0
      return 1 + slope * (x - 1)
    case .steps(let count, let jump):
      let floor = (x * Double(count)).rounded(.down)
      switch jump {
      case .end: return floor / Double(count)
      case .start: return (floor + 1) / Double(count)
      case .none: return floor / Double(count - 1)
      case .both: return (floor + 1) / Double(count + 1)
      }
    case .piecewise(let stops): return Self.piecewise(stops, at: x)
    case .spring: return x < 0 ? 0 : 1
    }
  }

  /// The value of linear() at a fraction (CSS Easing Level 2). If several stops have equal offsets, the last
  /// of them applies; the first and last lines are extrapolated.
  private static func piecewise(_ stops: [PiecewiseStop], at x: Double) -> Double {
    var index = 0
    while index + 2 < stops.count && stops[index + 1].offset <= x { index += 1 }
    let (a, b) = (stops[index], stops[index + 1])
    if x == b.offset || b.offset == a.offset { return b.progress }
    return a.progress + (b.progress - a.progress) * ((x - a.offset) / (b.offset - a.offset))
  }
}
