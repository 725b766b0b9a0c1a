package import Foundation

/// Third-party files in ../shared/corpora beside the project. `make test` needs none of them; `make long` reads the
/// existing ones.
package enum Corpora {
  /// Returns a folder of the corpora; nil in a run of samples, or if the folder is missing, in which case `what` is
  /// reported as left out.
  package static func folder(_ name: String, for what: String) -> URL? {
    guard Effort.current >= .long else { return nil }
    let folder = Program.root.deletingLastPathComponent().appending(path: "shared/corpora/\(name)")
    guard FileManager.default.fileExists(atPath: folder.path()) else {
      LeftOut.tell("\(what): ../shared/corpora/\(name) is missing")
      return nil
    }
    return folder
  }

  /// Returns the files of a folder with an extension, in order; empty if the folder does not exist.
  package static func files(_ name: String, ending: String, for what: String) -> [URL] {
    guard let folder = folder(name, for: what) else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
    return names.filter { $0.hasSuffix(ending) }.sorted().map { folder.appending(path: $0) }
  }
}
