package import Scenes

/// A fault of a loaded plugin that keeps the step from running.
package struct AnimatorFault: Error, Hashable, Sendable {
  /// The id of the animator.
  package let animator: String
  /// A JSON pointer relative to the step, such as "/params/radius"; empty for the step itself.
  package let pointer: String
  /// The message, as one line for the user.
  package let message: String
  /// The label of the step; empty if the step is unknown.
  package let step: String
  /// The animator's file; empty if the animator's name suffices.
  package let plugin: String
  /// The time of the step at which the animator was called; nil for faults that do not depend on time.
  package private(set) var moment: StepMoment?
  /// The cause of a fault.
  package enum Origin: Hashable, Sendable {
    /// The host detected the fault.
    case host
    /// The animator reported a failure itself.
    case animator
    /// The animator failed without a word.
    case silence
  }
  package var origin = Origin.host

  package var isOwnWords: Bool { origin == .animator }
  package var isPlainFailure: Bool { origin == .silence }

  package enum Cause: Hashable, Sendable {
    /// The plugin violated the interface.
    case misbehaviour
    /// The system killed its worker, as it does when memory runs out.
    case memory
    /// The worker took more memory than is available.
    case room
    /// The user interrupted the program.
    case interruption
    /// The plugin is not the one that was inspected.
    case distrust
    /// A worker of it could not be locked.
    case noSandbox
  }
  package var cause = Cause.misbehaviour

  package init(
    animator: String, pointer: String = "", message: String, step: String = "", plugin: String = ""
  ) {
    self.animator = animator
    self.pointer = pointer
    self.message = message
    self.step = step
    self.plugin = plugin
  }

  /// The fault with the moment of the call.
  package func at(_ moment: StepMoment) -> AnimatorFault {
    var fault = self
    fault.moment = moment
    return fault
  }
}

extension AnimatorFault {
  /// Compares faults without their origin; only checks use this comparison.
  package static func == (a: AnimatorFault, b: AnimatorFault) -> Bool {
    (a.animator, a.pointer, a.message, a.step) == (b.animator, b.pointer, b.message, b.step)
  }
  package func hash(into hasher: inout Hasher) {
    hasher.combine(animator)
    hasher.combine(message)
  }
}

extension AnimatorFault: CustomStringConvertible {
  package var description: String { sentence(pointer.isEmpty ? "" : " \(pointer)") }

  /// The message without the pointer, for callers that add the place themselves.
  package var sentence: String { sentence("") }

  private func sentence(_ place: String) -> String {
    "\(step.isEmpty ? "" : "step \(step): ")\(animator)\(place): \(message)"
      + "\(plugin.isEmpty ? "" : " (\(plugin))")"
  }
}
