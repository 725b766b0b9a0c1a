internal import CProcess
internal import Glibc

/// The resources that a worker's process uses according to the kernel; the worker cannot influence these
/// numbers.
@safe final class WorkerWatch: Sendable {
  struct Use: Equatable {
    var taskCount = 0
    /// The bytes of pages that no other process shares, including swapped pages.
    var privateBytes = 0
    /// The bytes of touched shared pages that belong to no file: pages of the host and of the process itself.
    var sharedBytes = 0

    /// The number of bytes that the process uses itself if it has mapped `hostBytes` bytes of the host's
    /// memory.
    func ownBytes(beside hostBytes: Int) -> Int { privateBytes + max(0, sharedBytes - hostBytes) }
  }

  /// The descriptor of the folder /proc/ID/task. The descriptor refers to this process even if its id is
  /// reused.
  private let tasks: Int32

  /// Opens the folder of the process in /proc; nil if the system does not show it.
  init?(_ process: pid_t) {
    var opened: Int32 = -1
    // Safety: the shim writes one descriptor.
    guard unsafe process_open_tasks(process, &opened) == 0 else { return nil }
    tasks = opened
    guard taskCount > 0 else { return nil }
  }

  deinit { close(tasks) }

  /// The number of threads of the process: from the link count of its task folder, which takes half a
  /// microsecond, or otherwise from its status; 0 if the system does not report it.
  var taskCount: Int {
    var about = stat()
    // Safety: fstat fills `about`.
    guard unsafe fstat(tasks, &about) == 0 else { return 0 }
    // The link count of a folder is 2, and 1 for each folder inside it.
    return about.st_nlink > 2 ? Int(about.st_nlink) - 2 : use.taskCount
  }

  /// The number of threads that have not ended; the largest integer if the system does not report it. The
  /// number is only a hint, while `taskCount` is exact.
  var liveTaskCount: Int { liveTasks?.count ?? Int.max }

  /// The name of the thread that was started last; empty if the system does not report it.
  var lastThreadName: String {
    guard let last = liveTasks?.compactMap({ Int($0) }).max() else { return "" }
    return PluginText.joined(read("\(last)/comm"))
  }

  /// The ids of the worker's threads that have not ended.
  private var liveTasks: [String]? {
    let copy = unsafe openat(tasks, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let folder = unsafe fdopendir(copy) else { return nil }
    defer { unsafe closedir(folder) }
    var tasks: [String] = []
    // Safety: the entry is used before the next one is requested, and its name is zero-terminated.
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name.first != ".", !Self.hasEnded(read(name + "/stat")) { tasks.append(name) }
    }
    return tasks
  }

  /// Whether the flags of a thread in a line of /proc/ID/task/ID/stat include PF_EXITING.
  static func hasEnded(_ stat: [UInt8]) -> Bool {
    guard let end = stat.lastIndex(of: UInt8(ascii: ")")) else { return false }
    let fields = stat[(end + 1)...].split(separator: UInt8(ascii: " "))
    guard fields.count > 6 else { return false }
    return (UInt(String(decoding: fields[6], as: UTF8.self)) ?? 0) & 4 != 0
  }

  /// The current resource usage of the process, which takes 15 µs to read; all zero if the system does not
  /// report it.
  var use: Use { Self.use(in: read("../status")) }

  /// The first 4 KiB of a file relative to the task folder; empty if it cannot be read.
  private func read(_ path: String) -> [UInt8] {
    let file = unsafe openat(tasks, path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    return unsafe [UInt8](unsafeUninitializedCapacity: 4096) { buffer, filled in
      // Safety: read writes into the array's own storage.
      filled = max(0, unsafe Glibc.read(file, buffer.baseAddress!, buffer.count))
    }
  }

  /// Parses lines of a status file, such as "RssAnon:\t     132 kB" and "Threads:\t1".
  static func use(in status: [UInt8]) -> Use {
    var use = Use()
    for line in status.split(separator: UInt8(ascii: "\n")) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let number = line[colon...].drop { !(48...57).contains($0) }.prefix { (48...57).contains($0) }
      guard let count = Int(String(decoding: number, as: UTF8.self)) else { continue }
      switch String(decoding: line[..<colon], as: UTF8.self) {
      case "RssAnon", "VmSwap": use.privateBytes += count * 1024
      case "RssShmem": use.sharedBytes += count * 1024
      case "Threads": use.taskCount = count
      default: break
      }
    }
    return use
  }
}
