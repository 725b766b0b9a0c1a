import PluginModel
package import Scenes

/// An easing, which converts the fraction of a step's time, or of the time between two keyframes, to
/// progress.
package enum Easing: Sendable {
  case timing(TimingFunction)
  /// A function that a document calls as an easing. At the end of the duration, the progress is 1, regardless
  /// of the result of the function.
  case called(any FractionFunction)

  package static let linear = timing(.linear)
  package static let easeInOut = timing(.easeInOut)

  /// The progress at a fraction; from fraction 1 on, it is exactly 1 or, for linear(), the value of its last
  /// line.
  package func progress(at fraction: Double) throws -> Double {
    switch self {
    case .timing(let function): function.progress(at: fraction)
    case .called(let function): fraction >= 1 ? 1 : try function.value(at: max(0, fraction))
    }
  }

  /// The progress at a fraction of the time between two keyframes. The fraction is outside 0…1 if the easing
  /// of the step leaves that range: curves and lines are extrapolated as in CSS, and a spring keeps its end
  /// values.
  package func extendedProgress(at fraction: Double) throws -> Double {
    guard fraction < 0 || fraction > 1, case .timing(let function) = self else {
      return try progress(at: fraction)
    }
    return function.extendedProgress(at: fraction)
  }

  /// The progress at the end of a step that plays backwards: exactly 0 or, for linear(), the value of its
  /// first line.
  package var start: Double {
    if case .timing(let function) = self, case .piecewise = function {
      return function.progress(at: 0)
    }
    return 0
  }
}

/// An easing by a formula whose variable `progress` is the fraction.
package final class CalledEasing: FractionFunction {
  private let formula: CallExpression
  private let step: String
  package init(_ formula: CallExpression, step: String) {
    self.formula = formula
    self.step = step
  }

  package func value(at fraction: Double) throws -> Double {
    try formula.value(
      at: ExpressionMoment(progress: fraction, time: .zero, frame: 0, step: step)
    ).number!
  }
}
