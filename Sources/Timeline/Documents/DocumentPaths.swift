package import Files
import Glibc
package import JSON
import Synchronization

/// The folder to which a document's paths are relative. A path cannot leave the folder through `..`, as an
/// absolute path, or through a symbolic link, and cannot contain NUL. A file is opened only once, relative to
/// the folder, so that the file that is checked is also the file that is read.
package struct DocumentPaths: Sendable {
  /// The path of the folder, absolute or relative to the current directory.
  package let folder: String
  /// Whether a path of the document may refer to a file outside the folder.
  package var allowsOutside: Bool
  private let ground: RootFolder
  private let files = OpenFiles()

  private let context: EngineContext?

  /// Creates the paths of a folder; every file that is read becomes an input in `context`.
  package init(folder: String, allowsOutside: Bool = false, context: EngineContext? = nil) {
    self.context = context
    self.folder = folder
    self.allowsOutside = allowsOutside
    ground = RootFolder(folder, in: context)
  }

  /// The files that were opened for reading, by their paths. The input files of a document stay open until
  /// the document is released.
  private final class OpenFiles: Sendable {
    let list = Mutex<[String: RegularFile]>([:])
  }

  /// The folder that outputs must not leave; nil if they may leave it.
  package var root: RootFolder? { allowsOutside ? nil : ground }

  package enum Refusal: Error, Hashable, Sendable {
    case outside(String)
    case missing(String)
    case notAFile(String)
    case unreadable(String, reason: String)

    package var message: String {
      switch self {
      case .outside(let reason): reason
      case .missing(let path): "no file \(JSONWriter.string(path))"
      case .notAFile(let path): "\(JSONWriter.string(path)) is not a plain file"
      case .unreadable(let path, let reason):
        "\(JSONWriter.string(path)) cannot be read: \(reason)"
      }
    }
    package var kind: Problem.Kind {
      switch self {
      case .outside: .notAllowed
      case .missing: .missing
      case .notAFile, .unreadable: .fault
      }
    }
  }

  /// Opens a regular file inside the folder for reading; each call returns the same open file.
  package func forReading(_ path: String) throws(Refusal) -> RegularFile {
    if let file = files.list.withLock({ $0[path] }) { return file }
    let file = try opened(path)
    return files.list.withLock { list in
      if list[path] == nil { list[path] = file }
      return list[path]!
    }
  }

  /// Opens the current version of a file for reading; `own` means that the program may replace the file.
  package func opened(_ path: String, own: Bool = false) throws(Refusal) -> RegularFile {
    let full = try forWriting(path)
    do throws(FileError) {
      return try allowsOutside
        ? RegularFile(full, own: own, in: context) : ground.file(path, own: own)
    } catch {
      switch error {
      case .missing: throw .missing(path)
      case .notPlain: throw .notAFile(path)
      case .outside:
        throw .outside("\(JSONWriter.string(path)) is a link that leaves the document's folder")
      case .system, .tooLarge: throw .unreadable(path, reason: error.reason)
      }
    }
  }

  /// The path for writing a file or searching for a folder; the path need not exist.
  package func forWriting(_ path: String) throws(Refusal) -> String {
    guard !path.utf8.contains(0) else { throw .outside("a path with a NUL") }
    let isAbsolute = path.hasPrefix("/")
    let full = isAbsolute ? path : ground.path(to: path)
    if allowsOutside { return full }
    let shown = JSONWriter.string(path)
    guard !isAbsolute else { throw .outside("\(shown) is an absolute path") }
    var depth = 0
    for part in path.split(separator: "/") where part != "." {
      depth += part == ".." ? -1 : 1
      if depth < 0 { throw .outside("\(shown) leaves the document's folder") }
    }
    guard let root = Self.resolved(folder.isEmpty ? "." : folder) else { return full }
    guard let target = Self.resolvedAsFarAsThere(full) else {
      throw .outside("\(shown) is a link that leads nowhere")
    }
    let isInside = target == root || target.hasPrefix(root == "/" ? "/" : root + "/")
    guard isInside else { throw .outside("\(shown) is a link that leaves the document's folder") }
    return full
  }

  /// The real path of the nearest existing ancestor folder; nil for a broken link.
  private static func resolvedAsFarAsThere(_ path: String) -> String? {
    var path = path
    while true {
      if let real = resolved(path) { return real }
      if isLink(path) { return nil }
      guard let slash = path.lastIndex(of: "/") else { return resolved(".") }
      path = String(path[..<slash])
      if path.isEmpty { return "/" }
    }
  }

  private static func resolved(_ path: String) -> String? {
    // Safety: realpath returns a C string, which is freed in this function.
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    // Safety: lstat fills the struct.
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }
}
