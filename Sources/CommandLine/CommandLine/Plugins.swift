internal import Documents
import JSON
package import PluginHosting
package import PluginModel
package import Reporting

/// Finds the animators and functions of a registry whose names commands contain.
package enum Plugins {
  /// Returns the animator with a name; if there is none, the error suggests similar names.
  package static func named(
    _ id: String, in registry: AnimatorRegistry
  ) throws(EngineError) -> AnimatorDescription {
    guard let found = registry.animator(named: id) else { throw unknown(id, in: registry) }
    return found.description
  }

  /// The error that no animator has this name or, if functions are valid too, that no function has it.
  package static func unknown(
    _ id: String, in registry: AnimatorRegistry, orFunction functions: Bool = false,
    or others: [String] = []
  ) -> EngineError {
    let what = functions ? "animator or function" : "animator"
    if let refusal = registry.refusal(ofAnimatorNamed: id) {
      return EngineError("no \(what) \"\(id)\": \(refusal)", EngineError.Cause(refusal))
    }
    let names = registry.animatorNames + (functions ? registry.functionNames : []) + others
    let near = NearestWord.find(id, in: names).map { "did you mean \"\($0)\"?" }
    let unread = registry.unreadableFiles(for: id)
    let hints = [unread, near ?? (unread == nil ? "pipeline plugin list names them" : nil)]
    return EngineError(
      (["no \(what) \"\(id)\""] + hints.compactMap(\.self)).joined(separator: "; "), .content)
  }
}
