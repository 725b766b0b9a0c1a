import CProcess
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
