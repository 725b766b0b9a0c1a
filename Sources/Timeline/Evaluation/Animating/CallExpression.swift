package import PluginModel
import Scenes

/// A value in document notation with all names resolved: a pure function of time.
package indirect enum CallExpression: Sendable {
  /// The variables that a call may use.
  package enum Variable: String, Sendable, CaseIterable {
    /// In a step, the progress after easing; in an easing, the fraction to ease.
    case progress
    /// The time on the plan's clock, in seconds.
    case time
    /// The number of frames that have started on the plan's clock, at the rate of the canvas.
    case frame

    package var type: ParameterType { self == .frame ? .int32 : .double }
  }

  case constant(ParameterValue)
  case variable(Variable)
  /// An integer that is used where any number is allowed.
  case widened(CallExpression)
  /// A point, size or rectangle whose numbers are evaluated separately.
  case list(ParameterType, [CallExpression])
  case call(any CallableFunction, [CallExpression])

  /// Whether the result of the call changes over time.
  package var isVarying: Bool {
    switch self {
    case .constant: false
    case .variable: true
    case .widened(let inner): inner.isVarying
    case .list(_, let parts), .call(_, let parts): parts.contains(where: \.isVarying)
    }
  }

  package func value(at moment: ExpressionMoment) throws(AnimatorFault) -> ParameterValue {
    switch self {
    case .constant(let value): return value
    case .variable(.progress): return .double(moment.progress)
    case .variable(.time): return .double(moment.time.seconds)
    case .variable(.frame): return .int32(moment.frame)
    case .widened(let inner): return .double(try inner.value(at: moment).number!)
    case .list(let type, let parts):
      var numbers = SIMD4<Double>.zero
      for (i, part) in parts.enumerated() { numbers[i] = try part.value(at: moment).number! }
      return type.row.value(numbers)!
    case .call(let function, let parts):
      var arguments: [ParameterValue] = []
      arguments.reserveCapacity(parts.count)
      for part in parts { arguments.append(try part.value(at: moment)) }
      return try function.call(arguments, step: moment.step)
    }
  }
}
