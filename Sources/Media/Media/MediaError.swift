package import Files
import Scenes

/// An error while a picture is read or a video is written, with the path of the file.
package enum MediaError: Hashable, Sendable {
  /// The file does not exist.
  case missing(path: String)
  /// The system does not allow this process to read the file.
  case unreadable(path: String, reason: String)
  /// The file is damaged, not a picture, a folder, a pipe, or beyond a limit.
  case unusable(path: String, reason: String)
  /// A helper, an encoder or a container is not available.
  case unavailable(String)
  /// The output cannot be written.
  case unwritable(path: String, reason: String)
  /// A helper process ended, hung or broke the protocol while it worked on `path`, and the input did not cause this.
  case helper(path: String, reason: String)
  /// A helper failed because of the contents of `path`.
  case broken(path: String, reason: String)
  /// A helper process was killed while it worked on `path`; the system kills processes when memory runs out.
  case killed(path: String, reason: String)
  /// The system has too little memory, or too few processes or descriptors.
  case shortage(String)
  /// The picture does not fit in memory together with the other data that is needed.
  case noRoom(path: String, reason: String)
}

extension MediaError {
  /// Whether the helper that reported the error has ended, or cannot be trusted any more.
  var endsHelper: Bool {
    switch self {
    case .helper, .broken, .killed, .unavailable: true
    case .missing, .unreadable, .unusable, .unwritable, .shortage, .noRoom: false
    }
  }
}

extension MediaError {
  /// The file that the error concerns; nil if there is none.
  package var path: String? {
    switch self {
    case .missing(let path), .unreadable(let path, _), .unusable(let path, _),
      .unwritable(let path, _), .helper(let path, _), .broken(let path, _), .killed(let path, _),
      .noRoom(let path, _):
      path
    case .unavailable, .shortage: nil
    }
  }
}

extension MediaError: MemoryLimitError {
  package var isWantOfRoom: Bool {
    switch self {
    case .shortage, .noRoom: true
    default: false
    }
  }
}

extension MediaError: ErrorWithStatus {
  package var status: ExitStatus {
    switch self {
    case .missing: .missing
    case .unusable, .broken, .noRoom: .content
    case .shortage: .shortage
    case .unavailable: .unavailable
    case .unreadable, .unwritable: .unwritable
    case .helper: .defect
    case .killed: .temporary
    }
  }

  package var description: String {
    switch self {
    case .missing(let path): "\(path): no such file"
    case .unreadable(let path, let reason): "\(path): cannot be read: \(reason)"
    case .unusable(let path, let reason), .noRoom(let path, let reason): "\(path): \(reason)"
    case .unavailable(let what), .shortage(let what): what
    case .unwritable(let path, let reason): "\(path): cannot be written: \(reason)"
    case .helper(let path, let reason), .broken(let path, let reason),
      .killed(let path, let reason):
      "\(path): \(reason)"
    }
  }
}
