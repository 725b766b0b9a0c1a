internal import CSandbox
internal import Glibc

/// Locks a worker's process before it loads its plugin. Everything that is locked is locked here.
package enum WorkerSandbox {
  /// Room for a plugin beside three images of the greatest size.
  static let addressSpaceBytes: UInt64 = 6 << 30
  /// Enough for a library inside of a plugin that starts one for each processor.
  static let threads: UInt64 = 64

  /// Locks this process as a worker's; what is in force afterwards, as SANDBOX_… bits.
  package static func enter(for plugin: String) -> UInt32 {
    var folders = [
      "/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64", "/usr/share/fonts",
      "/usr/share/locale", "/etc/ld.so.cache", "/etc/fonts", "/etc/localtime", "/dev/null",
      "/dev/urandom", "/proc/self",
    ]
    if let slash = plugin.lastIndex(of: "/") { folders.append(String(plugin[..<slash])) }
    folders += runtimeFolders
    if let elf = try? ElfFile(path: plugin) {
      folders += elf.runPaths.filter { $0.hasPrefix("/") && $0.dropFirst().contains("/") }
    }
    // Unsafe: copies of the paths, alive during the call and freed behind it.
    var paths: [UnsafePointer<CChar>?] = unsafe folders.map { unsafe UnsafePointer(strdup($0)) }
    defer {
      for i in unsafe paths.indices { unsafe free(UnsafeMutablePointer(mutating: paths[i])) }
    }
    return unsafe paths.withUnsafeMutableBufferPointer { paths in
      var request = unsafe sandbox_request(
        readable: paths.baseAddress!, readable_count: paths.count,
        address_space_bytes: addressSpaceBytes, threads: threads, writes_files: false)
      return unsafe sandbox_enter(&request)
    }
  }

  /// Where this process's own libraries lie, the Swift runtime's among them.
  private static var runtimeFolders: [String] {
    var folders: Set<String> = []
    guard let file = unsafe fopen("/proc/self/maps", "re") else { return [] }
    defer { unsafe fclose(file) }
    var line = [CChar](repeating: 0, count: 8192)
    // Unsafe: fgets fills the array with a line that ends with a zero.
    while unsafe fgets(&line, Int32(line.count), file) != nil {
      let bytes = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      let text = String(decoding: bytes, as: UTF8.self).trimmed
      guard let start = text.firstIndex(of: "/"), text.hasSuffix(".so") || text.contains(".so."),
        let end = text.lastIndex(of: "/"), end > start
      else { continue }
      folders.insert(String(text[start..<end]))
    }
    return folders.sorted()
  }
}
