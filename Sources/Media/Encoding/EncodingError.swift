package import Files
package import Media

/// An error while an output is written, with the path of the output.
package enum EncodingError: Hashable, Sendable {
  /// The name of an output selects no format, or a format that the canvas does not allow.
  case format(path: String, reason: String)
  /// A folder or file cannot be written.
  case unwritable(path: String, reason: String)
  /// The reader closed standard output.
  case closed(path: String)
  case media(MediaError)
  /// The format cannot store frames of the requested size.
  case size(path: String, reason: String)
  /// The file exceeds its size limit, so it was not moved into place.
  case tooLarge(path: String, bytes: Int)
}

extension EncodingError: ErrorWithStatus {
  package var status: ExitStatus {
    switch self {
    case .format: .usage
    case .unwritable, .closed: .unwritable
    case .media(let error): error.status
    case .tooLarge, .size: .content
    }
  }

  package var description: String {
    switch self {
    case .format(let path, let reason), .size(let path, let reason): "\(path): \(reason)"
    case .unwritable(let path, let reason): "\(path): cannot be written: \(reason)"
    case .closed(let path): "\(path): the program that reads the output closed the pipe"
    case .media(let error): error.description
    case .tooLarge(let path, let bytes): "\(path): the file is too large: \(bytes) bytes"
    }
  }
}
