internal import Documents
package import PluginHosting
package import PluginModel
package import Reporting

/// The animators and functions of a registry, by the names that a call gives.
package enum Plugins {
  /// The animator of a name; what is known of others that were meant is told.
  package static func named(
    _ id: String, in registry: AnimatorRegistry
  ) throws(EngineError) -> AnimatorDescription {
    guard let found = registry.animator(named: id) else { throw unknown(id, in: registry) }
    return found.description
  }

  /// The failure to tell when there is no such animator, or no such function where functions count too.
  package static func unknown(
    _ id: String, in registry: AnimatorRegistry, orFunction functions: Bool = false,
    or others: [String] = []
  ) -> EngineError {
    let what = functions ? "animator or function" : "animator"
    if let refusal = registry.refusal(ofAnimatorNamed: id) {
      return EngineError("no \(what) \"\(id)\": \(refusal)", EngineError.Cause(refusal))
    }
    let names = registry.animatorNames + (functions ? registry.functionNames : []) + others
    let near = NearestWord.find(id, in: names)
    let unread = registry.unreadableFiles(for: id).map { "; " + $0 } ?? ""
    return EngineError(
      "no \(what) \"\(id)\"\(unread)" + (near.map { "; did you mean \"\($0)\"?" } ?? ""), .content
    )
  }
}
