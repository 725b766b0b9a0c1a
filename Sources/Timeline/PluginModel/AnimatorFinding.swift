/// A source of animators and functions for planning: the registry, or the source of a test.
package protocol AnimatorFinding {
  /// The animator with this id or alias.
  func findAnimator(_ name: String) -> (any BindableAnimator)?
  /// Every available name, for suggestions.
  var animatorNames: [String] { get }
  /// The reason why a file that may contain this animator or function was refused.
  func refusal(ofAnimatorNamed name: String) -> PluginRefusal?
  /// A line about the files that could not be loaded and may contain the name.
  func unreadableFiles(for name: String) -> String?
  /// The reason why no animator has the version in a name; nil if the version is not the reason.
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
