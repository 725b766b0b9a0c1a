internal import Documents
internal import Encoding
internal import Files
internal import Glibc
package import Reporting

/// The packages in a folder of plugins, each in a folder of its own with a record of what was installed.
package struct InstalledPackages {
  /// What was installed, file by file.
  package struct Record: Sendable {
    package var name: String
    package var version: String
    /// Where it came from, as the user named it.
    package var source: String
    /// Paths in its folder, sorted, with the SHA-256 of each.
    package var files: [(path: String, sha256: String)]
    package var ids: [String]
  }
  package let folder: String
  package static let recordName = "installed.json"

  package init(folder: String) { self.folder = folder }

  /// The user's own folder.
  package static func ofUser() throws(EngineError) -> InstalledPackages {
    guard let home = System.variable("HOME"), home.hasPrefix("/") else {
      throw EngineError("HOME is not set: --to DIR says where plugins lie", .usage)
    }
    return InstalledPackages(folder: home + "/.local/lib/animators")
  }

  package func path(of name: String) -> String { "\(folder)/\(name)" }

  /// All of them, sorted by name.
  package var records: [Record] {
    Folder.names(in: folder).sorted().filter { !$0.hasPrefix(".") }.compactMap {
      try? record(of: $0)
    }
  }

  /// The record of one; 66 where there is none.
  package func record(of name: String) throws(EngineError) -> Record {
    let path = "\(path(of: name))/\(Self.recordName)"
    let missing = EngineError("\(name): is not installed in \(folder)", .missing)
    guard PackageManifest.isName(name), System.exists(path) else { throw missing }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try RegularFile(path, own: true).read(limitBytes: 4 << 20)
    } catch {
      throw EngineError("\(path): \(error.reason)", .unwritable)
    }
    guard let root = JSONNode(json: String(decoding: bytes, as: UTF8.self)),
      root["name"]?.string == name, let version = root["version"]?.string,
      let source = root["source"]?.string, let list = root["files"]?.members,
      list.allSatisfy({ PackageManifest.isPath($0.key) && $0.value.string != nil })
    else { throw EngineError("\(path): is no record of an installed package", .content) }
    return Record(
      name: name, version: version, source: source,
      files: list.map { ($0.key, $0.value.string!) },
      ids: root["ids"]?.elements?.compactMap(\.string) ?? [])
  }

  // MARK: Changing

  /// A folder beside the others with the files of a package, under a hidden name: what is tried out is what
  /// is installed.
  package func stage(_ package: PluginPackage) throws(EngineError) -> StagedPackage {
    try StagedPackage(package, in: self)
  }

  /// Removes what was installed and has not changed; the names of what stays.
  package func remove(_ name: String) throws(EngineError) -> [String] {
    let record = try record(of: name)
    let place = path(of: name)
    var kept: [String] = []
    for (path, hash) in record.files {
      let file = "\(place)/\(path)"
      if System.exists(file), Self.hash(of: file) != hash {
        kept.append(path)
      } else if unsafe unlink(file) != 0, errno != ENOENT {
        // Unsafe: the path is read as a C string.
        throw EngineError("\(file): \(Errno.words(errno))", .unwritable)
      }
    }
    FileTree.remove("\(place)/\(Self.recordName)")
    let folders = Set(
      record.files.flatMap { file in
        let parts = file.path.split(separator: "/")
        return (0..<parts.count).map { parts.prefix($0).joined(separator: "/") }
      })
    // The deepest first; one that is not empty stays.
    for inner in folders.sorted(by: { $0.count > $1.count }) {
      _ = unsafe rmdir(inner.isEmpty ? place : "\(place)/\(inner)")
    }
    return kept
  }

  /// What is not as it was installed, a line each.
  package func differences(_ record: Record) -> [String] {
    let place = path(of: record.name)
    return record.files.compactMap { path, hash in
      let file = "\(place)/\(path)"
      guard System.exists(file) else { return "\(file): is gone" }
      let now = Self.hash(of: file)
      return now == hash
        ? nil
        : "\(file): has changed: installed was SHA-256 \(hash), found is \(now ?? "unreadable")"
    }
  }

  static func hash(of path: String) -> String? { try? RegularFile(path, own: true).sha256() }
}

