internal import Files
internal import Glibc

/// The folder of a control group, whose files are an interface of the kernel.
final class GroupFolder: Sendable {
  let path: String
  let descriptor: Int32

  init?(_ path: String) {
    self.path = path
    descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  /// Creates a child control group; returns nil if creating the group fails.
  func make(_ name: String) -> GroupFolder? {
    // Safety, here and below: names are read as C strings.
    guard unsafe mkdirat(descriptor, name, 0o755) == 0 else { return nil }
    return GroupFolder("\(path)/\(name)")
  }

  /// Removes an empty child group; returns false if the group contains processes.
  @discardableResult
  func remove(_ below: GroupFolder) -> Bool { unsafe rmdir(below.path) == 0 || errno == ENOENT }

  func mayWrite(_ name: String) -> Bool { unsafe faccessat(descriptor, name, W_OK, 0) == 0 }

  @discardableResult
  func write(_ text: String, to name: String) -> Bool {
    let file = unsafe openat(descriptor, name, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    return FileBytes.write(Array(text.utf8), to: file) == 0
  }

  /// The words of a control group file, separated by spaces and line feeds.
  func words(_ name: String, inOrder: Bool) -> [String] {
    (Self.text("\(path)/\(name)") ?? "").split { $0 == " " || $0 == "\n" }.map(String.init)
  }
  func words(_ name: String) -> Set<String> { Set(words(name, inOrder: true)) }

  /// The ids of the processes in this group itself; a process that is not visible appears as 0.
  var processes: [Int32] { words("cgroup.procs", inOrder: true).map { Int32($0) ?? 0 } }

  /// The names of the child control groups.
  var names: [String] { FileTree.names(in: descriptor) }

  /// The text of a kernel file, which reports no size; nil if it cannot be read.
  static func text(_ path: String) -> String? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return FileBytes.read(file, limit: 1 << 20).map { String(decoding: $0, as: UTF8.self) }
  }
}
