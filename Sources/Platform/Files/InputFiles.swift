internal import Glibc
internal import Synchronization

/// The files that a piece of work has read as sources, and the files that its document names; the work never
/// overwrites any of them. Every opened `RegularFile` that does not belong to the program is recorded by its
/// device and inode, so that it is recognised under any path or link. Files that do not exist or were not
/// opened are recorded by their paths, with links in their folders resolved. Golden pictures are recorded
/// too; only updating golden pictures replaces them.
package final class InputFiles: Sendable {
  private struct Identity: Hashable {
    let device: UInt64
    let number: UInt64

    init(_ about: stat) {
      device = UInt64(about.st_dev)
      number = UInt64(about.st_ino)
    }
  }

  private struct State {
    /// The names in messages and the paths of the opened files, by their identities.
    var files: [Identity: Known] = [:]
    /// The input files by their paths with links resolved.
    var names: [String: Known] = [:]
    /// The patterns of numbered files, by the path of their folder.
    var patterns: [String: [Pattern]] = [:]
    /// The folders whose files other processes read, by their paths with links resolved.
    var folders: Set<String> = []
  }
  private struct Known {
    let shown: String, plain: String
    /// Whether the input file was recorded only as a golden picture.
    var isGolden: Bool
  }
  private struct Pattern {
    let before: String, after: String, shown: String
    let isGolden: Bool

    func holds(_ name: String) -> Bool {
      guard name.utf8.count > before.utf8.count + after.utf8.count, name.hasPrefix(before),
        name.hasSuffix(after)
      else { return false }
      return name.dropFirst(before.count).dropLast(after.count).utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
      }
    }
  }
  private let state = Mutex(State())

  package init() {}

  /// Records an input file that is open for reading.
  func add(_ about: stat, _ shown: String) {
    // Memory without a name is not a file on a disk.
    guard about.st_nlink > 0 else { return }
    state.withLock { state in
      let identity = Identity(about)
      state.files[identity] = Known(
        shown: shown, plain: FilePath.withoutLinks(shown), isGolden: false)
    }
  }

  /// Records a file that is read, or that a document names for reading, by its path; the file need not exist.
  package func add(path: String, isGolden: Bool = false) {
    var about = stat()
    // Safety: stat reads the path as a C string and fills the struct.
    let isThere = unsafe stat(path, &about) == 0
    let plain = FilePath.withoutLinks(path)
    state.withLock { state in
      let known = Known(shown: path, plain: plain, isGolden: isGolden)
      // A file that is both a source and a golden picture counts as a source.
      if isGolden, state.names[plain]?.isGolden == false { return }
      state.names[plain] = known
      guard isThere, about.st_mode & S_IFMT == S_IFREG else { return }
      if isGolden, state.files[Identity(about)]?.isGolden == false { return }
      state.files[Identity(about)] = known
    }
  }

  /// Records numbered files: all files whose names have the given beginning and end around a number.
  package func add(
    numbered path: String, before: String, after: String, isGolden: Bool = false
  ) {
    let plain = FilePath.withoutLinks(path)
    let folder = FilePath.folder(of: plain)
    state.withLock {
      $0.patterns[folder, default: []].append(
        Pattern(before: before, after: after, shown: path, isGolden: isGolden))
    }
  }

  /// Records a folder whose files another process reads; the folder need not exist.
  package func add(folder: String) {
    let plain = FilePath.withoutLinks(folder)
    state.withLock { _ = $0.folders.insert(plain) }
  }

  /// The name of the input that writing a file at this path would replace or change; nil if there is none.
  /// `updatesGolden` means that golden pictures may be replaced.
  package func input(at path: String, updatesGolden: Bool = false) -> String? {
    var about = stat()
    // Safety: stat reads the path as a C string and fills the struct.
    let isThere = unsafe stat(path, &about) == 0
    if isThere, let known = known(about, updatesGolden) { return known }
    let plain = FilePath.withoutLinks(path)
    return state.withLock { state in
      if let known = state.names[plain], !(known.isGolden && updatesGolden) {
        return known.shown
      }
      if let folder = state.folders.first(where: { plain.hasPrefix("\($0)/") }) { return folder }
      guard let patterns = state.patterns[FilePath.folder(of: plain)] else { return nil }
      let name = FilePath.name(of: plain)
      return patterns.first { !($0.isGolden && updatesGolden) && $0.holds(name) }?.shown
    }
  }

  /// The name of an input below a folder; nil if there is none.
  package func input(below folder: String) -> String? {
    let plain = FilePath.withoutLinks(folder) + "/"
    return state.withLock { state in state.names.first { $0.key.hasPrefix(plain) }?.value.shown }
  }

  /// The names of the inputs in a folder, including files that do not exist; the folder is given by its path
  /// with links resolved.
  package func names(in folder: String) -> [String] {
    state.withLock { state in
      state.names.keys.filter { FilePath.folder(of: $0) == folder }.map { FilePath.name(of: $0) }
    }
  }

  /// The name of the input that is open as a descriptor; nil if the file is not an input.
  package func input(openAs descriptor: Int32) -> String? {
    var about = stat()
    // Safety: fstat fills the struct.
    guard unsafe fstat(descriptor, &about) == 0, about.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    if let known = known(about, false) { return known }
    // A file that has not been opened yet is recognised by its path.
    var name = [CChar](repeating: 0, count: Int(PATH_MAX))
    let link = "/proc/self/fd/\(descriptor)"
    // Safety: readlink writes at most the given size.
    let count = unsafe readlink(link, &name, name.count - 1)
    guard count > 0 else { return nil }
    let path = name.prefix(count).map { UInt8(bitPattern: $0) }
    return input(at: String(decoding: path, as: UTF8.self))
  }

  /// The name of the input to which a file in an open folder refers; only opened files are considered, which
  /// is fast enough for every frame. A link counts as the file to which it refers.
  package func input(
    named name: String, in folder: Int32, updatesGolden: Bool = false
  ) -> String? {
    var about = stat()
    // Safety: fstatat reads the name as a C string and fills the struct.
    guard unsafe fstatat(folder, name, &about, 0) == 0 else { return nil }
    return known(about, updatesGolden)
  }

  private func known(_ about: stat, _ updatesGolden: Bool) -> String? {
    let identity = Identity(about)
    return state.withLock { state in
      guard let found = state.files[identity], !(found.isGolden && updatesGolden) else {
        return nil
      }
      // The inode number of a deleted file may have been given to another file.
      var now = stat()
      // Safety: stat reads the path as a C string and fills the struct.
      if unsafe stat(found.plain, &now) == 0, Identity(now) == identity { return found.shown }
      state.files[identity] = nil
      return nil
    }
  }

  /// Removes the record of a file that this process has created; its inode number may once have belonged to a
  /// deleted input.
  package func forget(_ descriptor: Int32) {
    var about = stat()
    // Safety: fstat fills the struct.
    guard unsafe fstat(descriptor, &about) == 0 else { return }
    state.withLock { _ = $0.files.removeValue(forKey: Identity(about)) }
  }
}

/// Converts paths to the form in which they are compared.
package enum FilePath {
  /// The absolute path without links, `.` and `..`, as far as its folders exist; a link at the end is kept.
  package static func withoutLinks(_ path: String) -> String {
    var rest: [Substring] = []
    var above = path
    while true {
      let name = name(of: above)
      if name.isEmpty || name == "." || name == ".." {
        // A component that is empty, "." or ".." does not name a file: the path refers to a folder or to the
        // root.
        if let real = real(above.isEmpty ? "." : above) { return joined(real, rest) }
        if above.isEmpty || above == "/" { return joined("/", rest) }
      }
      rest.insert(Substring(name), at: 0)
      above = folder(of: above)
      if let real = real(above) { return joined(real, rest) }
    }
  }

  private static func joined(_ folder: String, _ names: [Substring]) -> String {
    var parts = folder.split(separator: "/")
    for name in names where !name.isEmpty && name != "." {
      if name == ".." { _ = parts.popLast() } else { parts.append(name) }
    }
    return "/" + parts.joined(separator: "/")
  }

  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the last component of a path.
  package static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  private static func real(_ path: String) -> String? {
    // Safety: realpath returns a C string, which is copied and freed.
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }
}
