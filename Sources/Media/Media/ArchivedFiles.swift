internal import CMedia

/// The files in a ZIP archive, which the host requests by name; `pipeline-lottie` reads the archive.
package struct ArchivedFiles {
  /// The maximum size in bytes of all files together that are read from an archive.
  package static let mostBytes = 128 << 20

  private let archive: HeldFile
  private let reader: LottieReader
  private var bytesLeft = mostBytes

  /// Opens an archive; `bytes` are the contents of the file at `path`.
  package init(_ bytes: [UInt8], path: String, by reader: LottieReader) throws(MediaError) {
    archive = try HeldFile(bytes, path: path)
    self.reader = reader
  }

  /// Returns the bytes of the first existing file in a list of names; nil if none exists.
  package mutating func file(_ names: [String]) throws(MediaError) -> [UInt8]? {
    guard let found = try reader.find(names, in: archive) else { return nil }
    guard found.byteCount <= UInt64(bytesLeft) else {
      throw .unusable(
        path: archive.path, reason: "the archive unpacks to more than \(Self.mostBytes >> 20) MiB")
    }
    bytesLeft -= Int(found.byteCount)
    return try reader.unpack(found.index, Int(found.byteCount), of: archive)
  }
}

extension LottieReader {
  /// Returns the number of a file in an archive, and the size that the archive declares for the file.
  fileprivate func find(
    _ names: [String], in archive: HeldFile
  ) throws(MediaError) -> (index: UInt32, byteCount: UInt64)? {
    // Names with a zero byte are skipped, because a zero byte ends a name in the list.
    let list = names.flatMap { $0.utf8.contains(0) ? [] : Array($0.utf8) + [0] }
    guard !list.isEmpty else { return nil }
    let memory = try HeldFile(list, path: archive.path)
    var message = media_message(MEDIA_FIND)
    message.bytes = UInt64(archive.byteCount)
    message.lottie.names_bytes = UInt64(list.count)
    let answer = try answer(
      message, passing: [archive.descriptor, memory.descriptor], for: archive.path,
      expecting: [MEDIA_LOADED, MEDIA_FINISHED])
    return answer.is(MEDIA_LOADED) ? (answer.lottie.file, answer.lottie.file_bytes) : nil
  }

  fileprivate func unpack(
    _ index: UInt32, _ count: Int, of archive: HeldFile
  ) throws(MediaError) -> [UInt8] {
    guard count > 0 else { return [] }
    guard let memory = SharedMemory(byteCount: count) else {
      throw .shortage("\(archive.path): there is no memory for the contents of the archive")
    }
    var message = media_message(MEDIA_UNPACK)
    message.bytes = UInt64(archive.byteCount)
    message.lottie.file_bytes = UInt64(count)
    message.lottie.file = index
    _ = try answer(
      message, passing: [archive.descriptor, memory.descriptor], for: archive.path,
      expecting: [MEDIA_STORED])
    // Safety: the memory was created with this size. The bytes are copied, because the helper could still write to the
    // memory.
    return unsafe [UInt8](UnsafeRawBufferPointer(start: memory.address, count: count))
  }
}
