/// A source of animators and functions for planning: the registry, or that of a test.
package protocol AnimatorFinding {
  /// The animator with this id or alias.
  func findAnimator(_ name: String) -> (any BindableAnimator)?
  /// Every name that would be found, for suggestions.
  var animatorNames: [String] { get }
  /// Why a file that would have had this animator or function was refused.
  func refusal(ofAnimatorNamed name: String) -> PluginRefusal?
  /// Files of which nobody knows what they would have had, in one line.
  func unreadableFiles(for name: String) -> String?
  /// Why no animator has the version that a name asks for; nil where that is not why there is none.
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
