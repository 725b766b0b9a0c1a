internal import Animators

/// What one plugin adds: something, or it would have been refused.
package struct PluginContents: Sendable {
  package var animators: [HostedAnimator] = []
  package var functions: [HostedFunction] = []

  /// Every id and alias, in the order in which they were added.
  var names: [String] {
    animators.flatMap { [$0.description.id] + $0.description.aliases }
      + functions.map(\.description.id)
  }
  package var ids: [String] {
    animators.map(\.description.id) + functions.map(\.description.id)
  }
  var isEmpty: Bool { animators.isEmpty && functions.isEmpty }
}
