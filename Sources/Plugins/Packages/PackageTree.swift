internal import Files
internal import Glibc

/// The contents of a package's folder, which are read without following links.
struct PackageTree {
  enum Kind: Equatable {
    /// A regular file with the SHA-256 of its bytes; nil if the file cannot be read.
    case file(sha256: String?)
    /// The entry is a link, a pipe or a device.
    case other
  }
  /// All entries except folders, by their paths below the folder.
  private(set) var entries: [String: Kind] = [:]
  /// The paths of the folders, with the deepest folder last.
  private(set) var folders: [String] = []
  /// Whether the limits of a package were reached, so that some files were not read.
  private(set) var isCut = false

  private static let mostEntries = 20_000
  private static let deepest = 32

  /// Reads a folder; nil if the path is a link or a file.
  init?(_ path: String) {
    // Safety: the path is read as a C string.
    let opened = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard opened >= 0 else { return nil }
    defer { close(opened) }
    walk(opened, "", 0)
  }

  private mutating func walk(_ folder: Int32, _ prefix: String, _ depth: Int) {
    for name in FileTree.names(in: folder).sorted() {
      guard entries.count + folders.count < Self.mostEntries, depth < Self.deepest else {
        isCut = true
        return
      }
      let path = prefix + name
      var about = stat()
      // Safety, here and below: the name is read as a C string, and the struct is filled.
      guard unsafe fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
      switch about.st_mode & S_IFMT {
      case S_IFDIR:
        folders.append(path)
        let inner = unsafe openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard inner >= 0 else { continue }
        walk(inner, path + "/", depth + 1)
        close(inner)
      case S_IFREG:
        let file = unsafe openat(
          folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        var hash: String?
        if file >= 0, let opened = try? RegularFile(taking: file, name: path, own: true) {
          hash = try? opened.sha256()
        }
        entries[path] = .file(sha256: hash)
      default: entries[path] = .other
      }
    }
  }

  /// The files that the loader would load as plugins, which are at the top level.
  var plugins: [String] { entries.keys.filter(Self.isLoaded).sorted() }

  /// Whether the loader would load a file with this path in a package's folder as a plugin.
  static func isLoaded(_ path: String) -> Bool { path.hasSuffix(".so") && !path.contains("/") }
}
