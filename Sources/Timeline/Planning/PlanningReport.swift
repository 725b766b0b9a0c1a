package import JSON
package import PluginModel
package import Documents
package import Scenes

/// The reason why a document cannot be planned.
package enum PlanningFailure: Error {
  case document(DocumentFailure)
  /// A loaded plugin failed in a step; the time and the frame are given if they are known.
  case animator(AnimatorFault, time: FrameTime?, frame: Int?, origin: Origin)
  /// A plugin that the document needs crashed while it was loaded, or is not trusted.
  case refused(PluginRefusal, name: String, origin: Origin)
}

/// The results of planning: all problems of the document, or the failure of a plugin.
package struct PlanningReport {
  package var problems: Problems
  /// The failure of a plugin, or the reason why it must not be used; a plugin failure is not a problem of the
  /// document.
  private var pluginFailure: PlanningFailure?

  init(file: String) { problems = Problems(file: file) }

  /// Records the failure of a plugin; only the first failure is reported.
  mutating func fail(_ failure: PlanningFailure) {
    if pluginFailure == nil { pluginFailure = failure }
  }

  /// Throws the reported failure or problems, if there are any.
  package func check() throws(PlanningFailure) {
    if let pluginFailure { throw pluginFailure }
    if let failure = problems.failure { throw .document(failure) }
  }
}
