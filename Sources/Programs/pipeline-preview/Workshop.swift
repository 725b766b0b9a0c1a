import CProcess
import Files
import Foundation
import Glibc

/// The folder for what is rendered, and the janitor: a small process that removes it when this one and
/// all that it started have ended, in whatever way.
struct Workshop: Sendable {
  static let prefix = "pipeline-preview-"
  /// The janitor's name, by which it is neither found nor ended as one of us.
  static let janitor = "preview-janitor"

  let folder: String
  /// The end of a pipe that the janitor waits for; whatever writes into the folder holds it too.
  let life: Int32
  private let process: pid_t
  /// The folder itself, locked as long as this process lives, so that others see that it is in use.
  private let held: Int32

  /// The janitor is there before the folder, so that nothing can end us in between and leave it.
  init?() {
    let parent = FileManager.default.temporaryDirectory.standardizedFileURL
    folder = parent.appending(path: Self.prefix + UUID().uuidString)
      .path(percentEncoded: false)
    var ends: [Int32] = [-1, -1]
    // Unsafe: pipe writes two numbers.
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    life = ends[1]
    defer { Glibc.close(ends[0]) }
    guard
      let process = Child.start(
        "/proc/self/exe", [Self.janitor], input: ends[0], output: -1, error: -1, passed: [],
        diesWithParent: false)
    else { return nil }
    self.process = process
    let path = Array(folder.utf8)
    // Unsafe: the bytes are read during the call.
    guard unsafe write(life, path, path.count) == path.count, unsafe mkdir(folder, 0o700) == 0
    else { return nil }
    held = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    var about = stat()
    // Whoever sweeps just now may have found it before it was locked.
    guard held >= 0, flock(held, LOCK_EX | LOCK_NB) == 0, unsafe fstat(held, &about) == 0,
      about.st_nlink > 0
    else { return nil }
    Self.sweep(parent.path(percentEncoded: false))
  }

  /// Removes the user's folders that nobody holds: server and janitor were both killed.
  private static func sweep(_ parent: String) {
    let place = unsafe open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard place >= 0 else { return }
    defer { Glibc.close(place) }
    for name in FileTree.names(in: place) where name.hasPrefix(prefix) {
      let folder = unsafe openat(place, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard folder >= 0 else { continue }
      defer { Glibc.close(folder) }
      var about = stat()
      guard unsafe fstat(folder, &about) == 0, about.st_uid == geteuid(),
        flock(folder, LOCK_EX | LOCK_NB) == 0
      else { continue }
      FileTree.remove(name, in: place)
    }
  }

  // MARK: Room

  /// The most that the frames of one version may take: half of what is free, and never more than 2 GiB.
  var roomBytes: Int {
    var about = statvfs()
    // Unsafe: the kernel fills it in.
    guard unsafe fstatvfs(held, &about) == 0 else { return Self.mostBytes }
    let (free, overflows) = UInt64(about.f_bavail).multipliedReportingOverflow(
      by: UInt64(about.f_frsize))
    return overflows ? Self.mostBytes : Int(min(free / 2, UInt64(Self.mostBytes)))
  }
  private static let mostBytes = 2 << 30

  /// The number of bytes that the files in a folder of it take.
  func bytes(in name: String) -> Int {
    let place = unsafe openat(held, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard place >= 0 else { return 0 }
    defer { Glibc.close(place) }
    return FileTree.names(in: place).reduce(0) { sum, name in
      var about = stat()
      // Unsafe: the kernel fills it in.
      let isThere = unsafe fstatat(place, name, &about, AT_SYMLINK_NOFOLLOW) == 0
      return isThere ? sum + Int(about.st_blocks) * 512 : sum
    }
  }

  /// Lets the janitor do its work and waits until it has.
  func close() {
    Glibc.close(life)
    var status: Int32 = 0
    // Unsafe: the status is written during the call.
    _ = unsafe process_wait(process, 500, &status)
    // For the case that somebody has ended the janitor.
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The janitor's own life.
  static func clean() -> Never {
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_IGN) }
    try? Data(janitor.utf8).write(to: URL(filePath: "/proc/self/comm"))
    // Unsafe: the path is read during the call.
    unsafe chdir("/")
    let path = (try? FileHandle.standardInput.readToEnd()) ?? Data()
    let folder = URL(filePath: String(decoding: path, as: UTF8.self))
    guard folder.lastPathComponent.hasPrefix(prefix) else { exit(0) }
    try? FileManager.default.removeItem(at: folder)
    exit(0)
  }
}
