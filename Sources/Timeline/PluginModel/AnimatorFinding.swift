/// A source of animators and functions for the planner: the registry, or a replacement in a test.
package protocol AnimatorFinding {
  /// Returns the animator with this id or alias.
  func findAnimator(_ name: String) -> (any BindableAnimator)?
  /// All available animator names, from which suggestions are made.
  var animatorNames: [String] { get }
  /// The reason why a file that may contain this animator or function was refused.
  func refusal(ofAnimatorNamed name: String) -> PluginRefusal?
  /// A line about unreadable files that may contain the name.
  func unreadableFiles(for name: String) -> String?
  /// The reason why no animator has the requested version; nil if the version is not the problem.
  func problem(withVersionOf name: String) -> String?
  func findFunction(_ name: String) -> (any CallableFunction)?
  var functionNames: [String] { get }
}

extension AnimatorFinding {
  package func problem(withVersionOf name: String) -> String? { nil }
  package func unreadableFiles(for name: String) -> String? { nil }
  package func findFunction(_ name: String) -> (any CallableFunction)? { nil }
  package var functionNames: [String] { [] }
}
