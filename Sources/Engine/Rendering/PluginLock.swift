import JSON
package import PluginHosting
internal import PluginModel
internal import Documents
package import Files
package import Planning
package import Reporting

/// The plugins that a document uses with their ids, versions and hashes: the file that `run --lock` writes
/// and `--locked` checks.
package struct PluginLock: Sendable, Equatable {
  struct Entry: Hashable, Sendable {
    let id: String
    /// The version of the plugin; empty for a function.
    let version: String
    /// The hash of the plugin's file; if the plugin needs libraries beside it, a hash of all these files'
    /// hashes.
    let sha256: String

    var words: String {
      (version.isEmpty ? "" : "version \(version), ") + "SHA-256 \(sha256)"
    }
  }
  /// The locked plugins, sorted by id.
  let entries: [Entry]
  private static let format = 1.0
  private static let limitBytes = 4 << 20

  package init(of planned: PlannedDocument, _ registry: AnimatorRegistry) {
    let animators = planned.animators.compactMap(registry.animator(named:)).map {
      Entry(id: $0.description.id, version: $0.description.version, sha256: Self.hash(of: $0.parts))
    }
    let functions = planned.functions.compactMap(registry.function(named:)).map {
      Entry(id: $0.description.id, version: "", sha256: Self.hash(of: $0.parts))
    }
    entries = (animators + functions).sorted { ($0.id, $0.version) < ($1.id, $1.version) }
  }

  private static func hash(of parts: [PluginPart]) -> String {
    guard parts.count > 1 else { return parts.first?.sha256 ?? "" }
    var hash = SHA256()
    for part in parts { hash.add(Array(part.sha256.utf8)) }
    return hash.hexadecimal()
  }

  /// Reads a lock file that `run --lock` wrote.
  package init(reading path: String, in context: EngineContext) throws(EngineError) {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try RegularFile(path, in: context).read(limitBytes: Self.limitBytes)
    } catch {
      switch error {
      case .missing: throw EngineError("\(path): no such file", .missing)
      default: throw EngineError("\(path): cannot be read: \(error.reason)", .content)
      }
    }
    func broken(_ what: String) -> EngineError {
      EngineError("\(path): the file was not written by run --lock: \(what)", .content)
    }
    guard let root = JSONNode(json: String(decoding: bytes, as: UTF8.self)) else {
      throw broken("the file is not JSON")
    }
    guard root["lock"]?.number == Self.format else { throw broken("\"lock\" is not 1") }
    guard let plugins = root["plugins"]?.elements else {
      throw broken("the file has no list \"plugins\"")
    }
    var entries: [Entry] = []
    for (index, node) in plugins.enumerated() {
      guard let id = node["id"]?.string, let version = node["version"]?.string,
        let hash = node["sha256"]?.string, hash.utf8.count == 64
      else { throw broken("/plugins/\(index) must have id, version and sha256") }
      entries.append(Entry(id: id, version: version, sha256: hash))
    }
    self.entries = entries
  }

  package var json: String {
    let rows = entries.map {
      "    {\"id\": \(JSONWriter.string($0.id)), \"version\": \(JSONWriter.string($0.version)), "
        + "\"sha256\": \"\($0.sha256)\"}"
    }
    return "{\n  \"lock\": 1,\n  \"plugins\": [\n" + rows.joined(separator: ",\n") + "\n  ]\n}\n"
  }

  /// Throws an error if the plugins differ from the lock file, with one line for each difference.
  package func compare(with locked: PluginLock, file: String) throws(EngineError) {
    var lines: [String] = []
    for entry in entries where !locked.entries.contains(entry) {
      let same = locked.entries.filter { $0.id == entry.id }
      let known = same.isEmpty ? "not there" : same.map(\.words).joined(separator: " and ")
      lines.append(
        "\(entry.id) differs from its record in \(file): expected \(known), found \(entry.words)")
    }
    guard !lines.isEmpty else { return }
    throw EngineError(lines: lines, .refused)
  }
}
