internal import PluginHosting
package import PluginModel
package import Reporting

/// The description of a plugin, which a worker has read.
package struct PluginMetadata: Sendable {
  package var animators: [AnimatorDescription]
  package var functions: [FunctionDescription]

  package var ids: [String] { animators.map(\.id) + functions.map(\.id) }
  /// The ids of the plugin, and the aliases of its animators.
  package var names: [String] { ids + animators.flatMap(\.aliases) }
  package var version: String? { animators.first?.version }

  /// The name for a package: the id of the first animator or, if there are no animators, of the first
  /// function.
  package var packageName: String { ids.first?.replacing("_", with: "-") ?? "" }

  /// Loads the plugin at any path in a worker, and returns its description.
  package static func read(_ path: String) throws(EngineError) -> PluginMetadata {
    var isolation = Isolation()
    isolation.mode = .always
    let found: PluginContents
    do throws(PluginRefusal) {
      found = try PluginContents.scan(path, isolation)
    } catch {
      let cause: EngineError.Cause =
        switch error.kind {
        case .misbehaved: .plugin
        case .noSandbox: .unavailable
        case .untrusted: .refused
        case .unusable, .duplicate: .content
        }
      throw EngineError("\(path): \(error.reason)", cause)
    }
    return PluginMetadata(
      animators: found.animators.map(\.description), functions: found.functions.map(\.description))
  }
}
