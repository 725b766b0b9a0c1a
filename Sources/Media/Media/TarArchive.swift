internal import CMedia

/// The files of a .tar.gz archive, which `pipeline-lottie` unpacks and lists. The host reads names and bytes from the
/// helper's answer, and checks them.
package struct TarArchive {
  package enum Kind: Hashable, Sendable {
    case file, folder, link
    /// The entry is a device, a pipe, or of another kind.
    case other
  }
  package struct Entry: Sendable {
    package let name: String
    package let kind: Kind
    fileprivate let range: Range<Int>
    package var byteCount: Int { range.count }
  }
  /// The entries in the order of the archive.
  package let entries: [Entry]
  private let bytes: [UInt8]

  /// Reads an archive; `packed` are the bytes of the file at `path`. Returns nil if the unpacked archive exceeds
  /// `limitBytes`.
  package init?(
    _ packed: [UInt8], path: String, limitBytes: Int, by reader: LottieReader
  ) throws(MediaError) {
    guard let unpacked = try reader.unpacked(packed, of: path, room: limitBytes) else { return nil }
    bytes = unpacked
    entries = try reader.list(bytes, of: path)
  }

  package func contents(of entry: Entry) -> [UInt8] { Array(bytes[entry.range]) }
}

extension LottieReader {
  fileprivate func list(
    _ bytes: [UInt8], of path: String
  ) throws(MediaError) -> [TarArchive.Entry] {
    let entryBytes = Int(MEDIA_TAR_ENTRY_BYTES)
    let archive = try HeldFile(bytes, path: path)
    guard let table = SharedMemory(byteCount: Int(MEDIA_TAR_ENTRIES) * entryBytes) else {
      throw .shortage("\(path): there is too little memory for the list of the archive's files")
    }
    var message = media_message(MEDIA_TAR)
    message.bytes = UInt64(bytes.count)
    let answer = try answer(
      message, passing: [archive.descriptor, table.descriptor], for: path,
      expecting: [MEDIA_STORED])
    let count = min(Int(answer.lottie.file), Int(MEDIA_TAR_ENTRIES))
    // Safety: the memory contains this many bytes. The entries are copied, because the helper could still write to the
    // memory.
    let list = unsafe [UInt8](
      UnsafeRawBufferPointer(start: table.address, count: count * entryBytes))
    return try (0..<count).map { index throws(MediaError) in
      let entry = list[(index * entryBytes)..<((index + 1) * entryBytes)]
      func number(_ place: Int) -> UInt64 {
        entry.dropFirst(place).prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
      }
      let name = entry.dropFirst(17).prefix { $0 != 0 }
      guard let start = Int(exactly: number(0)), let size = Int(exactly: number(8)),
        start >= 0, size >= 0, start <= bytes.count, size <= bytes.count - start,
        let text = String(validating: name, as: UTF8.self)
      else {
        throw .unusable(path: path, reason: "has an entry without a name in UTF-8, or of no size")
      }
      let kind: TarArchive.Kind =
        switch entry[entry.startIndex + 16] {
        case UInt8(ascii: "0"): .file
        case UInt8(ascii: "5"): .folder
        case UInt8(ascii: "1"), UInt8(ascii: "2"): .link
        default: .other
        }
      return TarArchive.Entry(name: text, kind: kind, range: start..<(start + size))
    }
  }
}
