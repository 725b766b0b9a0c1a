internal import CHosting
internal import Files
internal import Glibc

/// The folders of the libraries that every plugin may use.
enum SystemLibraries {
  /// The library folders of the system, which workers may read.
  static let folders = ["/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64"]

  /// The folders of the libraries that this process itself uses, including the Swift runtime. The folders are
  /// determined before any plugin is loaded, and are the same for the program and its workers.
  static let runtimeFolders: [String] = {
    let folders = FolderSet()
    // Safety: the set exists longer than the visit, which copies each path.
    unsafe hosting_visit_libraries(
      { path, folders in
        guard let path = unsafe path, let folders = unsafe folders else { return }
        unsafe Unmanaged<FolderSet>.fromOpaque(folders).takeUnretainedValue()
          .add(folderOf: String(cString: path))
      }, Unmanaged.passUnretained(folders).toOpaque())
    return folders.paths.sorted()
  }()

  private final class FolderSet {
    private(set) var paths: Set<String> = []
    func add(folderOf path: String) {
      guard path.hasPrefix("/"), let end = path.lastIndex(of: "/"), end > path.startIndex else {
        return
      }
      paths.insert(String(path[..<end]))
    }
  }

  /// The folders of the system in which the loader searches for libraries.
  private static let searched: [String] = {
    let usual = [
      "/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/usr/local/lib/x86_64-linux-gnu",
      "/lib64", "/usr/lib64", "/lib", "/usr/lib", "/usr/local/lib",
    ]
    return usual + configured().filter { isSystems($0) && !usual.contains($0) }
  }()

  /// The folders that the files in /etc/ld.so.conf.d name.
  private static func configured() -> [String] {
    let folder = "/etc/ld.so.conf.d"
    let names = PluginFolder.names(in: folder).filter { $0.hasSuffix(".conf") }.sorted()
    return names.flatMap { name in
      guard let file = try? RegularFile(folder + "/" + name),
        let bytes = try? file.read(limitBytes: 1 << 20)
      else { return [String]() }
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
        String($0).trimmed
      }.filter { $0.hasPrefix("/") }
    }
  }

  /// Whether a path without links is in one of the system's library folders.
  static func isSystems(_ path: String) -> Bool {
    guard let path = FileTrust.resolved(path) else { return false }
    return folders.contains { path == $0 || path.hasPrefix($0 + "/") }
  }

  /// The path of the program's own library with this name; nil if there is none.
  static func own(_ name: String) -> String? { find(name, in: runtimeFolders) }

  /// The path of the system's library with this name, in those `runPaths` that are system folders, or in the
  /// folders of the loader; nil if there is none.
  static func path(of name: String, runPaths: [String]) -> String? {
    find(name, in: runPaths.filter { $0.hasPrefix("/") && isSystems($0) })
      ?? find(name, in: searched)
  }

  private static func find(_ name: String, in folders: [String]) -> String? {
    folders.lazy.map { $0 + "/" + name }.first(where: FileTrust.isPlain)
  }
}
