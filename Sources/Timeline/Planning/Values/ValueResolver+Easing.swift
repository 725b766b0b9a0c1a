package import JSON
import PluginModel
package import Documents
package import Evaluation
import Scenes

/// Converts the easings of documents to timing functions.
extension ValueResolver {
  /// The easing and, for a spring with its own settling time, its duration. `step` is the name of the step in
  /// error messages.
  mutating func easing(
    _ spec: EasingSpec?, default fallback: Easing, stepSeconds: Double?, step: String = "",
    at origin: Origin
  ) -> (Easing, ownSeconds: Double?)? {
    guard let spec else { return (fallback, nil) }
    if case .expression(let node) = spec {
      return formula(node, as: [.double], .easing) { _, _ in nil }.map {
        (.called(CalledEasing($0, step: step)), nil)
      }
    }
    return spec.timing(stepSeconds: stepSeconds, at: origin, &problems).map {
      (.timing($0.function), $0.ownSeconds)
    }
  }
}

extension EasingSpec {
  /// The timing function and, for a spring with its own settling time, its duration; nil for a function call,
  /// and for an invalid easing, which is reported.
  package func timing(
    stepSeconds: Double?, at origin: Origin, _ problems: inout Problems
  ) -> (function: TimingFunction, ownSeconds: Double?)? {
    switch self {
    case .linear: return (.linear, nil)
    case .cubicBezier(let x1, let y1, let x2, let y2):
      return (.cubicBezier(x1: x1, y1: y1, x2: x2, y2: y2), nil)
    case .steps(let count, let jump):
      let jumps: [EasingSpec.Jump: TimingFunction.StepJump] = [
        .start: .start, .end: .end, .none: .none, .both: .both,
      ]
      return (.steps(count: count, jump: jumps[jump]!), nil)
    case .piecewise(let corners):
      return (.piecewise(corners.map { .init(offset: $0.input, progress: $0.output) }), nil)
    case .spring(let spring):
      return spring.spring(stepSeconds: stepSeconds, at: origin, &problems).map {
        (.spring($0.spring), $0.ownSeconds)
      }
    case .expression: return nil
    }
  }
}

extension SpringSpec {
  /// Creates the spring and, if it has its own settling time, its duration.
  func spring(
    stepSeconds: Double?, at origin: Origin, _ problems: inout Problems
  ) -> (spring: Spring, ownSeconds: Double?)? {
    switch self {
    case .ratio(let ratio, let duration, let velocity):
      guard ratio >= Spring.minimumDampingRatio else {
        problems.add("dampingRatio must be at least \(Spring.minimumDampingRatio)", at: origin)
        return nil
      }
      guard let seconds = duration ?? stepSeconds else {
        problems.add("a spring with dampingRatio needs a duration", at: origin)
        return nil
      }
      if let duration, let stepSeconds, duration != stepSeconds {
        problems.add(
          "the spring and the step have different durations: set only one duration", at: origin)
        return nil
      }
      // A step with the duration 0 may still have a spring, which then finishes immediately.
      let spring = Spring(
        dampingRatio: ratio, durationSeconds: max(seconds, 1e-6), initialVelocity: velocity)
      return (spring, duration)
    case .physical(let mass, let stiffness, let damping, let velocity):
      let spring = Spring(
        mass: mass, stiffness: stiffness, damping: damping, initialVelocity: velocity)
      return spring.alone(stepSeconds, at: origin, &problems)
    case .bounce(let response, let bounce, let velocity):
      let spring = Spring(responseSeconds: response, bounce: bounce, initialVelocity: velocity)
      return spring.alone(stepSeconds, at: origin, &problems)
    }
  }
}

extension Spring {
  /// Checks that a spring with its own settling time is used without a duration.
  fileprivate func alone(
    _ stepSeconds: Double?, at origin: Origin, _ problems: inout Problems
  ) -> (spring: Spring, ownSeconds: Double?)? {
    guard stepSeconds == nil else {
      problems.add(
        "the spring has its own duration of \(durationSeconds.rounded(toPlaces: 3)) s: "
          + "remove the step's duration", at: origin)
      return nil
    }
    guard durationSeconds.isFinite, durationSeconds < 3600 else {
      problems.add("this spring never settles", at: origin)
      return nil
    }
    return (self, durationSeconds)
  }
}

extension Double {
  func rounded(toPlaces places: Int) -> Double {
    var factor = 1.0
    for _ in 0..<places { factor *= 10 }
    return (self * factor).rounded() / factor
  }
}

extension FrameTime {
  /// The seconds for messages, with at most four decimal places.
  var text: String { JSONWriter.number(seconds.rounded(toPlaces: 4)) }
}
