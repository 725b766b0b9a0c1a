internal import Animators
internal import Glibc

/// What plugins said of themselves, kept from run to run by the identity of their files, so that a
/// plugin is loaded when it is used and not to be listed.
///
/// One file of the user's own, replaced whole. One that others may write, that lies in a folder that
/// others may write, that another version wrote, or that is damaged in any way, counts as empty;
/// what cannot be written is not kept. Only plugins that could be used are in it.
struct ScanCache {
  private struct Entry {
    /// The plugin's file, then the libraries beside it.
    var parts: [PluginPart]
    var isBundled: Bool
    /// The descriptions, as a worker sends them.
    var contents: ArraySlice<UInt8>
  }

  /// Of the layout of the file and of what is written in it.
  private static let format: UInt32 = 6
  private static let limitBytes = 64 << 20
  private static let limitEntries = 10_000
  private static let name = "plugins"
  private let path: String
  private var entries: [String: Entry] = [:]
  private var isChanged = false

  /// The program's own folder in the user's cache.
  init(folder path: String) {
    self.path = path
    let bytes = CacheFolder(path)?.read(Self.name, limitBytes: Self.limitBytes)
    entries = bytes.flatMap(Self.entries) ?? [:]
  }

  /// The descriptions of a plugin's file, when they are known and neither the file nor a library beside
  /// it has changed since; with the bytes that were described.
  func contents(
    of path: String, _ identity: FileIdentity, isBundled: Bool
  ) -> (contents: [UInt8], parts: [PluginPart])? {
    guard let entry = entries[path], entry.parts[0].identity == identity,
      entry.isBundled == isBundled,
      entry.parts.dropFirst().allSatisfy({ FileIdentity(of: $0.path) == $0.identity })
    else { return nil }
    return (Array(entry.contents), entry.parts)
  }

  mutating func keep(_ contents: PluginContents, of parts: [PluginPart], isBundled: Bool) {
    var writer = WireWriter()
    writer.put(contents)
    entries[parts[0].path] = Entry(
      parts: parts, isBundled: isBundled, contents: writer.bytes[...])
    isChanged = true
  }

  /// Takes the file away, since it says what is not true: the next run asks every plugin.
  func remove() { CacheFolder(path)?.remove(Self.name) }

  /// Writes the file when there is something new; whoever comes last wins. Plugins whose files are
  /// gone are left out, so that the file does not grow for ever.
  mutating func save() {
    guard isChanged else { return }
    isChanged = false
    guard let folder = CacheFolder(path, making: true) else { return }
    var writer = WireWriter()
    writer.put(Self.format)
    writer.put(HostVersion.text)
    writer.put(entries.keys.filter(Self.isThere).sorted()) { writer, path in
      let entry = entries[path]!
      writer.put(entry.parts) { writer, part in
        writer.put(part.path)
        writer.put(part.sha256)
        writer.put(part.identity)
      }
      writer.put(entry.isBundled)
      writer.put(Array(entry.contents))
    }
    writer.put(Self.sum(writer.bytes[...]))
    folder.replace(Self.name, by: writer.bytes)
  }

  private static func entries(in bytes: [UInt8]) -> [String: Entry]? {
    guard bytes.count > 8, bytes.u64(bytes.count - 8) == sum(bytes.dropLast(8)) else { return nil }
    var reader = WireReader(bytes, butLast: 8)
    do throws(WireReader.Broken) {
      guard try reader.u32() == format, try reader.string() == HostVersion.text else { return nil }
      let list = try reader.list(limit: limitEntries) { reader throws(WireReader.Broken) in
        let parts = try reader.list(limit: LibrarySearch.limit + 1) {
          reader throws(WireReader.Broken) in
          PluginPart(
            path: try reader.string(), sha256: try reader.string(),
            identity: try reader.identity())
        }
        guard let path = parts.first?.path else { throw WireReader.Broken() }
        return (
          path,
          Entry(
            parts: parts, isBundled: try reader.bool(),
            contents: try reader.slice(limit: limitBytes))
        )
      }
      guard reader.isAtEnd else { return nil }
      return Dictionary(list) { first, _ in first }
    } catch {
      return nil
    }
  }

  /// FNV-1a's way, with words of 64 bits, four of them side by side: against damage, not against an enemy,
  /// who cannot write here.
  private static func sum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    let prime: UInt64 = 0x100_0000_01b3
    // Unsafe: whole words inside the bytes, at whatever address.
    return unsafe bytes.withUnsafeBytes { bytes in
      var sums = SIMD4<UInt64>(repeating: 0xcbf2_9ce4_8422_2325) ^ [0, 1, 2, 3]
      let whole = bytes.count & ~31
      for at in stride(from: 0, to: whole, by: 32) {
        unsafe sums ^= bytes.loadUnaligned(fromByteOffset: at, as: SIMD4<UInt64>.self)
        sums &*= SIMD4(repeating: prime)
        sums ^= sums &>> 32
      }
      var sum = UInt64(bytes.count)
      func add(_ word: UInt64) {
        sum = (sum ^ word) &* prime
        sum ^= sum >> 32
      }
      for lane in 0..<4 { add(sums[lane]) }
      for at in whole..<bytes.count { unsafe add(UInt64(bytes[at])) }
      return sum
    }
  }

  private static func isThere(_ path: String) -> Bool {
    var status = stat()
    // Unsafe: the kernel fills in `status`.
    return unsafe lstat(path, &status) == 0
  }
}

extension PluginSearch {
  /// `$XDG_CACHE_HOME/pipeline`, else `~/.cache/pipeline`; nil when there is neither, and for a process
  /// that has privileges that its caller does not have.
  var cacheFolder: String? {
    if isPrivileged { return nil }
    if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") {
      return cache + "/pipeline"
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return home + "/.cache/pipeline"
  }
}
