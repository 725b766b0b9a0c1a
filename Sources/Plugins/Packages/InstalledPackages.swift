internal import CFiles
internal import Documents
internal import Encoding
internal import Files
internal import Glibc
import JSON
package import Reporting

/// The packages in a plugin folder; each package has its own folder with a record of the installed files.
package struct InstalledPackages {
  package struct Record: Sendable {
    package var name: String
    package var version: String
    /// The source of the package in the form in which the user gave it.
    package var source: String
    /// The paths of the files in the package's folder, sorted, with the SHA-256 of each file.
    package var files: [(path: String, sha256: String)]
    package var ids: [String]

    init(
      name: String, version: String, source: String, files: [(path: String, sha256: String)],
      ids: [String]
    ) {
      (self.name, self.version, self.source) = (name, version, source)
      (self.files, self.ids) = (files, ids)
    }

    /// Parses the record of the package with this name; nil if the record is invalid.
    package init?(_ bytes: [UInt8], name: String) {
      guard let root = JSONNode(json: String(decoding: bytes, as: UTF8.self)),
        root["name"]?.string == name, let version = root["version"]?.string,
        let source = root["source"]?.string, let list = root["files"]?.members
      else { return nil }
      let files = list.map { (path: $0.key, sha256: $0.value.string ?? "") }
      guard
        files.allSatisfy({ PackageManifest.isPath($0.path) && $0.sha256.utf8.count == 64 })
      else { return nil }
      self.init(
        name: name, version: version, source: source, files: files,
        ids: root["ids"]?.elements?.compactMap(\.string) ?? [])
    }
  }

  package let folder: String
  package static let recordName = "installed.json"

  package init(folder: String) { self.folder = folder }

  /// The packages in the user's plugin folder.
  package static func ofUser() throws(EngineError) -> InstalledPackages {
    guard let home = System.variable("HOME"), home.hasPrefix("/") else {
      throw EngineError("HOME is not set: choose the folder of plugins with --to DIR", .usage)
    }
    return InstalledPackages(folder: home + "/.local/lib/animators")
  }

  package func path(of name: String) -> String { "\(folder)/\(name)" }

  /// The state of an installed package's folder compared with the record of the package.
  package enum State: Sendable {
    case installed(Record)
    /// The record is unreadable, or is missing although the folder contains plugins; the value is the reason.
    case damaged(String)
    case missing
  }

  /// The records of all installed packages, sorted by name.
  package var records: [Record] {
    names.compactMap { name in
      if case .installed(let record) = state(of: name) { record } else { nil }
    }
  }

  /// The names of the installed packages' folders, sorted.
  private var names: [String] {
    Folder.names(in: folder).sorted().filter {
      !$0.hasPrefix(".") && Folder.isFolder(path(of: $0))
    }
  }

  /// The record of a package; throws an error with the exit status 66 if the package is not installed.
  package func record(of name: String) throws(EngineError) -> Record {
    switch state(of: name) {
    case .installed(let record): return record
    case .damaged(let reason):
      throw EngineError("\(reason); pipeline plugin repair \(name) restores its record", .content)
    case .missing: throw EngineError("\(name): is not installed in \(folder)", .missing)
    }
  }

  package func state(of name: String) -> State {
    guard PackageManifest.isName(name), let place = try? OpenFolder(existing: path(of: name)) else {
      return .missing
    }
    let file = "\(path(of: name))/\(Self.recordName)"
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try place.ownFile(Self.recordName).read(limitBytes: 4 << 20)
    } catch .missing {
      let plugins = PackageTree(path(of: name))?.plugins ?? []
      return plugins.isEmpty
        ? .missing : .damaged("\(file): the file is missing, although plugins are installed")
    } catch {
      return .damaged("\(file): \(error.reason)")
    }
    return Record(bytes, name: name).map(State.installed)
      ?? .damaged("\(file): is not the record of an installed package")
  }

  // MARK: Changing

  /// Writes the files of a package to a hidden folder beside the other packages, so that the tested files are
  /// also the installed files.
  package func stage(_ package: PluginPackage) throws(EngineError) -> StagedPackage {
    do throws(EncodingError) { try Folder.create(folder) } catch { throw EngineError(error) }
    _ = settle()
    return try StagedPackage(package, in: self)
  }

  /// Removes the installed files; files that the user has added or changed are kept, and the result has a
  /// line about each of them. Kept files that the loader would load are renamed, so that the loader ignores
  /// them.
  package func remove(_ name: String) throws(EngineError) -> [String] {
    let lock = FolderLock(waitingFor: folder)
    defer { _ = lock }
    var said = settleLocked()
    _ = try record(of: name)
    let hidden = hiddenName(name)
    guard isOwnFolder(name) else {
      throw EngineError(
        "\(path(of: name)): the path is a link, so the folder is not changed", .refused)
    }
    // Safety: the paths are read as C strings.
    guard unsafe rename(path(of: name), "\(folder)/\(hidden)") == 0 else {
      throw EngineError("\(path(of: name)): \(Errno.words(errno))", .unwritable)
    }
    said += settle(hidden, of: name)
    return said
  }

  /// Whether the folder of this name is really inside this folder and not a link.
  private func isOwnFolder(_ name: String) -> Bool {
    var about = stat()
    // Safety: the path is read as a C string, and the struct is filled.
    return unsafe lstat(path(of: name), &about) == 0 && about.st_mode & S_IFMT == S_IFDIR
  }

  // MARK: What ended commands left

  private static let hiddenEnding = ".part"
  fileprivate func hiddenName(_ name: String) -> String {
    ".\(name).\(getpid())-\(UInt32.random(in: 0 ... .max))\(Self.hiddenEnding)"
  }

  /// Completes the work of commands that were killed: removes their hidden folders, and restores the user's
  /// files from them. The method returns one line about each user file that was kept.
  @discardableResult
  package func settle() -> [String] {
    guard let lock = FolderLock(waitingFor: folder) else { return [] }
    defer { _ = lock }
    return settleLocked()
  }

  private func settleLocked() -> [String] {
    var said: [String] = []
    for hidden in Folder.names(in: folder).sorted() where hidden.hasPrefix(".") {
      let isOld = hidden.hasSuffix(".old")
      guard isOld || hidden.hasSuffix(Self.hiddenEnding), let name = Self.name(ofHidden: hidden),
        let lock = FolderLock(free: "\(folder)/\(hidden)")
      else { continue }
      // An older version of the program removed the previous package before moving the new one into place.
      if isOld, !System.exists(path(of: name)) {
        _ = unsafe rename("\(folder)/\(hidden)", path(of: name))
        said.append("\(name): the previous version was restored, because an update was interrupted")
        continue
      }
      said += settle(hidden, of: name)
      _ = lock
    }
    return said
  }

  /// The name of the package to which a hidden folder belongs: `.vendor.name.NUMBER.part` belongs to
  /// vendor.name.
  private static func name(ofHidden hidden: String) -> String? {
    let parts = hidden.dropFirst().split(separator: ".")
    guard parts.count >= 4,
      parts[parts.count - 2].utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2d })
    else { return nil }
    let name = parts.dropLast(2).joined(separator: ".")
    return PackageManifest.isName(name) ? name : nil
  }

  /// Removes a previous version: the unchanged files of its record, and the record itself. All other files in
  /// the folder belong to the user and are moved to the package's folder, with another name if a file with
  /// the same name exists.
  fileprivate func settle(_ hidden: String, of name: String) -> [String] {
    let old = "\(folder)/\(hidden)"
    guard let tree = PackageTree(old) else { return [] }
    let bytes = try? OpenFolder(existing: old).ownFile(Self.recordName).read(limitBytes: 4 << 20)
    guard let record = bytes.flatMap({ Record($0, name: name) }), !tree.isCut else {
      // An incomplete package was used only by this program and is removed; a package that is too large to
      // inspect is kept.
      if !tree.isCut { FileTree.remove(old) }
      return tree.isCut ? ["\(old): the folder has too many files to inspect, and is kept"] : []
    }
    let target = path(of: name)
    // A recreated record lists all existing files, possibly including files of the user, so no file is
    // removed.
    let isRepaired = record.source == target
    let files = isRepaired ? [] : record.files
    let known = Dictionary(files.map { ($0.path, $0.sha256) }) { first, _ in first }
    let isUpdate: Bool
    if case .installed = state(of: name) { isUpdate = true } else { isUpdate = false }
    var said: [String] = []
    for (path, kind) in tree.entries.sorted(by: { $0.key < $1.key }) {
      if path == Self.recordName { continue }
      if case .file(let hash?) = kind, known[path] == hash { continue }
      // The manifest of the installed package is generated from the package and can be generated again.
      if path == PackageManifest.fileName, isRepaired || known[path] != nil { continue }
      if case .file(let hash?) = kind,
        let same = try? RegularFile("\(target)/\(path)", own: true).sha256(), same == hash
      {
        continue
      }
      let isAdded = known[path] == nil
      let moved = keep("\(old)/\(path)", as: path, in: target, isLoadedAgain: isUpdate && isAdded)
      guard let moved else {
        said.append("\(old)/\(path): the file cannot be moved, and stays")
        continue
      }
      said.append(
        "\(target)/\(path): "
          + (isAdded ? "was not installed with it" : "has changed since it was installed")
          + (moved == path ? ", and stays" : ", and stays as \(moved)"))
    }
    if !said.contains(where: { $0.hasPrefix(old) }) { FileTree.remove(old) }
    return said
  }

  /// Moves a file of the user into the package's folder, and returns its new path; nil if moving fails.
  private func keep(
    _ file: String, as path: String, in target: String, isLoadedAgain: Bool
  ) -> String? {
    let parts = path.split(separator: "/").dropLast()
    let inner = parts.isEmpty ? target : "\(target)/\(parts.joined(separator: "/"))"
    guard (try? Folder.create(inner)) != nil, let place = try? OpenFolder(existing: inner),
      isBelow(inner, target)
    else { return nil }
    let name = Folder.name(of: path)
    for number in 0..<1_000 {
      let ending = number == 0 ? "" : number == 1 ? ".kept" : ".kept-\(number)"
      if number == 0, PackageTree.isLoaded(path), !isLoadedAgain { continue }
      let renamed = name + ending
      // Safety: the names are read as C strings.
      let problem = unsafe files_rename_new(AT_FDCWD, file, place.descriptor, renamed)
      if problem == 0 {
        return parts.isEmpty ? renamed : "\(parts.joined(separator: "/"))/\(renamed)"
      }
      if problem != EEXIST { return nil }
    }
    return nil
  }

  /// Whether the folder `inner` is inside the folder `outer` without following links.
  private func isBelow(_ inner: String, _ outer: String) -> Bool {
    let (inner, outer) = (System.realPath(inner), System.realPath(outer))
    return inner == outer || inner.hasPrefix(outer + "/")
  }

  // MARK: Looking

  /// The differences between the folder of a package and its record.
  package struct Findings: Sendable {
    /// Lines about untested files that are loaded, or that loaded files read.
    package var faults: [String] = []
    /// Lines about all other files of the user in the folder.
    package var notes: [String] = []
  }

  package func findings(_ record: Record) -> Findings {
    var found = Findings()
    let place = path(of: record.name)
    guard let tree = PackageTree(place) else {
      found.faults.append("\(place): the path is a link, which was not installed")
      return found
    }
    for (path, hash) in record.files {
      switch tree.entries[path] {
      case nil: found.faults.append("\(place)/\(path): is gone")
      case .other: found.faults.append("\(place)/\(path): is no longer a regular file")
      case .file(let now):
        if now == hash { continue }
        found.faults.append(
          "\(place)/\(path): has changed: expected SHA-256 \(hash), found "
            + (now ?? "unreadable"))
      }
    }
    let known = Set(record.files.map(\.path) + [Self.recordName])
    for path in tree.entries.keys.sorted() where !known.contains(path) {
      if PackageTree.isLoaded(path) {
        found.faults.append("\(place)/\(path): the plugin is not a part of the package")
      } else if path.hasPrefix("\(PackageManifest.dataFolder)/") {
        found.faults.append(
          "\(place)/\(path): the file is not a part of the package, "
            + "but its plugins can read the file")
      } else {
        found.notes.append("\(place)/\(path): was added")
      }
    }
    if tree.isCut { found.faults.append("\(place): the folder has too many files to inspect") }
    return found
  }

  /// Lines about plugins in the folder without a record, and about records that cannot be read.
  package var strays: [String] {
    var lines: [String] = []
    for name in Folder.names(in: folder).sorted() where !name.hasPrefix(".") {
      if name.hasSuffix(".so"), !Folder.isFolder(path(of: name)) {
        lines.append("\(path(of: name)): is a plugin without a record")
        continue
      }
      switch state(of: name) {
      case .installed: continue
      case .damaged(let reason):
        lines.append("\(reason); pipeline plugin repair \(name) restores its record")
      case .missing:
        lines += Folder.names(in: path(of: name)).sorted().filter { $0.hasSuffix(".so") }.map {
          "\(path(of: name))/\($0): is a plugin without a record"
        }
      }
    }
    return lines
  }

  /// A line about each other installed package that contains one of the ids.
  package func others(with ids: [String], than name: String) -> [String] {
    records.filter { $0.name != name }.flatMap { record in
      record.ids.filter { ids.contains($0) }.map {
        "the animator \($0) is also in the package \(record.name): \(path(of: record.name))"
      }
    }
  }

  // MARK: Mending

  /// The names of the packages whose records are damaged.
  package var damaged: [String] {
    names.filter { if case .damaged = state(of: $0) { true } else { false } }
  }

  /// Writes the record of a package again from its current files, and returns the number of files.
  package func repair(_ name: String) throws(EngineError) -> Int {
    let lock = FolderLock(waitingFor: folder)
    defer { _ = lock }
    switch state(of: name) {
    case .installed: return 0
    case .missing: throw EngineError("\(name): is not installed in \(folder)", .missing)
    case .damaged: break
    }
    let place = path(of: name)
    guard isOwnFolder(name), let tree = PackageTree(place), !tree.isCut else {
      throw EngineError("\(place): not the folder of a package", .refused)
    }
    let manifest = try? PackageManifest(
      try OpenFolder(existing: place).ownFile(PackageManifest.fileName)
        .read(limitBytes: PackageManifest.limitBytes), file: PackageManifest.fileName)
    var (ids, version) = ([String](), manifest?.version)
    for plugin in tree.plugins {
      guard let metadata = try? PluginMetadata.read("\(place)/\(plugin)") else { continue }
      ids += metadata.ids
      version = version ?? metadata.version
    }
    let files = tree.entries.compactMap { path, kind -> (path: String, sha256: String)? in
      guard case .file(let hash?) = kind, path != Self.recordName, PackageManifest.isPath(path)
      else {
        return nil
      }
      return (path, hash)
    }
    let text = Self.text(
      name: name, version: version ?? "0", source: place, url: manifest?.url ?? "", ids: ids, files)
    do throws(FileError) {
      // A damaged record may be a link or a folder instead of a file.
      let folder = try OpenFolder(existing: place)
      FileTree.remove(Self.recordName, in: folder.descriptor)
      try folder.replace(Self.recordName, by: Array(text.utf8))
    } catch { throw EngineError("\(place)/\(Self.recordName): \(error.reason)", .unwritable) }
    return files.count
  }

  fileprivate static func text(
    name: String, version: String, source: String, url: String, ids: [String],
    _ files: [(path: String, sha256: String)]
  ) -> String {
    let rows = files.sorted { $0.path < $1.path }.map {
      "    \(JSONWriter.string($0.path)): \"\($0.sha256)\""
    }
    return """
      {
        "name": \(JSONWriter.string(name)),
        "version": \(JSONWriter.string(version)),
        "source": \(JSONWriter.string(source)),
        "url": \(JSONWriter.string(url)),
        "ids": [\(ids.map(JSONWriter.string).joined(separator: ", "))],
        "files": {
      \(rows.joined(separator: ",\n"))
        }
      }

      """
  }
}

