package import PluginModel

extension PluginContents {
  /// Loads a file in a worker and returns its contents.
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

/// The animators and functions of a plugin; there is at least one, because a plugin without any is refused.
package struct PluginContents: Sendable {
  package var animators: [HostedAnimator] = []
  package var functions: [HostedFunction] = []

  /// All ids and aliases in the order in which the plugin added them.
  var names: [String] {
    animators.flatMap { [$0.description.id] + $0.description.aliases }
      + functions.map(\.description.id)
  }
  package var ids: [String] {
    animators.map(\.description.id) + functions.map(\.description.id)
  }
  var isEmpty: Bool { animators.isEmpty && functions.isEmpty }
}
