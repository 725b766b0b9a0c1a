package import PluginModel
internal import Files

/// The code of a plugin: sealed copies of its file and of the libraries beside it, which have been checked
/// and hashed. Every worker of the plugin loads the sealed copies, even if the files change.
package final class PluginCopies: Sendable {
  /// The path of the plugin's file with links resolved.
  package let path: String
  /// The file of the plugin, followed by the libraries beside it, each before the libraries that need it.
  let parts: [PluginPart]
  private let plugin: SealedFile
  private let libraries: [LibrarySearch.Library]

  /// Copies the plugin's files and then checks the copies. The host does not execute code of the files in the
  /// process.
  package init(_ given: String, isBundled: Bool) throws(PluginRefusal) {
    let path = FileTrust.resolved(given) ?? given
    self.path = path
    let (plugin, elf) = try SealedFile.make(path)
    try PluginFile.judge(elf, path: path, isBundled: isBundled)
    var search = LibrarySearch(plugin: path)
    try search.findLibraries(of: elf)
    self.plugin = plugin
    libraries = search.libraries
    parts =
      [PluginPart(path: path, sha256: plugin.sha256, version: plugin.version)]
      + libraries.compactMap { library in
        library.copy.map {
          PluginPart(path: library.path, sha256: $0.sha256, version: $0.version)
        }
      }
  }

  /// The descriptors of the copies in the order in which a worker receives them.
  var descriptors: [Int32] { [plugin.descriptor] + libraries.compactMap { $0.copy?.descriptor } }

  /// The function in the plugin's file that contains an address, and the offset from the start of the
  /// function.
  func function(at address: UInt64) -> (name: String, offset: UInt64)? {
    guard let file = try? RegularFile(plugin: plugin.place),
      let elf = try? ElfFile(reading: file, path: path)
    else { return nil }
    return elf.function(at: address, in: file)
  }

  /// The load plan that loads the copied files into this process.
  package var plan: LoadPlan {
    LoadPlan(
      libraries: libraries.map { .init(path: $0.path, place: $0.copy?.place ?? $0.path) },
      plugin: .init(path: path, place: plugin.place))
  }

  /// The plan that loads the files themselves under the names for which debuggers search.
  var planByName: LoadPlan {
    LoadPlan(
      libraries: libraries.map { .init(path: $0.path, place: $0.path) },
      plugin: .init(path: path, place: path))
  }

  /// The first file that has changed since it was copied; nil if none has.
  var changedPart: PluginPart? { parts.first { FileVersion(path: $0.path) != $0.version } }

  /// The refusal because a file has changed since the plugin was last checked.
  func refuseChanged(_ part: String) -> PluginRefusal {
    let what = part == path ? "changed" : "needs \(part), which changed"
    return PluginRefusal(
      path: path, kind: .untrusted,
      reason: EscapedText.line("\(what) while it was in use: run again when the file is complete"))
  }
}
