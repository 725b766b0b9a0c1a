internal import PluginHosting
internal import PluginModel
package import Reporting

/// The description of a plugin, read in a worker.
package struct PluginMetadata: Sendable {
  package var ids: [String]
  package var title: String?
  package var version: String?
  package var licence: String?
  package var author: String?
  package var url: String?

  /// The first animator's id names the package, else the first function's.
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
    let first = found.animators.first?.description
    return PluginMetadata(
      ids: found.ids, title: first?.title, version: first?.version, licence: first?.licence,
      author: first?.author, url: first?.url)
  }
}
