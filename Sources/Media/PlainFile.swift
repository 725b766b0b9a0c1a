internal import CProcess
internal import Glibc

/// An input file, open for reading; closed when this value goes.
struct PlainFile: ~Copyable {
  let descriptor: Int32

  /// Throws when there is no such file, when it is no plain file, or when it is empty.
  init(_ path: String) throws(MediaError) {
    var opened: Int32 = -1
    var byteCount: UInt64 = 0
    // Unsafe: the shim writes two numbers.
    let problem = unsafe process_open_plain(path, &opened, &byteCount)
    switch problem {
    case 0: break
    case ENOENT, ENOTDIR: throw .missing(path: path)
    case EISDIR: throw .unusable(path: path, reason: "is a folder, not a picture")
    case EINVAL, ENXIO: throw .unusable(path: path, reason: "is not a plain file")
    default: throw .unreadable(path: path, reason: words(problem))
    }
    if byteCount == 0 {
      close(opened)
      throw .unusable(path: path, reason: "is empty")
    }
    descriptor = opened
  }

  deinit { close(descriptor) }
}
