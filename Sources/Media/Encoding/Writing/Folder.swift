package import Files
internal import Glibc
internal import Synchronization

/// Functions on the folders of outputs.
package enum Folder {
  /// Creates the folder and its missing parent folders.
  package static func create(_ path: String) throws(EncodingError) {
    do { _ = try OpenFolder(path) } catch {
      throw .unwritable(path: path, reason: error.reason)
    }
  }

  /// Syncs the names in the folder to the disk. If a root is given, the folder must be inside the root.
  package static func sync(
    _ path: String, beneath root: RootFolder?
  ) throws(EncodingError) {
    do { try OpenFolder(existing: path, beneath: root).sync() } catch {
      throw .unwritable(path: path, reason: error.reason)
    }
  }

  /// Returns the folder of a path.
  package static func of(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  package static func isFolder(_ path: String) -> Bool {
    var about = stat()
    // Safety: the kernel fills the struct.
    return unsafe stat(path, &about) == 0 && about.st_mode & S_IFMT == S_IFDIR
  }

  /// Returns the names of the files in a folder, in the system's order; empty if the folder does not exist.
  package static func names(in path: String) -> [String] {
    guard let folder = try? OpenFolder(existing: path) else { return [] }
    return FileTree.names(in: folder.descriptor)
  }

  /// Returns the last component of a path.
  package static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }
}

/// Creates numbers that never repeat in this process.
enum Serial {
  private static let counter = Atomic<Int>(0)
  static func next() -> Int { counter.wrappingAdd(1, ordering: .relaxed).newValue }
}
