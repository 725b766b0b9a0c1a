internal import CMedia

/// The files in a ZIP archive, which `pipeline-lottie` reads: the host requests the files by name.
package struct ArchivedFiles {
  /// The most bytes of all files together that are taken from an archive.
  package static let mostBytes = 128 << 20

  private let archive: HeldFile
  private let reader: LottieReader
  private var bytesLeft = mostBytes

  /// `bytes` are the contents of the file at `path`.
  package init(_ bytes: [UInt8], path: String, by reader: LottieReader) throws(MediaError) {
    archive = try HeldFile(bytes, path: path)
    self.reader = reader
  }

  /// The bytes of the first of these files that exists; nil if there is none.
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
  /// The number of a file in an archive, and its size according to the archive.
  fileprivate func find(
    _ names: [String], in archive: HeldFile
  ) throws(MediaError) -> (index: UInt32, byteCount: UInt64)? {
    // A zero byte ends a name, so a name cannot contain a zero byte.
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
    // Safety: the memory was created with that size. The bytes are copied, because the helper could still
    // write to the memory.
    return unsafe [UInt8](UnsafeRawBufferPointer(start: memory.address, count: count))
  }
}
