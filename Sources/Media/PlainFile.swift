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

  enum Kind { case png, markup, other }

  /// What its first bytes say. Markup, whose first sign after a byte order mark and white space is
  /// `<`, is SVG, as far as pictures go.
  var kind: Kind {
    var head = [UInt8](repeating: 0, count: 64)
    // Unsafe: the count is the array's own; the place in the file stays.
    let count = unsafe head.withUnsafeMutableBytes {
      unsafe pread(descriptor, $0.baseAddress, $0.count, 0)
    }
    var text = head.prefix(max(0, count))
    if text.starts(with: Self.signature) { return .png }
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    let sign = text.first { ![9, 10, 13, 32].contains($0) }
    return sign == UInt8(ascii: "<") ? .markup : .other
  }

  /// The first bytes of every PNG.
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]

  deinit { close(descriptor) }
}