/// The files of a package in a folder that does not have its final name yet. The folder of the package is
/// removed unless the package is committed.
package final class StagedPackage {
  package let path: String
  package let package: PluginPackage
  /// The paths of the package's plugins in the staged folder.
  package private(set) var plugins: [String] = []
  private let target: InstalledPackages
  private var files: [(path: String, sha256: String)] = []
  private let hidden: String
  private var lock: FolderLock?
  private var isCommitted = false

  init(_ package: PluginPackage, in target: InstalledPackages) throws(EngineError) {
    self.package = package
    self.target = target
    hidden = target.hiddenName(package.manifest.name)
    path = "\(target.folder)/\(hidden)"
    Unfinished.add(path, in: AT_FDCWD)
    do throws(EngineError) { try fill() } catch {
      FileTree.remove(path)
      Unfinished.forget(path, in: AT_FDCWD)
      throw error
    }
  }

  private func fill() throws(EngineError) {
    try make(path)
    lock = FolderLock(free: path)
    let manifest = package.manifest
    for file in package.files {
      // Plugins and their libraries are placed at the top level, where the loader searches for them.
      let isCode = manifest.files.contains { $0.paths.contains(file.path) }
      guard !isCode || manifest.plugins.contains(file.path) else { continue }
      let place = Self.place(of: file.path, isCode: isCode, manifest)
      try judge(place, isCode: isCode)
      try write(file.bytes, to: place, isCode: isCode)
      if isCode, place.hasSuffix(".so") { plugins.append("\(path)/\(place)") }
    }
    try write(Array(manifest.json.utf8), to: PackageManifest.fileName, isCode: false)
    // The files that are tested are exactly those that the loader would load.
    let loaded = PackageTree(path)?.plugins.map { "\(path)/\($0)" } ?? []
    guard loaded == plugins.sorted() else {
      throw EngineError(
        "\(package.source): the package contains a plugin that would not be tested", .refused)
    }
  }

  /// Refuses a path that belongs to a file of the program or to another file, or that has the name of a
  /// plugin although the file is not a plugin.
  private func judge(_ place: String, isCode: Bool) throws(EngineError) {
    let folded = place.lowercased()
    let own = [
      PackageManifest.fileName, InstalledPackages.recordName, PackageManifest.dataFolder,
      "examples",
    ]
    func refuse(_ why: String, _ cause: EngineError.Cause = .content) -> EngineError {
      EngineError("\(package.source): \"\(EscapedText.line(place))\" \(why)", cause)
    }
    if own.contains(folded) { throw refuse("is a name that pipeline uses for its own files") }
    if place.hasPrefix(".") { throw refuse("has a hidden name") }
    if !isCode, folded.hasSuffix(".so"), !place.contains("/") {
      throw refuse("would be loaded as a plugin, but is not listed as one", .refused)
    }
    let isTaken = files.contains { other in
      let other = other.path.lowercased()
      return other == folded || other.hasPrefix(folded + "/") || folded.hasPrefix(other + "/")
    }
    if isTaken { throw refuse("is the path of two files in the package", .refused) }
  }

  deinit {
    // After a commit, the folder with this name is the previous version, which may contain files of the user.
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
    // Safety: the path is read as a C string. The mode is set because the loader does not trust a folder to
    // which other users may write.
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

  /// Writes the record, and moves the folder into place in one step; returns the previous version, and lines
  /// about the user's files in it.
  package func commit(ids: [String]) throws(EngineError) -> (before: String?, said: [String]) {
    let manifest = package.manifest
    let name = manifest.name
    let source = package.source.contains("://") ? package.source : System.plainPath(package.source)
    let text = InstalledPackages.text(
      name: name, version: manifest.version ?? "0", source: source, url: manifest.url ?? "",
      ids: ids,
      files)
    try write(Array(text.utf8), to: InstalledPackages.recordName, isCode: false)
    let folderLock = FolderLock(waitingFor: target.folder)
    defer { _ = folderLock }
    let place = target.path(of: name)
    var before: String?
    switch target.state(of: name) {
    case .installed(let record): before = record.version
    case .damaged(let reason):
      throw EngineError("\(reason); pipeline plugin repair \(name) restores its record", .exists)
    case .missing: break
    }
    let parent: OpenFolder
    do throws(FileError) { parent = try OpenFolder(existing: target.folder) } catch {
      throw EngineError("\(target.folder): \(error.reason)", .unwritable)
    }
    Unfinished.forget(path, in: AT_FDCWD)
    isCommitted = true
    // Safety, here and below: names are read as C strings.
    var problem = unsafe files_rename_new(parent.descriptor, hidden, parent.descriptor, name)
    if problem == EEXIST {
      // Files of the user that remained after a removal are not a package; they are kept as in an update.
      let isLeft = before == nil && PackageTree(place)?.plugins.isEmpty == true
      guard before != nil || isLeft else {
        isCommitted = false
        throw EngineError(
          "\(place): the folder already exists and was not installed by pipeline", .exists)
      }
      guard PackageTree(place) != nil else {
        isCommitted = false
        throw EngineError("\(place): the path is a link, so the folder is not changed", .refused)
      }
      if isLeft { try markAsLeft(place) }
      problem = unsafe files_exchange(parent.descriptor, hidden, name)
      if problem == ENOTEMPTY || problem == EEXIST {
        // On a file system that cannot exchange folders, the next repair restores the old folder if this step
        // is interrupted.
        let old = String(hidden.dropLast(".part".count)) + ".old"
        problem = unsafe files_rename_new(parent.descriptor, name, parent.descriptor, old)
        if problem == 0 {
          problem = unsafe files_rename_new(parent.descriptor, hidden, parent.descriptor, name)
          return (before, problem == 0 ? target.settle(old, of: name) : [])
        }
      }
    }
    guard problem == 0 else {
      isCommitted = false
      throw EngineError("\(place): \(Errno.words(problem))", .unwritable)
    }
    try? parent.sync()
    return (before, System.exists(path) ? target.settle(hidden, of: name) : [])
  }

  /// Writes a record without files into a folder that contains only files of the user, so that completing the
  /// update keeps them.
  private func markAsLeft(_ place: String) throws(EngineError) {
    let text = InstalledPackages.text(
      name: package.manifest.name, version: "0", source: place, url: "", ids: [], [])
    do throws(FileError) {
      try OpenFolder(existing: place).replace(InstalledPackages.recordName, by: Array(text.utf8))
    } catch { throw EngineError("\(place): \(error.reason)", .unwritable) }
  }
}
