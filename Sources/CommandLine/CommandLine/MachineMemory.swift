internal import Glibc
internal import Scenes
internal import Synchronization

/// The part of this machine's memory that the process may use.
package enum MachineMemory {
  /// The number of bytes that are reserved for the program itself, and for helpers before they are counted.
  private static let ownBytes = 128 << 20

  /// Sets the total memory limit for pictures, helpers and plugins: the default, or the available memory if
  /// that is less. Half of the machine's memory is left for other programs, and half of an address space for
  /// mappings; the memory of a control group belongs only to this program.
  package static func setLimit() {
    let group = controlGroup.map { max($0 - ownBytes, $0 / 2) }
    let there = [physical.map { $0 / 2 }, addressSpace.map { $0 / 2 }, group]
    let limit = there.compactMap { $0 }.min() ?? Int.max
    guard limit < MemoryAccount.defaultLimit else { return }
    MemoryAccount.limit.store(max(limit, 16 << 20), ordering: .relaxed)
    MemoryAccount.isSmallMachine.store(true, ordering: .relaxed)
  }

  private static var physical: Int? {
    let pages = sysconf(Int32(_SC_PHYS_PAGES))
    return pages > 0 ? Int(pages) * 4096 : nil
  }

  private static var addressSpace: Int? {
    var limit = rlimit()
    // Safety: getrlimit fills in the limit.
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 else { return nil }
    return Int(exactly: limit.rlim_cur)
  }

  /// The lowest memory limit of this process's control group and its ancestors.
  private static var controlGroup: Int? {
    var least: Int?
    for line in (text("/proc/self/cgroup") ?? "").split(separator: "\n") {
      // The line in /proc/self/cgroup is "0::/path" in version 2, and "5:memory:/path" in version 1.
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { continue }
      let isNew = fields[1].isEmpty
      guard isNew || fields[1].split(separator: ",").contains("memory") else { continue }
      let root = isNew ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory"
      let name = isNew ? "memory.max" : "memory.limit_in_bytes"
      var names = fields[2].split(separator: "/")
      while true {
        let folder = ([root] + names.map(String.init)).joined(separator: "/")
        if let bytes = text("\(folder)/\(name)").flatMap({ Int($0.prefix { $0.isNumber }) }) {
          least = min(least ?? bytes, bytes)
        }
        if names.isEmpty { break }
        names.removeLast()
      }
    }
    return least
  }

  /// Reads a short text file of the kernel.
  private static func text(_ path: String) -> String? {
    // Safety, here and below: the path is a C string, and the array has the given size.
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      count = max(0, unsafe read(file, buffer.baseAddress!, 4096))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
