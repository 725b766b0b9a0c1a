internal import PluginModel
internal import CProcess
internal import Files

extension RegularFile {
  /// Opens the file of a plugin, or a file beside it.
  convenience init(plugin path: String) throws(PluginRefusal) {
    do throws(FileError) {
      try self.init(path)
    } catch {
      throw PluginRefusal(path: path, reason: Self.plugin(error))
    }
  }

  private static func plugin(_ error: FileError) -> String {
    if case .notPlain = error { return "is not a plain file" }
    if case .missing = error { return "cannot be read: No such file or directory" }
    return "cannot be read: \(error.reason)"
  }

  /// Creates a sealed copy in memory; returns 0 or an errno value.
  func copy(to made: inout Int32) -> Int32 {
    // The name appears in memory maps and profilers; the system allows at most 249 bytes.
    let name = path.split(separator: "/").last.map { String($0.suffix(200)) } ?? "animator-plugin"
    // Safety: the shim reads the file and writes one descriptor.
    return unsafe process_sealed_file(name, descriptor, byteCount, &made)
  }
}

/// Reads little-endian integers; the caller has checked the bounds.
extension Array where Element == UInt8 {
  func u16(_ at: Int) -> UInt16 { UInt16(self[at]) | UInt16(self[at + 1]) << 8 }
  func u32(_ at: Int) -> UInt32 { UInt32(u16(at)) | UInt32(u16(at + 2)) << 16 }
  func u64(_ at: Int) -> UInt64 { UInt64(u32(at)) | UInt64(u32(at + 4)) << 32 }

  /// The text from the offset `at` to the next zero byte; nil if there is no zero byte.
  func text(_ at: Int) -> String? {
    guard at >= 0, at < count, let end = self[at...].firstIndex(of: 0) else { return nil }
    return String(decoding: self[at..<end], as: UTF8.self)
  }
}

extension WireWriter {
  mutating func put(_ version: FileVersion) {
    for number in [version.device, version.number, version.byteCount] { put(number) }
    put(UInt64(bitPattern: version.written))
    put(UInt64(bitPattern: version.changed))
  }
}

extension WireReader {
  mutating func version() throws(Broken) -> FileVersion {
    FileVersion(
      device: try u64(), number: try u64(), byteCount: try u64(),
      written: Int64(bitPattern: try u64()), changed: Int64(bitPattern: try u64()))
  }
}
