internal import PluginModel
internal import CHosting

/// The files that are opened to load a plugin: the libraries that it needs, each before its dependents, then
/// the plugin. The loader has to look for no other library, so run paths have no effect.
package struct LoadPlan: Sendable {
  package struct Step: Sendable {
    /// The path in messages and for debuggers. Dependents refer to a library by the last component.
    let path: String
    /// The path that is opened: the path of the file itself, or of a copy.
    package let place: String

    var isCopy: Bool { path != place }
    var name: String { path.lastIndex(of: "/").map { String(path[$0...].dropFirst()) } ?? path }
  }
  var libraries: [Step]
  package var plugin: Step
}

/// The plan as command-line words for a worker, which receives the copies as descriptors from WORKER_PLUGIN
/// on.
extension LoadPlan {
  private static let (copied, inPlace) = ("copy:", "file:")

  var words: [String] { libraries.map { ($0.isCopy ? Self.copied : Self.inPlace) + $0.path } }

  /// Reads a plan from its words; nil if they are invalid.
  init?(plugin: String, words: some Sequence<String>) {
    var copy = WORKER_PLUGIN
    func nextCopy(of path: String) -> Step {
      defer { copy += 1 }
      return Step(path: path, place: "/proc/self/fd/\(copy)")
    }
    self.plugin = nextCopy(of: plugin)
    libraries = []
    for word in words {
      if word.hasPrefix(Self.copied) {
        libraries.append(nextCopy(of: String(word.dropFirst(Self.copied.count))))
      } else if word.hasPrefix(Self.inPlace) {
        let path = String(word.dropFirst(Self.inPlace.count))
        libraries.append(Step(path: path, place: path))
      } else {
        return nil
      }
    }
  }
}
