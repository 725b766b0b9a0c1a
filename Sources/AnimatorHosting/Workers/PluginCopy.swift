internal import CProcess
internal import Glibc

/// A sealed copy of a plugin's file, so that every worker runs the same bytes even when the file is
/// built anew meanwhile.
@safe final class PluginCopy: Sendable {
  static let limitBytes = 512 << 20

  let descriptor: Int32
  private init(_ descriptor: Int32) { self.descriptor = descriptor }
  deinit { close(descriptor) }

  /// nil when the file finds libraries relative to itself: then it is loaded where it lies.
  static func make(of path: String) throws(PluginRefusal) -> PluginCopy? {
    let file = try FileReader(path: path)
    let elf = try ElfFile(reading: file, path: path)
    if elf.runPaths.contains(where: { $0.contains("$ORIGIN") || $0.contains("${ORIGIN}") }) {
      return nil
    }
    guard file.size <= limitBytes else {
      throw PluginRefusal(path: path, reason: "is larger than \(limitBytes >> 20) MiB")
    }
    var made: Int32 = -1
    // Unsafe: the shim makes a sealed file of this size; the mapping is ours for the copy.
    guard unsafe process_memory("animator-plugin", file.size, &made) == 0,
      let place = unsafe process_map(made, file.size)
    else {
      if made >= 0 { close(made) }
      throw PluginRefusal(path: path, reason: "cannot be copied: no memory")
    }
    let isWhole = unsafe file.copy(to: place)
    unsafe process_unmap(place, file.size)
    guard isWhole else {
      close(made)
      throw PluginRefusal(path: path, reason: "is truncated: it shrank while it was read")
    }
    return PluginCopy(made)
  }
}
