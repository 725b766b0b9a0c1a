package import Scenes

/// A fault of a loaded plugin that prevents a step from running.
package struct AnimatorFault: Error, Hashable, Sendable {
  /// The id of the animator that failed.
  package let animator: String
  /// The JSON pointer to the cause of the fault, relative to the step, such as "/params/radius"; empty if the
  /// fault concerns the whole step.
  package let pointer: String
  /// The message about the animator's failure, as one line.
  package let message: String
  /// The label of the step; empty if the step is unknown.
  package let step: String
  /// The file of the animator; empty if the name of the animator is sufficient.
  package let plugin: String
  /// The time at which the animator was called; nil for a fault that does not depend on time.
  package private(set) var moment: StepMoment?
  /// The component that detected a fault of an animator.
  package enum Origin: Hashable, Sendable {
    /// The host detected the fault of the animator.
    case host
    /// The animator reported a failure through `fail`.
    case animator
    /// The animator failed without a message.
    case silence
  }
  package var origin = Origin.host

  package var isOwnWords: Bool { origin == .animator }
  package var isPlainFailure: Bool { origin == .silence }

  package enum Cause: Hashable, Sendable {
    /// The plugin has violated the interface.
    case misbehaviour
    /// The system killed the plugin's worker, for example because memory ran out.
    case memory
    /// The plugin's worker needed more memory than is available.
    case room
    /// The user interrupted the program.
    case interruption
    /// The plugin file has changed since it was inspected.
    case distrust
    /// The plugin's worker could not be sandboxed.
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

  /// Returns the fault with the time of the failed call.
  package func at(_ moment: StepMoment) -> AnimatorFault {
    var fault = self
    fault.moment = moment
    return fault
  }
}

extension AnimatorFault {
  /// Compares two faults except for their origin; only checks use this comparison.
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

  /// The message without the JSON pointer, for callers that add the position themselves.
  package var sentence: String { sentence("") }

  private func sentence(_ place: String) -> String {
    "\(step.isEmpty ? "" : "step \(step): ")\(animator)\(place): \(message)"
      + "\(plugin.isEmpty ? "" : " (\(plugin))")"
  }
}
