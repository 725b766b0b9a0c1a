internal import PluginModel
internal import Files
internal import Glibc
internal import Synchronization

/// A cache of plugin descriptions, with the versions of the plugin files, so that listing plugins does not
/// load them. The cache also records plugins whose process ended while it loaded the plugin; the plugin is
/// not tried again until its file changes.
///
/// The cache is a single file of the user, which is always replaced as a whole. The cache counts as empty if
/// other users can write to it or its folder, if another version of the program wrote it, or if it is
/// damaged; failing to write the cache is not an error. Only usable plugins are described in the cache.
final class ScanCache: Sendable {
  private struct Entry {
    /// The file of the plugin, followed by the libraries beside it.
    var parts: [PluginPart]
    var isBundled: Bool
    /// The descriptions in the form in which a worker sends them.
    var contents: ArraySlice<UInt8>
  }

  private struct Crash {
    let path: String
    let version: FileVersion
    let reason: String
  }

  private struct State {
    var entries: [String: Entry] = [:]
    /// The crashes that the cache records, with the oldest crash first.
    var crashes: [Crash] = []
    var isChanged = false
  }

  /// The version of the cache file's format.
  private static let format: UInt32 = 10
  private static let limitBytes = 64 << 20
  private static let limitEntries = 10_000
  private static let limitCrashes = 100
  private static let sumBytes = 32
  private static let name = "plugins"
  private let path: String
  /// Whether the cache stores descriptions; crashes are always stored.
  private let keepsContents: Bool
  private let state: Mutex<State>

  /// Opens the cache in the program's folder inside the user's cache.
  init(folder path: String, keepsContents: Bool) {
    self.path = path
    self.keepsContents = keepsContents
    let bytes = CacheFolder(path)?.read(Self.name, limitBytes: Self.limitBytes)
    state = Mutex(bytes.flatMap(Self.state) ?? State())
  }

  /// The descriptions in a plugin file, with the files that they describe; nil if they are unknown, or if the
  /// plugin or a library beside it has changed.
  func contents(
    of path: String, _ version: FileVersion, isBundled: Bool
  ) -> (contents: [UInt8], parts: [PluginPart])? {
    guard keepsContents, let entry = state.withLock({ $0.entries[path] }),
      entry.parts[0].version == version, entry.isBundled == isBundled,
      entry.parts.dropFirst().allSatisfy({ FileVersion(path: $0.path) == $0.version })
    else { return nil }
    return (Array(entry.contents), entry.parts)
  }

  func keep(_ contents: PluginContents, of parts: [PluginPart], isBundled: Bool) {
    guard keepsContents else { return }
    var writer = WireWriter()
    writer.put(contents)
    let entry = Entry(parts: parts, isBundled: isBundled, contents: writer.bytes[...])
    state.withLock {
      $0.entries[parts[0].path] = entry
      $0.isChanged = true
    }
  }

  /// The reason why loading the same version of a file crashed last time; nil if no crash is recorded.
  func crash(of path: String) -> String? {
    guard let known = state.withLock({ $0.crashes.first { $0.path == path } }),
      known.version == FileVersion(path: path)
    else { return nil }
    return known.reason
  }

  /// Records a refusal; it is written immediately, because this process may not end normally.
  func note(_ refusal: PluginRefusal) {
    guard let version = FileVersion(path: refusal.path) else { return }
    let crash = Crash(path: refusal.path, version: version, reason: refusal.reason)
    state.withLock { state in
      // The recorded crashes of other files are kept if these files have not changed.
      state.crashes.removeAll { $0.path == crash.path || FileVersion(path: $0.path) != $0.version }
      state.crashes = state.crashes.suffix(Self.limitCrashes - 1) + [crash]
      state.isChanged = true
    }
    save()
  }

  /// Removes the cache file because its contents are wrong, so that the next run loads every plugin.
  func remove() { CacheFolder(path)?.remove(Self.name) }

  /// Writes the cache file if something has changed; if several processes write, the last one wins. Plugins
  /// whose files no longer exist are left out, so that the cache file does not grow without limit.
  func save() {
    state.withLock { state in
      guard state.isChanged else { return }
      state.isChanged = false
      CacheFolder(path, making: true)?.replace(Self.name, by: Self.bytes(of: state))
    }
  }

  private static func bytes(of state: State) -> [UInt8] {
    var writer = WireWriter()
    writer.put(format)
    writer.put(HostVersion.text)
    writer.put(state.entries.keys.filter(isThere).sorted()) { writer, path in
      let entry = state.entries[path]!
      writer.put(entry.parts) { writer, part in
        writer.put(part.path)
        writer.put(part.sha256)
        writer.put(part.version)
      }
      writer.put(entry.isBundled)
      writer.put(Array(entry.contents))
    }
    writer.put(state.crashes) { writer, crash in
      writer.put(crash.path)
      writer.put(crash.version)
      writer.put(crash.reason)
    }
    return writer.bytes + sum(writer.bytes)
  }

  private static func state(in bytes: [UInt8]) -> State? {
    guard bytes.count > sumBytes, sum(bytes.dropLast(sumBytes)) == Array(bytes.suffix(sumBytes))
    else { return nil }
    var reader = WireReader(bytes, butLast: sumBytes)
    do throws(WireReader.Broken) {
      guard try reader.u32() == format, try reader.string() == HostVersion.text else { return nil }
      let list = try reader.list(limit: limitEntries) { reader throws(WireReader.Broken) in
        let parts = try reader.list(limit: LibrarySearch.limit + 1) {
          reader throws(WireReader.Broken) in
          PluginPart(
            path: try reader.string(), sha256: try reader.string(),
            version: try reader.version())
        }
        guard let path = parts.first?.path else { throw WireReader.Broken() }
        return (
          path,
          Entry(
            parts: parts, isBundled: try reader.bool(),
            contents: try reader.slice(limit: limitBytes))
        )
      }
      let crashes = try reader.list(limit: limitCrashes) { reader throws(WireReader.Broken) in
        Crash(
          path: try reader.string(), version: try reader.version(), reason: try reader.string())
      }
      guard reader.isAtEnd else { return nil }
      return State(entries: Dictionary(list) { first, _ in first }, crashes: crashes)
    } catch {
      return nil
    }
  }

  /// A checksum that detects damage; attackers cannot write to the file.
  private static func sum(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var hash = SHA256()
    hash.add(Array(bytes))
    return hash.digest()
  }

  private static func isThere(_ path: String) -> Bool {
    var status = stat()
    // Safety: lstat fills `status`.
    return unsafe lstat(path, &status) == 0
  }
}

extension PluginSearch {
  /// The folder `$XDG_CACHE_HOME/pipeline` or, if the variable is not set, `~/.cache/pipeline`; nil if
  /// neither is known, and for a process with more privileges than its caller.
  var cacheFolder: String? {
    if isPrivileged { return nil }
    if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") {
      return cache + "/pipeline"
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return home + "/.cache/pipeline"
  }
}
