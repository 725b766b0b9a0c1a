internal import PluginModel
internal import Files

/// Finds the names of the libraries that an ELF file needs, and the folders in which they are searched.
extension ElfFile {
  /// The tags of dynamic entries that make the loader open further files, with their names for messages.
  private static let unusual: [(tag: UInt64, name: String)] = [
    (0x7fff_ffff, "DT_FILTER"), (0x7fff_fffd, "DT_AUXILIARY"), (0x6fff_fefc, "DT_AUDIT"),
    (0x6fff_fefb, "DT_DEPAUDIT"), (0x6fff_fefa, "DT_CONFIG"),
  ]

  /// The names of the needed libraries, from all DT_NEEDED entries.
  var neededLibraries: [String] { dynamicTexts(1) }

  /// The folders in which the file's libraries are searched (DT_RPATH and DT_RUNPATH) as they are written; an
  /// empty entry means the current folder.
  var runPaths: [String] {
    (dynamicTexts(15) + dynamicTexts(29)).flatMap {
      $0.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// The folders that run paths name below the folder of the file at `path`.
  func foldersBelow(_ path: String) -> [String] {
    runPaths.compactMap { Self.belowOrigin($0) }.filter { !$0.isEmpty }.map {
      FileTrust.folder(of: path) + $0
    }
  }

  /// The part after `$ORIGIN`, which is empty or a slash and names; nil for all other run paths.
  private static func belowOrigin(_ runPath: String) -> Substring? {
    for origin in ["$ORIGIN", "${ORIGIN}"] where runPath.hasPrefix(origin) {
      let rest = runPath.dropFirst(origin.count)
      let isPlain = !rest.contains("$") && !rest.split(separator: "/").contains("..")
      return isPlain && (rest.isEmpty || rest.hasPrefix("/")) ? rest : nil
    }
    return nil
  }

  /// Throws a one-line message if an entry makes the loader open files other than by a plain name. Absolute
  /// run paths are allowed in plugins, because toolchains write them, but they have no effect.
  func judgeLinks(path: String, isBundled: Bool = false) throws(PluginRefusal) {
    func refuse(_ reason: String) -> PluginRefusal {
      PluginRefusal(path: path, reason: EscapedText.line(reason))
    }
    for entry in runPaths where !isBundled && !entry.hasPrefix("/") {
      guard Self.belowOrigin(entry) == nil else { continue }
      let what =
        entry.isEmpty
        ? "has an empty run path, which means the current folder"
        : "has the run path \"\(entry)\", which "
          + (entry.hasPrefix("$ORIGIN") || entry.hasPrefix("${ORIGIN}")
            ? "leads out of its own folder" : "is not absolute")
      throw refuse("\(what): link the plugin with $ORIGIN, or without a run path")
    }
    for name in neededLibraries {
      if name.isEmpty || name.contains("/") || name.contains("$") {
        throw refuse("needs the library \"\(name)\" by a path: link the library by its name")
      }
    }
    for (tag, name) in Self.unusual where dynamicEntries.contains(where: { $0.tag == tag }) {
      throw refuse("has \(name), which is not allowed: link the plugin without \(name)")
    }
  }
}
