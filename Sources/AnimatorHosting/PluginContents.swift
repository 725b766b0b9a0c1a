/// What one plugin adds: something, or it would have been refused.
package struct PluginContents: Sendable {
  package var animators: [AnimatorDescription] = []
  package var functions: [FunctionDescription] = []

  /// Every id and alias, in the order in which they were added.
  var names: [String] { animators.flatMap { [$0.id] + $0.aliases } + functions.map(\.id) }
  package var ids: [String] { animators.map(\.id) + functions.map(\.id) }
  var isEmpty: Bool { animators.isEmpty && functions.isEmpty }
}
