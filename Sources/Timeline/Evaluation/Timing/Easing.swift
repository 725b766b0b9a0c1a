import PluginModel
package import Scenes

/// The easing that turns the fraction of a step's time, or of the way to the next keyframe, into
/// progress.
package enum Easing: Sendable {
  case timing(TimingFunction)
  /// A function that a document calls. At the end progress is 1, whatever it answers.
  case called(any FractionFunction)

  package static let linear = timing(.linear)
  package static let easeInOut = timing(.easeInOut)

  /// Progress at a fraction: from fraction 1 on exactly 1, and of linear() what its line says there.
  package func progress(at fraction: Double) throws -> Double {
    switch self {
    case .timing(let function): function.progress(at: fraction)
    case .called(let function): fraction >= 1 ? 1 : try function.value(at: max(0, fraction))
    }
  }

  /// Progress at a fraction of the way to the next keyframe, which leaves 0…1 where the step's own easing
  /// does: curves and lines go on there as CSS has it, a spring rests.
  package func extendedProgress(at fraction: Double) throws -> Double {
    guard fraction < 0 || fraction > 1, case .timing(let function) = self else {
      return try progress(at: fraction)
    }
    return function.extendedProgress(at: fraction)
  }

  /// Progress where a step that plays backwards ends: exactly 0, and of linear() what its line
  /// says there.
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
