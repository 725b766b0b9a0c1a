package import Files
internal import Glibc

/// A file in memory that helpers map, so that all of them read the same contents even if the original file changes. Two
/// values are equal if they are the same object.
package final class HeldFile: Hashable, @unchecked Sendable {
  // The memory with the contents, which is filled once before any other code has access to it.
  private let memory: SharedMemory
  package let path: String

  var descriptor: Int32 { memory.descriptor }
  var byteCount: Int { memory.byteCount }

  package convenience init(_ file: RegularFile, limitBytes: Int = 64 << 20) throws(MediaError) {
    try file.judgeAsMedia()
    let bytes: [UInt8]
    do { bytes = try file.read(limitBytes: limitBytes) } catch { throw MediaError(error) }
    try self.init(bytes, path: file.path)
  }

  /// Creates a file from bytes that were generated from the file at `path`.
  package init(_ bytes: [UInt8], path: String) throws(MediaError) {
    self.path = path
    guard let memory = SharedMemory(byteCount: max(1, bytes.count)) else {
      throw .shortage("\(path): there is no memory for the bytes of the file")
    }
    // Safety: the memory was created with the size of these bytes.
    unsafe memory.address.copyMemory(from: bytes, byteCount: bytes.count)
    self.memory = memory
  }

  /// Returns the first `count` bytes, or all bytes if the file is shorter.
  func head(_ count: Int) -> [UInt8] {
    // Safety: the range is inside the memory.
    unsafe Array(UnsafeRawBufferPointer(start: memory.address, count: min(count, byteCount)))
  }

  package static func == (a: HeldFile, b: HeldFile) -> Bool { a === b }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
