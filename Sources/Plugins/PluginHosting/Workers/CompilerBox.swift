internal import CSandbox
internal import Files
internal import Glibc

/// The sandbox of the compiler, whose input comes from untrusted files: the compiler can read its own files,
/// headers, libraries and one folder, can write to that folder, and has no network access. The command
/// `pipeline-worker compile` enters the sandbox and then executes the compiler.
package enum CompilerBox {
  package static let word = "compile"
  /// The exit status if the complete sandbox is required but the system does not offer it.
  package static let unlocked: Int32 = 125
  /// The limits for processor seconds, memory in bytes, bytes of each file, and processes: ten times the
  /// needs of the largest transition.
  private static let (seconds, memoryBytes, fileBytes, processes) = (
    UInt64(120), UInt64(4) << 30, UInt64(256) << 20, UInt64(64)
  )

  /// Enters the sandbox and then executes the compiler. The arguments are `auto`, `require` or `off`, the
  /// folder, and the compiler's command line, which begins with its path. The function returns only if it
  /// fails.
  package static func become(_ words: [String]) -> Int32 {
    guard words.count > 2 else { return 64 }
    let (mode, folder, arguments) = (words[0], words[1], Array(words[2...]))
    let compiler = System.realPath(arguments[0])
    _ = sandbox_limit(Int32(RLIMIT_CPU.rawValue), seconds)
    _ = sandbox_limit(Int32(RLIMIT_FSIZE.rawValue), fileBytes)
    // Safety: the copies exist until the process executes another program.
    var list: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) } + [nil]
    let variables = [
      "LC_ALL=C", "PATH=/usr/local/bin:/usr/bin:/bin", "TMPDIR=\(folder)", "HOME=\(folder)",
    ]
    var plain: [UnsafeMutablePointer<CChar>?] = unsafe variables.map { unsafe strdup($0) } + [nil]
    if mode != "off" {
      let held = lock(compiler, folder)
      if mode == "require", held != SANDBOX_ALL { return unlocked }
    }
    unsafe execve(arguments[0], &list, &plain)
    return 126
  }

  private static func lock(_ compiler: String, _ folder: String) -> UInt32 {
    let home = compiler.split(separator: "/").dropLast(2).map { "/\($0)" }.joined()
    let own = ["bin", "lib", "lib64", "libexec", "include"].map { "\(home)/\($0)" }
    let readable =
      own + [
        "/usr/bin", "/usr/lib", "/usr/lib64", "/usr/libexec", "/usr/include", "/lib", "/lib64",
        "/bin",
        "/usr/local/lib", "/usr/x86_64-linux-gnu", "/etc/ld.so.cache", "/dev/null", folder,
      ]
    // Safety: the copies exist until the process executes another program.
    var paths: [UnsafePointer<CChar>?] = unsafe readable.map { unsafe UnsafePointer(strdup($0)) }
    return unsafe compiler.withCString { compiler in
      unsafe folder.withCString { folder in
        unsafe paths.withUnsafeMutableBufferPointer { paths in
          var request = unsafe sandbox_request(
            readable: paths.baseAddress!, readable_count: paths.count,
            address_space_bytes: memoryBytes, threads: processes, writes_files: false,
            becomes: compiler, writes_below: folder, starts_processes: true)
          return unsafe sandbox_enter(&request)
        }
      }
    }
  }
}
