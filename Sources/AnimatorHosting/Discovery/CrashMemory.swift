internal import Animators
internal import Glibc

/// Plugins that ended their process while they were loaded: they are not tried again until their
/// file changes.
///
/// One line each in `$XDG_CACHE_HOME/pipeline/crashed-plugins`, or below `~/.cache`: what identifies
/// the file's state, its path, and what happened. Without such a folder nothing is remembered.
struct CrashMemory {
  private static let limit = 100
  /// The file; nil when there is no place for it.
  private let place: String?

  init(_ search: PluginSearch) {
    func folder(_ name: String) -> String? {
      search.environment[name].flatMap { $0.first == "/" && !search.isPrivileged ? $0 : nil }
    }
    let cache = folder("XDG_CACHE_HOME") ?? folder("HOME").map { $0 + "/.cache" }
    place = cache.map { $0 + "/pipeline/crashed-plugins" }
  }

  /// What happened to the file as it is; nil when nothing is known.
  func crash(of path: String) -> String? {
    guard let state = Self.state(of: path) else { return nil }
    return lines().first { $0.state == state && $0.path == path }?.reason
  }

  func note(_ refusal: PluginRefusal) {
    guard let place, let state = Self.state(of: refusal.path), !refusal.path.contains("\n") else {
      return
    }
    // Of other files, those that still are as they were.
    var kept = lines().filter { $0.path != refusal.path && Self.state(of: $0.path) == $0.state }
    kept.append(Line(state: state, path: refusal.path, reason: refusal.reason))
    let text = kept.suffix(Self.limit).map { "\($0.state)\t\($0.path)\t\($0.reason)\n" }.joined()
    Self.write(Array(text.utf8), to: place)
  }

  private struct Line {
    let state: String
    let path: String
    let reason: String
  }

  private func lines() -> [Line] {
    guard let place, let file = try? FileReader(path: place), file.size <= 1 << 20,
      let bytes = file.bytes(at: 0, count: UInt64(file.size))
    else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "\t", maxSplits: 2).map(String.init)
      return fields.count == 3 ? Line(state: fields[0], path: fields[1], reason: fields[2]) : nil
    }
  }

  /// Its place on the disk, its size and its times.
  private static func state(of path: String) -> String? {
    var s = stat()
    // Unsafe: the kernel fills in `s`.
    guard unsafe stat(path, &s) == 0 else { return nil }
    return "\(s.st_dev):\(s.st_ino):\(s.st_size):\(s.st_mtim.tv_sec).\(s.st_mtim.tv_nsec):"
      + "\(s.st_ctim.tv_sec).\(s.st_ctim.tv_nsec)"
  }

  /// Under another name first; a failure changes nothing.
  private static func write(_ bytes: [UInt8], to place: String) {
    let folder = String(place[..<place.lastIndex(of: "/")!])
    let parent = String(folder[..<folder.lastIndex(of: "/")!])
    for folder in [parent, folder] { _ = unsafe mkdir(folder, 0o700) }
    let hidden = "\(place).\(getpid())"
    let file = unsafe open(hidden, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return }
    // Unsafe: the array's own bytes.
    let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
    close(file)
    let isWhole = count == bytes.count
    guard isWhole, unsafe rename(hidden, place) == 0 else {
      _ = unsafe unlink(hidden)
      return
    }
  }
}
