internal import CFiles
internal import Glibc

/// Queries of the system, without Foundation, so that the program starts in half the time.
package enum System {
  /// The processors that this process may run on.
  package static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  package static var processNumber: Int { Int(getpid()) }

  /// The value of an environment variable.
  package static func variable(_ name: String) -> String? {
    // Safety: getenv's text is copied at once.
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// The folder for temporary files.
  package static var temporaryFolder: String {
    let named = variable("TMPDIR") ?? ""
    return named.isEmpty ? "/tmp" : named
  }

  /// The path of this program.
  package static var executable: String {
    if let path = resolved("/proc/self/exe") { return path }
    // Without /proc, the kernel still provides the path with which the program was started. Safety: the text
    // exists as long as the process.
    return unsafe files_started_as().flatMap { unsafe resolved(String(cString: $0)) }
      ?? "/usr/local/bin/pipeline"
  }

  /// The path of `pipeline`: the path of this program, unless this program replaced `pipeline`; then its name
  /// is the path of `pipeline`.
  package static var commandPath: String {
    let own = executable
    let file = String(own[(own.lastIndex(of: "/").map(own.index(after:)) ?? own.startIndex)...])
    guard CompanionProgram(rawValue: file) != nil,
      // Safety: the text exists as long as the process.
      let name = unsafe files_named_as().map({ unsafe String(cString: $0) }), name.hasPrefix("/")
    else { return own }
    return name
  }

  /// The folder that contains `bin` with `pipeline`.
  package static var prefix: String {
    let folder = commandPath.split(separator: "/").dropLast()
    return "/" + folder.dropLast().joined(separator: "/")
  }

  /// The name of this machine; empty if the system does not provide a name.
  package static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    // Safety: the system writes at most 255 bytes, and the last byte stays zero.
    guard unsafe gethostname(&name, 255) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  package static func exists(_ path: String) -> Bool {
    // Safety: access reads the path as a C string.
    unsafe access(path, F_OK) == 0
  }

  /// Whether anything has the name, even a broken link.
  package static func isTaken(_ path: String) -> Bool {
    var about = stat()
    // Safety: the path is read as a C string, and the struct is filled.
    return unsafe lstat(path, &about) == 0
  }

  /// Whether the file belongs to this process's user.
  package static func isOwn(_ path: String) -> Bool {
    var about = stat()
    // Safety: the same holds as above.
    return unsafe lstat(path, &about) == 0 && about.st_uid == geteuid()
  }

  /// The path from the root, without `.`, `..` and doubled slashes; symbolic links stay.
  package static func plainPath(_ path: String) -> String {
    var path = path
    // Safety: getcwd's text is copied at once and freed.
    if !path.hasPrefix("/"), let folder = unsafe getcwd(nil, 0) {
      path = unsafe String(cString: folder) + "/" + path
      unsafe free(folder)
    }
    var names: [Substring] = []
    for name in path.split(separator: "/") where name != "." {
      if name != ".." { names.append(name) } else if !names.isEmpty { names.removeLast() }
    }
    return "/" + names.joined(separator: "/")
  }

  /// The path of a program on the user's PATH; nil if there is none.
  package static func program(_ name: String) -> String? {
    (variable("PATH") ?? "").split(separator: ":").map { "\($0)/\(name)" }.first {
      // Safety: access reads the path as a C string.
      unsafe access($0, X_OK) == 0
    }
  }

  /// The path without symbolic links; for a file that does not exist, the path of its folder with the file's
  /// name.
  package static func realPath(_ path: String) -> String {
    if let real = resolved(path) { return real }
    let plain = plainPath(path)
    guard let slash = plain.lastIndex(of: "/"), let folder = resolved(String(plain[..<slash]))
    else { return plain }
    return folder + plain[slash...]
  }

  private static func resolved(_ path: String) -> String? {
    // Safety: realpath's text is copied at once and freed.
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }
}
