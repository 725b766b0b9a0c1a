package import Foundation

/// Files of others, which lie beside the project in ../shared/corpora. `make test` needs none of them: `make long`
/// reads them where they are.
package enum Corpora {
  /// A folder of them; nil in a run of samples, and where it is missing, which is told: `what` is left out then.
  package static func folder(_ name: String, for what: String) -> URL? {
    guard Effort.current >= .long else { return nil }
    let folder = Program.root.deletingLastPathComponent().appending(path: "shared/corpora/\(name)")
    guard FileManager.default.fileExists(atPath: folder.path()) else {
      LeftOut.tell("\(what): ../shared/corpora/\(name) is missing")
      return nil
    }
    return folder
  }

  /// The files of a folder whose names end so, in order; none where there is no folder.
  package static func files(_ name: String, ending: String, for what: String) -> [URL] {
    guard let folder = folder(name, for: what) else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
    return names.filter { $0.hasSuffix(ending) }.sorted().map { folder.appending(path: $0) }
  }
}
