/// Why a picture was not read or a video not written; says which file.
package enum MediaError: Error, Hashable, Sendable {
  /// There is no such file.
  case missing(path: String)
  /// The system does not let us read it.
  case unreadable(path: String, reason: String)
  /// Damaged, not a picture, a folder, a pipe, or beyond a limit.
  case unusable(path: String, reason: String)
  /// A helper, an encoder or a container is not there.
  case unavailable(String)
  /// Writing the output failed.
  case unwritable(path: String, reason: String)
  /// A helper process ended, hung or broke the protocol while it worked on `path`.
  case helper(path: String, reason: String)
  /// A helper process was killed while it worked on `path`, as the system does when memory runs out.
  case killed(path: String, reason: String)

  /// The exit status, as in sysexits.
  package var exitStatus: Int32 {
    switch self {
    case .missing: 66
    case .unusable: 65
    case .unavailable: 69
    case .unreadable, .unwritable: 74
    case .helper: 70
    case .killed: 75
    }
  }
}

extension MediaError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missing(let path): "\(path): no such file"
    case .unreadable(let path, let reason): "\(path): cannot be read: \(reason)"
    case .unusable(let path, let reason): "\(path): \(reason)"
    case .unavailable(let what): what
    case .unwritable(let path, let reason): "\(path): cannot be written: \(reason)"
    case .helper(let path, let reason), .killed(let path, let reason): "\(path): \(reason)"
    }
  }
}
