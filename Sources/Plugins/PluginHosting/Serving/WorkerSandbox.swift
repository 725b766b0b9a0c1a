internal import CSandbox
internal import Glibc

/// Locks a worker's process before it loads its plugin. Everything that is locked is locked here.
package enum WorkerSandbox {
  /// The address space of a worker: enough for a plugin and three images of the maximum size.
  static let addressSpaceBytes: UInt64 = 6 << 30
  /// The number of threads: enough for a library in a plugin that starts one for each processor.
  static let threads: UInt64 = 64

  /// The folder beside a plugin whose files the plugin may read. The plugin may read nothing else beside it,
  /// because the enclosing folder may be a home folder.
  static let dataFolder = "animator_data"

  /// Locks this process as a worker; returns the locks in force as SANDBOX_… bits.
  package static func enter(for plugin: String) -> UInt32 {
    // A plugin cannot influence this list, except by its own location.
    let folders =
      SystemLibraries.folders + [
        "/usr/share/fonts", "/usr/share/locale", "/etc/ld.so.cache", "/etc/fonts", "/etc/localtime",
        "/dev/null", "/dev/urandom",
      ] + [plugin, FileTrust.folder(of: plugin) + "/" + dataFolder] + SystemLibraries.runtimeFolders
    // Safety: copies of the paths, which are valid during the call and freed after it.
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
