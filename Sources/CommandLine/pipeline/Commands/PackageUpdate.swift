import CommandLine
import Encoding
import Files
import Inspecting
import Packages
import PluginModel
import Reporting

/// The installed version of a package before another version replaces it, and the documents below the current
/// folder that use the package.
struct PackageUpdate {
  private let facts: [(name: String, text: String)]
  private let trial: DocumentTrial
  private var documents: [(path: String, problems: [String])] = []
  private var isCut = false
  private var entries = 0

  /// The maximum number of entries that the search visits; deeper folders and larger files are not searched.
  private static let mostEntries = 20_000
  private static let deepest = 16
  private static let limitBytes = 4 << 20

  /// Finds the installed version; nil if the package is not installed.
  init?(of name: String, in packages: InstalledPackages) throws {
    guard case .installed(let record) = packages.state(of: name) else { return nil }
    let plugins = record.files.filter { $0.path.hasSuffix(".so") && !$0.path.contains("/") }
      .compactMap { try? PluginMetadata.read("\(packages.path(of: name))/\($0.path)") }
    facts = Self.facts(of: plugins)
    trial = DocumentTrial(plugins: packages.folder)
    try search("", root: System.realPath("."), 0, for: plugins.flatMap(\.names))
  }

  private static func facts(of plugins: [PluginMetadata]) -> [(name: String, text: String)] {
    plugins.flatMap { plugin in
      plugin.animators.flatMap { animator in
        AnimatorPage(animator).facts.map { fact in
          (fact.name.isEmpty ? animator.id : "\(animator.id): \(fact.name)", fact.text)
        }
      } + plugin.functions.map { ($0.id, $0.signature) }
    }
  }

  /// Finds documents that contain one of the names, and plans them with the installed version.
  private mutating func search(
    _ folder: String, root: String, _ depth: Int, for names: [String]
  ) throws {
    for name in Folder.names(in: "./\(folder)").sorted() where !name.hasPrefix(".") {
      entries += 1
      guard entries <= Self.mostEntries, depth < Self.deepest else {
        isCut = true
        return
      }
      let path = folder + name
      if name.hasSuffix(".json") {
        let bytes = try? RegularFile(path).read(limitBytes: Self.limitBytes)
        let text = String(decoding: bytes ?? [], as: UTF8.self)
        if names.contains(where: text.contains) {
          documents.append((path, try trial.problems(of: path, Diagnostics { _ in })))
        }
      } else if Folder.isFolder(path), System.realPath(path) == "\(root)/\(path)" {
        try search("\(path)/", root: root, depth + 1, for: names)
      }
    }
  }

  /// A line for each difference between the versions that may affect documents.
  func changes(to plugins: [PluginMetadata]) -> [String] {
    let new = Self.facts(of: plugins)
    let before = Dictionary(facts.map { ($0.name, $0.text) }) { first, _ in first }
    let after = Dictionary(new.map { ($0.name, $0.text) }) { first, _ in first }
    /// Whether an animator exists in only one version, in which case its parts are not listed.
    func isPart(_ name: String, ofThoseMissingIn other: [String: String]) -> Bool {
      name.contains(": ") && other[String(name.prefix { $0 != ":" })] == nil
    }
    let gone = facts.compactMap { fact -> String? in
      guard let text = after[fact.name] else {
        return isPart(fact.name, ofThoseMissingIn: after) ? nil : "\(fact.name) is gone"
      }
      return text == fact.text ? nil : "\(fact.name): \(text), which was \(fact.text)"
    }
    return gone
      + new.filter {
        before[$0.name] == nil && !isPart($0.name, ofThoseMissingIn: before)
      }.map { $0.text.isEmpty ? "\($0.name) is new" : "\($0.name) is new: \($0.text)" }
  }

  /// A line for each problem that a document has with the new version but not with the previous one.
  func problems() throws -> [String] {
    let found = try documents.flatMap { document in
      try trial.problems(of: document.path, Diagnostics { _ in }).filter {
        !document.problems.contains($0)
      }
    }
    return found
      + (isCut
        ? [
          "documents that use the package may be missing from the list: "
            + "not all folders below the current folder were searched"
        ] : [])
  }
}
