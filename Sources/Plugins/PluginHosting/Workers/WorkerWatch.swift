internal import CProcess
internal import Glibc

/// The resources of a worker's process as the kernel counts them; the worker cannot influence these numbers.
@safe final class WorkerWatch: Sendable {
  struct Use: Equatable {
    var taskCount = 0
    /// The bytes of pages that no other process has, including swapped pages.
    var privateBytes = 0
    /// The bytes of shared pages without a file that the process has touched: pages of the host, and of the
    /// process itself.
    var sharedBytes = 0

    /// The memory that the process uses itself, if `hostBytes` of the host's memory are mapped in the
    /// process.
    func ownBytes(beside hostBytes: Int) -> Int { privateBytes + max(0, sharedBytes - hostBytes) }
  }

  /// The open folder /proc/ID/task. The folder belongs to this process even if the process number is reused.
  private let tasks: Int32

  /// Opens the process's folder in /proc; nil if the system does not show the folder.
  init?(_ process: pid_t) {
    var opened: Int32 = -1
    // Safety: the shim writes one descriptor.
    guard unsafe process_open_tasks(process, &opened) == 0 else { return nil }
    tasks = opened
    guard taskCount > 0 else { return nil }
  }

  deinit { close(tasks) }

  /// The number of threads of the process, from the link count of its task folder, which takes half a
  /// microsecond, or else from its status; 0 if the system does not report it.
  var taskCount: Int {
    var about = stat()
    // Safety: the kernel fills `about`.
    guard unsafe fstat(tasks, &about) == 0 else { return 0 }
    // A folder has two links, and one more for each folder inside.
    return about.st_nlink > 2 ? Int(about.st_nlink) - 2 : use.taskCount
  }

  /// The number of threads of the process that have not ended; the largest number if the system does not
  /// report it. The value is only a hint: `taskCount` is exact.
  var liveTaskCount: Int { liveTasks?.count ?? Int.max }

  /// The name of the thread that was started last; empty if the system does not report it.
  var lastThreadName: String {
    guard let last = liveTasks?.compactMap({ Int($0) }).max() else { return "" }
    return PluginText.joined(read("\(last)/comm"))
  }

  /// The numbers of the threads that have not ended.
  private var liveTasks: [String]? {
    let copy = unsafe openat(tasks, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let folder = unsafe fdopendir(copy) else { return nil }
    defer { unsafe closedir(folder) }
    var tasks: [String] = []
    // Safety: the entry is read before the next entry is requested; its name ends with a zero byte.
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name.first != ".", !Self.hasEnded(read(name + "/stat")) { tasks.append(name) }
    }
    return tasks
  }

  /// Whether a line of /proc/ID/task/ID/stat has PF_EXITING among its flags.
  static func hasEnded(_ stat: [UInt8]) -> Bool {
    guard let end = stat.lastIndex(of: UInt8(ascii: ")")) else { return false }
    let fields = stat[(end + 1)...].split(separator: UInt8(ascii: " "))
    guard fields.count > 6 else { return false }
    return (UInt(String(decoding: fields[6], as: UTF8.self)) ?? 0) & 4 != 0
  }

  /// The current use of resources by the process, which takes 15 µs to read; zeros if the system does not
  /// report it.
  var use: Use { Self.use(in: read("../status")) }

  /// The first 4 KiB of a file beside the tasks; empty if the file cannot be read.
  private func read(_ path: String) -> [UInt8] {
    let file = unsafe openat(tasks, path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    return unsafe [UInt8](unsafeUninitializedCapacity: 4096) { buffer, filled in
      // Safety: the bytes are read into the array's own storage.
      filled = max(0, unsafe Glibc.read(file, buffer.baseAddress!, buffer.count))
    }
  }

  /// Parses lines such as "RssAnon:\t     132 kB" and "Threads:\t1".
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
