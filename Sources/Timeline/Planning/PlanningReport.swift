package import JSON
package import PluginModel
package import Documents
package import Scenes

/// The reason why a document cannot be planned.
package enum PlanningFailure: Error {
  case document(DocumentFailure)
  /// The fault of a loaded plugin in a step, with the time of the plan and the frame if they are known.
  case animator(AnimatorFault, time: FrameTime?, frame: Int?, origin: Origin)
  /// A plugin that the document needs crashed while it was loaded, or is not trusted.
  case refused(PluginRefusal, name: String, origin: Origin)
}

/// The report of planning: everything that is wrong with the document, or the plugin that is at fault.
package struct PlanningReport {
  package var problems: Problems
  /// The fault of a plugin, or the reason why the plugin may not be used; this is not a problem of the
  /// document.
  private var pluginFailure: PlanningFailure?

  init(file: String) { problems = Problems(file: file) }

  /// Records the failure of a plugin; only the first failure is reported.
  mutating func fail(_ failure: PlanningFailure) {
    if pluginFailure == nil { pluginFailure = failure }
  }

  /// Throws if anything has been reported.
  package func check() throws(PlanningFailure) {
    if let pluginFailure { throw pluginFailure }
    if let failure = problems.failure { throw .document(failure) }
  }
}
