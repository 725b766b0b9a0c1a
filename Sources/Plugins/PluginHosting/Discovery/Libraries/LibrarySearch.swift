internal import PluginModel
internal import Files
internal import Glibc

/// Finds all libraries that a plugin needs, before any of its code is loaded. A library belongs to the
/// program or the system, or is beside the plugin; a library beside the plugin is copied and checked like the
/// plugin, as are the libraries that it needs.
struct LibrarySearch {
  struct Library: Sendable {
    let path: String
    /// The sealed copy of a library beside the plugin; nil for any other library.
    let copy: SealedFile?
  }

  /// The maximum number of descriptors that a worker can receive in addition to its socket, its shared memory
  /// and the plugin.
  static let limit = 60

  /// The libraries in an order in which each precedes the libraries that need it.
  private(set) var libraries: [Library] = []
  private let plugin: String
  private let folder: String
  private var known: Set<String> = []
  /// The libraries whose dependencies are currently being resolved.
  private var open: [String] = []
  private var copiedBytes = 0

  /// Creates a search; `plugin` is the path of the plugin's file with links resolved.
  init(plugin: String) {
    self.plugin = plugin
    folder = FileTrust.folder(of: plugin)
  }

  mutating func findLibraries(of elf: ElfFile) throws(PluginRefusal) {
    try find(neededBy: elf, at: plugin)
    if let bridged = elf.bridged { try copy(bridged) }
  }

  /// Copies the library of a bridge, which may be in any folder, so that a worker need not read it there. The
  /// hash of the library must equal the hash that was recorded when it was imported.
  private mutating func copy(_ bridged: BridgedLibrary) throws(PluginRefusal) {
    let path = bridged.path
    let again = "import the effect again if the change is intended"
    if let reason = FileTrust.problem(of: path) { throw distrust("an effect", path, reason) }
    let library: SealedFile
    let elf: ElfFile
    do throws(PluginRefusal) {
      (library, elf) = try SealedFile.make(FileTrust.resolved(path) ?? path)
      try elf.judgeLinks(path: path)
    } catch {
      throw PluginRefusal(
        path: plugin, kind: error.kind,
        reason: EscapedText.line("is a bridge to \(path), which \(error.reason)"))
    }
    guard library.sha256 == bridged.sha256 else {
      throw PluginRefusal(
        path: plugin, kind: .untrusted,
        reason: EscapedText.line(
          "is a bridge to \(path), which has changed since the import: \(again)"))
    }
    try find(neededBy: elf, at: path)
    libraries.append(Library(path: path, copy: library))
  }

  private mutating func find(neededBy elf: ElfFile, at path: String) throws(PluginRefusal) {
    for name in elf.neededLibraries {
      if open.contains(name) {
        throw refuse("needs \(name), which depends on itself through other libraries")
      }
      guard known.insert(name).inserted else { continue }
      if let path = SystemLibraries.own(name) {
        libraries.append(Library(path: path, copy: nil))
        continue
      }
      if let path = SystemLibraries.path(of: name, runPaths: elf.runPaths) {
        if let reason = FileTrust.problem(of: path) { throw distrust(name, path, reason) }
        libraries.append(Library(path: path, copy: nil))
        continue
      }
      let places = [FileTrust.folder(of: path)] + elf.foldersBelow(path) + [folder]
      guard let place = places.lazy.map({ $0 + "/" + name }).first(where: FileTrust.isPlain) else {
        throw refuse(
          "needs \(name)\(path == plugin ? "" : " (for \(Self.name(path)))"), which is neither in"
            + " the system's folders nor beside it")
      }
      try copy(name, at: place)
    }
  }

  private mutating func copy(_ name: String, at path: String) throws(PluginRefusal) {
    if let reason = FileTrust.problem(of: path) { throw distrust(name, path, reason) }
    guard let target = FileTrust.resolved(path), let base = FileTrust.resolved(folder),
      target.hasPrefix(base + "/") || SystemLibraries.isSystems(target)
    else {
      throw distrust(
        name, path,
        "the library is a link that leads out of the plugin's folder")
    }
    let library: SealedFile
    let elf: ElfFile
    do throws(PluginRefusal) {
      (library, elf) = try SealedFile.make(target)
      try elf.judgeLinks(path: target)
    } catch {
      throw PluginRefusal(
        path: plugin, kind: error.kind,
        reason: EscapedText.line("needs \(name): \(path) \(error.reason)"))
    }
    guard library.mode & UInt32(S_IWOTH) == 0 else {
      throw distrust(name, path, "every user may write to the file")
    }
    copiedBytes += library.byteCount
    guard copiedBytes <= SealedFile.limitBytes else {
      throw refuse("has more than \(SealedFile.limitBytes >> 20) MiB of libraries beside it")
    }
    open.append(name)
    try find(neededBy: elf, at: path)
    open.removeLast()
    libraries.append(Library(path: path, copy: library))
    guard libraries.count(where: { $0.copy != nil }) <= Self.limit else {
      throw refuse("needs more than \(Self.limit) libraries in its own folder")
    }
  }

  private static func name(_ path: String) -> String {
    String(path[path.index(after: path.lastIndex(of: "/")!)...])
  }

  private func refuse(_ reason: String) -> PluginRefusal {
    PluginRefusal(path: plugin, reason: EscapedText.line(reason))
  }

  private func distrust(_ name: String, _ path: String, _ reason: String) -> PluginRefusal {
    PluginRefusal(
      path: plugin, kind: .untrusted,
      reason: EscapedText.line("needs \(name), but \(path) is not trusted: \(reason)"))
  }
}
