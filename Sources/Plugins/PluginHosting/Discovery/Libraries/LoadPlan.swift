internal import PluginModel
internal import CHosting

/// The files that are opened to load a plugin: the libraries that it needs, each before the libraries that
/// need it, and then the plugin. The loader therefore never searches for a library, and run paths have no
/// effect.
package struct LoadPlan: Sendable {
  package struct Step: Sendable {
    /// The path of the library for messages and debuggers. Other libraries refer to the library by the last
    /// component of this path.
    let path: String
    /// The path that the loader opens: that of the file itself, or that of a copy.
    package let place: String

    var isCopy: Bool { path != place }
    var name: String { path.lastIndex(of: "/").map { String(path[$0...].dropFirst()) } ?? path }
  }
  var libraries: [Step]
  package var plugin: Step
}

/// Writes the plan as command-line words for a worker, which receives the copies as descriptors from
/// WORKER_PLUGIN on.
extension LoadPlan {
  private static let (copied, inPlace) = ("copy:", "file:")

  var words: [String] { libraries.map { ($0.isCopy ? Self.copied : Self.inPlace) + $0.path } }

  /// Parses a plan from its words; nil if they are invalid.
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
