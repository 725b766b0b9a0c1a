internal import Glibc
internal import Synchronization

/// An error about reading or writing a file, with the file's path.
package enum FileError: Error, Hashable, Sendable {
  case missing(path: String)
  /// The path refers to a folder, a pipe or a device, or, for files of the program, to a link.
  case notPlain(path: String, reason: String)
  case tooLarge(path: String, limitBytes: Int)
  /// The path leaves the folder that it must not leave.
  case outside(path: String)
  /// A system error with its errno value.
  case system(path: String, problem: Int32)

  init(_ path: String, _ problem: Int32) {
    Errno.note(problem)
    switch problem {
    case ENOENT, ENOTDIR: self = .missing(path: path)
    case EISDIR: self = .notPlain(path: path, reason: "is a folder")
    case ENXIO: self = .notPlain(path: path, reason: "is not a plain file")
    case EXDEV: self = .outside(path: path)
    default: self = .system(path: path, problem: problem)
    }
  }

  /// The reason for a file error, as words that follow the path in a message.
  package var reason: String {
    switch self {
    case .missing: "no such file"
    case .notPlain(_, let reason): reason
    case .tooLarge(_, let limit): "larger than \(limit) bytes"
    case .outside: "leads to a path outside its folder"
    case .system(_, let problem): Errno.words(problem)
    }
  }
}

/// Describes the errors of the system.
package enum Errno {
  private static let shortage = Atomic<Int32>(0)

  /// The value EMFILE or ENFILE if the system has ever refused a descriptor; otherwise 0.
  package static var lastShortage: Int32 { shortage.load(ordering: .relaxed) }

  static func note(_ problem: Int32) {
    if problem == EMFILE || problem == ENFILE { shortage.store(problem, ordering: .relaxed) }
  }

  /// The system's description of an errno value.
  package static func words(_ problem: Int32) -> String {
    // Safety: strerror returns a zero-terminated string, which is copied immediately.
    unsafe String(cString: strerror(problem))
  }
}
