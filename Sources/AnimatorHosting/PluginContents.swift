/// What one plugin adds: something, or it would have been refused.
struct PluginContents: Sendable {
  var animators: [AnimatorDescription] = []
  var functions: [FunctionDescription] = []

  /// Every id and alias, in the order in which they were added.
  var names: [String] { animators.flatMap { [$0.id] + $0.aliases } + functions.map(\.id) }
  var ids: [String] { animators.map(\.id) + functions.map(\.id) }
  var isEmpty: Bool { animators.isEmpty && functions.isEmpty }
}