/// A package's files in their folder, not yet under its name. What is not committed goes away again.
package final class StagedPackage {
  package let path: String
  package let package: PluginPackage
  /// Its plugins, as they lie in it.
  package private(set) var plugins: [String] = []
  private let target: InstalledPackages
  private var files: [(path: String, sha256: String)] = []
  private var isCommitted = false

  init(_ package: PluginPackage, in target: InstalledPackages) throws(EngineError) {
    self.package = package
    self.target = target
    path = "\(target.folder)/.\(package.manifest.name).\(getpid()).part"
    FileTree.remove(path)
    Unfinished.add(path, in: AT_FDCWD)
    try make(path)
    let manifest = package.manifest
    for file in package.files {
      // Plugins and their libraries lie at the top, where they are looked for.
      let isCode = manifest.files.contains { $0.paths.contains(file.path) }
      guard !isCode || manifest.plugins.contains(file.path) else { continue }
      let place = Self.place(of: file.path, isCode: isCode, manifest)
      guard !files.contains(where: { $0.path == place }) else {
        throw EngineError("\(package.source): two of its files would be \(place)", .refused)
      }
      try write(file.bytes, to: place, isCode: isCode)
      if isCode, place.hasSuffix(".so") { plugins.append("\(path)/\(place)") }
    }
    try write(Array(manifest.json.utf8), to: PackageManifest.fileName, isCode: false)
  }

  deinit {
    if !isCommitted { FileTree.remove(path) }
    Unfinished.forget(path, in: AT_FDCWD)
  }

  private static func place(of path: String, isCode: Bool, _ manifest: PackageManifest) -> String {
    if isCode { return Folder.name(of: path) }
    if manifest.data.contains(path) { return path }
    if manifest.licences.contains(path) { return Folder.name(of: path) }
    return path.hasPrefix("examples/") ? path : "examples/\(path)"
  }

  private func make(_ folder: String) throws(EngineError) {
    do throws(EncodingError) { try Folder.create(folder) } catch { throw EngineError(error) }
    // Unsafe: the path is read as a C string. A folder that others may write is one that is not trusted.
    guard unsafe chmod(folder, 0o755) == 0 else {
      throw EngineError("\(folder): \(Errno.words(errno))", .unwritable)
    }
  }

  private func write(_ bytes: [UInt8], to place: String, isCode: Bool) throws(EngineError) {
    var inner = ""
    for part in place.split(separator: "/").dropLast() {
      inner += "/\(part)"
      try make(path + inner)
    }
    let file = "\(path)/\(place)"
    do throws(EncodingError) {
      let made = try AtomicFile(file)
      try made.write(bytes)
      try made.commit()
    } catch {
      throw EngineError(error)
    }
    guard unsafe chmod(file, isCode ? 0o755 : 0o644) == 0 else {
      throw EngineError("\(file): \(Errno.words(errno))", .unwritable)
    }
    var hash = SHA256()
    hash.add(bytes)
    files.append((place, hash.hexadecimal()))
  }

  /// Writes the record and gives the folder its name, in place of what had it; the version before.
  package func commit(ids: [String]) throws(EngineError) -> String? {
    let manifest = package.manifest
    let before = try? target.record(of: manifest.name)
    let place = target.path(of: manifest.name)
    if before == nil, System.exists(place) {
      throw EngineError("\(place): is there already, and was not installed by pipeline", .exists)
    }
    let rows = files.sorted { $0.path < $1.path }.map {
      "    \(JSONWriter.string($0.path)): \"\($0.sha256)\""
    }
    let source = package.source.contains("://") ? package.source : System.plainPath(package.source)
    let text = """
      {
        "name": \(JSONWriter.string(manifest.name)),
        "version": \(JSONWriter.string(manifest.version ?? "0")),
        "source": \(JSONWriter.string(source)),
        "url": \(JSONWriter.string(manifest.url ?? "")),
        "ids": [\(ids.map(JSONWriter.string).joined(separator: ", "))],
        "files": {
      \(rows.joined(separator: ",\n"))
        }
      }

      """
    try write(Array(text.utf8), to: InstalledPackages.recordName, isCode: false)
    try swap(place, replaces: before != nil)
    isCommitted = true
    return before?.version
  }

  private func swap(_ place: String, replaces: Bool) throws(EngineError) {
    let old = "\(target.folder)/.\(package.manifest.name).\(getpid()).old"
    FileTree.remove(old)
    // Unsafe: the paths are read as C strings.
    if replaces, unsafe rename(place, old) != 0 {
      throw EngineError("\(place): \(Errno.words(errno))", .unwritable)
    }
    guard unsafe rename(path, place) == 0 else {
      let problem = errno
      if replaces { _ = unsafe rename(old, place) }
      throw EngineError("\(place): \(Errno.words(problem))", .unwritable)
    }
    FileTree.remove(old)
  }
}
