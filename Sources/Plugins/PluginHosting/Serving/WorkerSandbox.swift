internal import CSandbox
internal import Glibc

/// Enters the sandbox of a worker's process before the worker loads its plugin. No other code of the project
/// enters the sandbox of a worker.
package enum WorkerSandbox {
  /// The maximum address space of a worker, which is sufficient for a plugin and three images of the maximum
  /// size.
  static let addressSpaceBytes: UInt64 = 6 << 30
  /// The maximum number of threads, which is sufficient for a library that starts one thread per processor.
  static let threads: UInt64 = 64

  /// The name of the folder beside a plugin whose files the plugin may read. The plugin may read no other
  /// files beside it, because the enclosing folder may be a home folder.
  static let dataFolder = "animator_data"

  /// Enters the sandbox as a worker; returns the active features as SANDBOX_… bits.
  package static func enter(for plugin: String) -> UInt32 {
    // A plugin can influence this list only by its own location.
    let folders =
      SystemLibraries.folders + [
        "/usr/share/fonts", "/usr/share/locale", "/etc/ld.so.cache", "/etc/fonts", "/etc/localtime",
        "/dev/null", "/dev/urandom",
      ] + [plugin, FileTrust.folder(of: plugin) + "/" + dataFolder] + SystemLibraries.runtimeFolders
    // Safety: the paths are copies, which are valid during the call and freed after it.
    var paths: [UnsafePointer<CChar>?] = unsafe folders.map { unsafe UnsafePointer(strdup($0)) }
    defer {
      for i in unsafe paths.indices { unsafe free(UnsafeMutablePointer(mutating: paths[i])) }
    }
    return unsafe paths.withUnsafeMutableBufferPointer { paths in
      var request = unsafe sandbox_request(
        readable: paths.baseAddress!, readable_count: paths.count,
        address_space_bytes: addressSpaceBytes, threads: threads, writes_files: false,
        becomes: nil, writes_below: nil, starts_processes: false)
      return unsafe sandbox_enter(&request)
    }
  }
}
