internal import Glibc

/// A candidate file, judged without running any of its code.
struct PluginFile {
  /// Links resolved.
  let path: String
  /// It, or its folder, may be written by anyone.
  let worldWritable: String?
  /// It belongs to the owner of this program.
  let isOurs: Bool
  let identity: FileIdentity

  /// Refuses whatever cannot be a plugin for this host, with one line. A file that `isKnown` has been
  /// judged before.
  init(
    path given: String, isKnown: (String, FileIdentity) -> Bool = { _, _ in false }
  ) throws(PluginRefusal) {
    path = Self.resolve(given) ?? given
    let file = try FileReader(path: path)
    identity = file.identity
    let folder = Self.mode(ofFolderOf: path)
    isOurs = file.owner == Self.owner && file.mode & UInt32(S_IWOTH) == 0
    worldWritable =
      file.mode & UInt32(S_IWOTH) != 0
      ? "its file may be written by anyone"
      : folder.map { $0 & UInt32(S_IWOTH) != 0 } == true
        ? "its folder may be written by anyone" : nil
    if isKnown(path, identity) { return }

    let elf = try ElfFile(reading: file, path: path)
    let entry = elf.exports.first { $0.name == "animator_plugin_v1" }
    let later = elf.exports.first { $0.name.hasPrefix("animator_plugin_v") }
    // A future major version says so in its note, whatever its entry is called.
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
        path: path, reason: "has no .note.animator note: end it with ANIMATOR_PLUGIN(…)")
    }
  }

  static func isSameFolder(_ a: String, _ b: String) -> Bool {
    guard let a = resolve(a), let b = resolve(b) else { return false }
    return a == b
  }

  /// The owner of the running program.
  private static let owner: UInt32? = {
    var status = stat()
    // Unsafe: the kernel fills in `status`.
    return unsafe stat("/proc/self/exe", &status) == 0 ? status.st_uid : nil
  }()

  private static func resolve(_ path: String) -> String? {
    // Unsafe: realpath's buffer is ours to free.
    guard let buffer = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(buffer) }
    return unsafe String(cString: buffer)
  }

  private static func mode(ofFolderOf path: String) -> UInt32? {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    var status = stat()
    // Unsafe: the kernel fills in `status`.
    return unsafe stat(folder.isEmpty ? "/" : folder, &status) == 0 ? status.st_mode : nil
  }
}
