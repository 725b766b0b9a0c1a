package import PluginModel
import Scenes

/// A value in the notation of documents, with every name resolved: a pure function of the moment.
package indirect enum CallExpression: Sendable {
  /// The quantities that a call may refer to.
  package enum Variable: String, Sendable, CaseIterable {
    /// In a step, the eased progress; in an easing, the fraction to ease.
    case progress
    /// Seconds of the plan's own time.
    case time
    /// The number of frames started until then, at the canvas's rate.
    case frame

    package var type: ParameterType { self == .frame ? .int32 : .double }
  }

  case constant(ParameterValue)
  case variable(Variable)
  /// A whole number in a place that takes any number.
  case widened(CallExpression)
  /// A point, size or rect whose numbers are evaluated one by one.
  case list(ParameterType, [CallExpression])
  case call(any CallableFunction, [CallExpression])

  /// Whether it gives different values at different moments.
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
