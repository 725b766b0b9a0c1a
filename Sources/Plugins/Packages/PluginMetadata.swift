internal import PluginHosting
package import PluginModel
package import Reporting

/// The description of a plugin, read in a worker.
package struct PluginMetadata: Sendable {
  package var animators: [AnimatorDescription]
  package var functions: [FunctionDescription]

  package var ids: [String] { animators.map(\.id) + functions.map(\.id) }
  /// The ids, and the other names of the animators.
  package var names: [String] { ids + animators.flatMap(\.aliases) }
  package var version: String? { animators.first?.version }

  /// The name of the package: the id of the first animator or, without animators, of the first function.
  package var packageName: String { ids.first?.replacing("_", with: "-") ?? "" }

  /// Loads the plugin in a worker, from any path.
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
