package import PluginModel

extension PluginContents {
  /// Loads one file in a worker, and returns its contents.
  package static func scan(
    _ path: String, _ isolation: Isolation
  ) throws(PluginRefusal) -> PluginContents {
    guard let executable = isolation.worker else {
      throw PluginRefusal(path: path, reason: Isolation.missingWorker)
    }
    return try PluginWorkers(
      try PluginCopies(path, isBundled: false), isBundled: false, isDocuments: false,
      executable: executable, isolation
    ).scan()
  }
}

/// The animators and functions that a plugin adds; there is at least one, because a plugin without any is
/// refused.
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
