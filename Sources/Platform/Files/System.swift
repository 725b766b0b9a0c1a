internal import CFiles
internal import Glibc

/// Queries the system without Foundation, so that the program starts in half the time.
package enum System {
  /// The number of processors that this process may use.
  package static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  package static var processNumber: Int { Int(getpid()) }

  /// Returns the value of an environment variable.
  package static func variable(_ name: String) -> String? {
    // Safety: the text of getenv is copied immediately.
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// The system's folder for temporary files.
  package static var temporaryFolder: String {
    let named = variable("TMPDIR") ?? ""
    return named.isEmpty ? "/tmp" : named
  }

  /// The path of this program's executable.
  package static var executable: String {
    if let path = resolved("/proc/self/exe") { return path }
    // Without /proc, the kernel still provides the path with which the program was started. Safety: the text
    // exists as long as the process.
    return unsafe files_started_as().flatMap { unsafe resolved(String(cString: $0)) }
      ?? "/usr/local/bin/pipeline"
  }

  /// The path of `pipeline`: that of this program or, if this program replaced `pipeline`, the name with
  /// which it was started.
  package static var commandPath: String {
    let own = executable
    let file = String(own[(own.lastIndex(of: "/").map(own.index(after:)) ?? own.startIndex)...])
    guard CompanionProgram(rawValue: file) != nil,
      // Safety: the text exists as long as the process.
      let name = unsafe files_named_as().map({ unsafe String(cString: $0) }), name.hasPrefix("/")
    else { return own }
    return name
  }

  /// The folder that contains the folder `bin` with `pipeline`.
  package static var prefix: String {
    let folder = commandPath.split(separator: "/").dropLast()
    return "/" + folder.dropLast().joined(separator: "/")
  }

  /// The name of this machine; empty if the system provides none.
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

  /// Whether any file, folder or link has this path, even a broken link.
  package static func isTaken(_ path: String) -> Bool {
    var about = stat()
    // Safety: the path is read as a C string, and the struct is filled.
    return unsafe lstat(path, &about) == 0
  }

  /// Whether the file belongs to the user of this process.
  package static func isOwn(_ path: String) -> Bool {
    var about = stat()
    // Safety: the path is read as a C string, and the struct is filled.
    return unsafe lstat(path, &about) == 0 && about.st_uid == geteuid()
  }

  /// The absolute path without `.`, `..` and repeated slashes; symbolic links are kept.
  package static func plainPath(_ path: String) -> String {
    var path = path
    // Safety: getcwd returns a C string, which is copied and freed.
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

  /// The path of a program in the user's PATH; nil if there is none.
  package static func program(_ name: String) -> String? {
    (variable("PATH") ?? "").split(separator: ":").map { "\($0)/\(name)" }.first {
      // Safety: access reads the path as a C string.
      unsafe access($0, X_OK) == 0
    }
  }

  /// The path with symbolic links resolved; for a file that does not exist, the resolved path of its folder
  /// with the file's name.
  package static func realPath(_ path: String) -> String {
    if let real = resolved(path) { return real }
    let plain = plainPath(path)
    guard let slash = plain.lastIndex(of: "/"), let folder = resolved(String(plain[..<slash]))
    else { return plain }
    return folder + plain[slash...]
  }

  private static func resolved(_ path: String) -> String? {
    // Safety: realpath returns a C string, which is copied and freed.
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }
}
