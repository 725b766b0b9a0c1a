import PluginModel
package import Scenes

/// The easing that turns the fraction of a step's time, or of the way to the next keyframe, into progress.
package enum Easing: Sendable {
  case timing(TimingFunction)
  /// A function that a document calls. At the end progress is 1, regardless of its result.
  case called(any FractionFunction)

  package static let linear = timing(.linear)
  package static let easeInOut = timing(.easeInOut)

  /// The progress at a fraction: from fraction 1 on exactly 1, or for linear() the value of its line.
  package func progress(at fraction: Double) throws -> Double {
    switch self {
    case .timing(let function): function.progress(at: fraction)
    case .called(let function): fraction >= 1 ? 1 : try function.value(at: max(0, fraction))
    }
  }

  /// The progress at a fraction between two keyframes. The fraction leaves 0…1 if the step's own easing does:
  /// curves and lines are extrapolated as in CSS, and a spring keeps its end values.
  package func extendedProgress(at fraction: Double) throws -> Double {
    guard fraction < 0 || fraction > 1, case .timing(let function) = self else {
      return try progress(at: fraction)
    }
    return function.extendedProgress(at: fraction)
  }

  /// The progress at the end of a step that plays backwards: exactly 0, or for linear() the value of its
  /// line.
  package var start: Double {
    if case .timing(let function) = self, case .piecewise = function {
      return function.progress(at: 0)
    }
    return 0
  }
}

/// A number formula that eases: its variable `progress` is the fraction.
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
