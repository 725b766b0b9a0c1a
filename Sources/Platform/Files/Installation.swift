internal import Glibc
internal import Synchronization

/// Where the programs that work for this process lie, and the plugins that come with them.
package enum Installation {
  private static let configured = Mutex<String?>(nil)

  /// A folder that is looked at first: of an installation, which has `bin` and `lib/pipeline`, or of a
  /// build. Nil: only what lies beside the executable.
  package static var prefix: String? {
    get { configured.withLock { $0 } }
    set { configured.withLock { $0 = newValue } }
  }

  /// The folder of the executable, with all links resolved.
  private static var executableFolder: String {
    let path = System.executable
    return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  /// The folder of the programs: that of the executable unless there is a prefix.
  package static var programFolder: String {
    guard let prefix else { return executableFolder }
    return System.exists("\(prefix)/bin") ? "\(prefix)/bin" : prefix
  }

  /// The paths at which a program is looked for, in order.
  package static func candidates(of program: String) -> [String] {
    let configured = prefix.map { ["\($0)/lib/pipeline", "\($0)/bin", $0] } ?? []
    let own = executableFolder
    return (configured + [own, "\(own)/../lib/pipeline"]).map { "\($0)/\(program)" }
  }

  /// The path of a program that can be executed; nil when it is in none of the places.
  package static func find(_ program: String) -> String? {
    // Unsafe: access reads the path as a C string.
    candidates(of: program).first { unsafe access($0, X_OK) == 0 }
  }
}
