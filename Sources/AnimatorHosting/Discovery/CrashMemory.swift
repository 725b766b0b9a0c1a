internal import Animators
internal import Glibc

/// Plugins that ended their process while they were loaded: they are not tried again until their
/// file changes.
///
/// One line each in `$XDG_CACHE_HOME/pipeline/crashed-plugins`, or below `~/.cache`: what identifies
/// the file's state, its path, and what happened. Without such a folder, which nobody else may write,
/// nothing is remembered.
struct CrashMemory {
  private static let limit = 100
  private static let limitBytes = 1 << 20
  private static let name = "crashed-plugins"
  /// The folder's path; nil when there is none.
  private let path: String?

  /// The program's own folder in the user's cache.
  init(folder path: String?) { self.path = path }

  /// What happened to the file as it is; nil when nothing is known.
  func crash(of path: String) -> String? {
    guard let state = Self.state(of: path) else { return nil }
    return lines().first { $0.state == state && $0.path == path }?.reason
  }

  func note(_ refusal: PluginRefusal) {
    guard let path, let state = Self.state(of: refusal.path), !refusal.path.contains("\n") else {
      return
    }
    // Of other files, those that still are as they were.
    var kept = lines().filter { $0.path != refusal.path && Self.state(of: $0.path) == $0.state }
    kept.append(Line(state: state, path: refusal.path, reason: refusal.reason))
    let text = kept.suffix(Self.limit).map { "\($0.state)\t\($0.path)\t\($0.reason)\n" }.joined()
    CacheFolder(path, making: true)?.replace(Self.name, by: Array(text.utf8))
  }

  private struct Line {
    let state: String
    let path: String
    let reason: String
  }

  private func lines() -> [Line] {
    guard let path, let bytes = CacheFolder(path)?.read(Self.name, limitBytes: Self.limitBytes)
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
}
