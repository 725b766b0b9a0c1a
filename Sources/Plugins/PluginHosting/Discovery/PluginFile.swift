package import PluginModel
internal import Files
internal import Glibc

/// A candidate for a plugin file, with its path and the reasons for or against trusting it.
package struct PluginFile {
  /// The path of the plugin file with all links resolved.
  let path: String
  /// The reason why any user can write to the file or its folder; nil if only the owner can.
  let worldWritable: String?
  /// Whether the file belongs to the owner of this program.
  let isOurs: Bool
  let version: FileVersion

  /// Opens the file; throws a one-line message if it is not a regular file.
  init(path given: String) throws(PluginRefusal) {
    path = FileTrust.resolved(given) ?? given
    let file = try RegularFile(plugin: path)
    version = file.version
    isOurs = file.owner == Self.owner && file.mode & UInt32(S_IWOTH) == 0
    worldWritable =
      file.mode & UInt32(S_IWOTH) != 0
      ? "every user may write to the file"
      : FileTrust.isWorldWritable(FileTrust.folder(of: path))
        ? "every user may write to the folder" : nil
  }

  /// The reason why the file is not allowed even in a trusted folder; nil if it is allowed.
  func reasonAgainst(_ folder: PluginFolder) -> String? {
    let data = FileTrust.folder(of: path) + "/" + WorkerSandbox.dataFolder
    if FileTrust.isLink(data) {
      return
        "\(WorkerSandbox.dataFolder) is a link, "
        + "which would give the plugin access to another folder"
    }
    // A plugin of a document must be inside the document's folder, like its assets.
    guard folder.source == .document, let home = FileTrust.resolved(folder.path) else { return nil }
    return path.hasPrefix(home == "/" ? "/" : home + "/")
      ? nil : "is a link that leaves the folder of plugins which the document names"
  }

  /// Throws a one-line message if the file cannot be a plugin for this host. The host does not execute code
  /// of the file during this check.
  package static func judge(
    _ elf: ElfFile, path: String, isBundled: Bool
  ) throws(PluginRefusal) {
    let entry = elf.exports.first { $0.name == "animator_plugin_v1" }
    let later = elf.exports.first { $0.name.hasPrefix("animator_plugin_v") }
    // A later major version is recognised by its note, whatever the name of its entry function is.
    if let problem = elf.note?.problem { throw PluginRefusal(path: path, reason: problem) }
    if elf.sections.isEmpty {
      throw PluginRefusal(path: path, reason: "has no section headers, so its symbols are unknown")
    }
    guard entry != nil else {
      throw PluginRefusal(
        path: path,
        reason: later.map { "has the entry \($0.name); this host knows animator_plugin_v1" }
          ?? "is not an animator plugin: it does not export animator_plugin_v1")
    }
    guard elf.note != nil else {
      throw PluginRefusal(
        path: path, reason: "has no .note.animator note: end the source with ANIMATOR_PLUGIN(…)")
    }
    try elf.judgeLinks(path: path, isBundled: isBundled)
  }

  static func isSameFolder(_ a: String, _ b: String) -> Bool {
    guard let a = FileTrust.resolved(a), let b = FileTrust.resolved(b) else { return false }
    return a == b
  }

  /// The id of the user who owns the executable of the running program.
  private static let owner: UInt32? = {
    var status = stat()
    // Safety: stat fills `status`.
    return unsafe stat("/proc/self/exe", &status) == 0 ? status.st_uid : nil
  }()
}
