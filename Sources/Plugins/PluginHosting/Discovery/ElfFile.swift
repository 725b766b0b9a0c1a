package import PluginModel
internal import Files

/// The headers of an ELF file, which are read without mapping or executing the file.
///
/// Every offset and size is checked against the size of the file. The format is that of the System V ABI and
/// its x86-64 supplement.
package struct ElfFile {
  package struct Segment {
    package let type: UInt32
    package let flags: UInt32
    let offset, address, fileSize, memorySize: UInt64
  }
  package struct Section {
    let name: String
    let type: UInt32
    let link: UInt32
    let offset, size, entrySize: UInt64
  }
  package struct Symbol {
    package let name: String
    /// The binding of the symbol: 0 local, 1 global, 2 weak, 10 GNU unique.
    package let binding: UInt8
    /// The type of the symbol: 1 object, 2 function, 6 thread-local.
    let type: UInt8
    package let isDefined: Bool
  }

  package let segments: [Segment]
  let sections: [Section]
  package let dynamicSymbols: [Symbol]
  /// The entries of the dynamic section as tags and values, up to the end mark.
  package let dynamicEntries: [(tag: UInt64, value: UInt64)]
  /// The string table to which the ELF file's dynamic entries refer.
  private let dynamicText: [UInt8]
  package let note: PluginNote?
  /// The library that a bridge wraps; nil if the file is not a bridge.
  package let bridged: BridgedLibrary?

  /// The symbols of the ELF file to which other libraries can bind.
  package var exports: [Symbol] { dynamicSymbols.filter { $0.isDefined && $0.binding != 0 } }

  /// Whether the file contains the name of a Rust compiler or, before Rust 1.73, the source paths of its
  /// library's panics. The method reads the plugin file again.
  package func isRust(at path: String) -> Bool {
    guard let file = try? RegularFile(plugin: path) else { return false }
    func holds(_ name: String, _ text: String) -> Bool {
      sections.first { $0.name == name && $0.size < 1 << 24 }
        .flatMap { file.bytes(at: $0.offset, count: $0.size) }
        .map { $0.firstRange(of: Array(text.utf8)) != nil } ?? false
    }
    return holds(".comment", "rustc") || holds(".rodata", "library/std/src/panicking.rs")
  }

  /// The strings of all dynamic entries with this tag, such as 1 for needed libraries and 14 for the file's
  /// own name.
  package func dynamicTexts(_ tag: UInt64) -> [String] {
    dynamicEntries.filter { $0.tag == tag }.compactMap { dynamicText.text(Int(clamping: $0.value)) }
  }

  /// The function that contains an address, and the offset in it; the table of all symbols is searched first,
  /// then that of exported symbols.
  func function(at address: UInt64, in file: RegularFile) -> (name: String, offset: UInt64)? {
    for section in sections.filter({ $0.type == 2 }) + sections.filter({ $0.type == 11 }) {
      guard section.entrySize == 24, Int(section.link) < sections.count, section.size < 1 << 28,
        let table = file.bytes(at: section.offset, count: section.size),
        let names = file.bytes(
          at: sections[Int(section.link)].offset, count: sections[Int(section.link)].size)
      else { continue }
      for at in stride(from: 0, to: table.count - 23, by: 24) where table[at + 4] & 15 == 2 {
        let start = table.u64(at + 8)
        guard address >= start, address - start < table.u64(at + 16),
          let name = names.text(Int(table.u32(at))), !name.isEmpty
        else { continue }
        return (name, address - start)
      }
    }
    return nil
  }

  package init(path: String) throws(PluginRefusal) {
    let file = try RegularFile(plugin: path)
    self = try ElfFile(reading: file, path: path)
  }

  init(reading file: RegularFile, path: String) throws(PluginRefusal) {
    func refuse(_ reason: String) -> PluginRefusal { PluginRefusal(path: path, reason: reason) }
    guard file.byteCount > 0 else { throw refuse("is empty") }
    guard let magic = file.bytes(at: 0, count: UInt64(min(file.byteCount, 20))),
      magic.starts(with: [0x7f, 0x45, 0x4c, 0x46])
    else { throw refuse("is not a shared library (no ELF header)") }
    guard magic.count == 20 else { throw refuse("is truncated: its ELF header is not whole") }
    guard magic[4] == 2 else { throw refuse("is a 32-bit library; this host is 64-bit x86-64") }
    guard magic[5] == 1, magic.u16(18) == 62 else {
      throw refuse("is built for \(Self.machineName(magic)); this host is x86-64")
    }
    guard magic.u16(16) == 3 else {
      throw refuse("is not a shared library (ELF type \(magic.u16(16)))")
    }
    guard let header = file.bytes(at: 0, count: 64) else {
      throw refuse("is truncated: its ELF header is not whole")
    }

    segments = try Self.readSegments(header, file, refuse)
    sections = try Self.readSections(header, file, refuse)
    dynamicSymbols = try Self.readSymbols(sections, file, refuse)
    (dynamicEntries, dynamicText) = try Self.readDynamic(segments, file, refuse)
    let notes = Self.notes(segments, sections, file)
    note = notes.lazy.compactMap { PluginNote(in: $0) }.first
    bridged = notes.lazy.compactMap { BridgedLibrary(in: $0) }.first
  }

  private static func machineName(_ header: [UInt8]) -> String {
    guard header[5] == 1 else { return "a big-endian machine" }
    return switch header.u16(18) {
    case 3: "x86"
    case 40: "ARM"
    case 183: "AArch64"
    case 243: "RISC-V"
    default: "another machine (\(header.u16(18)))"
    }
  }

  private static func readSegments(
    _ header: [UInt8], _ file: RegularFile, _ refuse: (String) -> PluginRefusal
  ) throws(PluginRefusal) -> [Segment] {
    let (offset, size, count) = (header.u64(32), UInt64(header.u16(54)), UInt64(header.u16(56)))
    guard size == 56, count > 0, let table = file.bytes(at: offset, count: size * count) else {
      throw refuse("is truncated: its program headers are not whole")
    }
    var segments: [Segment] = []
    for i in 0..<Int(count) {
      let at = i * 56
      let segment = Segment(
        type: table.u32(at), flags: table.u32(at + 4), offset: table.u64(at + 8),
        address: table.u64(at + 16), fileSize: table.u64(at + 32), memorySize: table.u64(at + 40))
      let end = segment.offset.addingReportingOverflow(segment.fileSize)
      // A segment beyond the end of the file would cause a bus error while the file is loaded.
      if segment.fileSize > 0 && (end.overflow || end.partialValue > UInt64(file.byteCount)) {
        throw refuse(
          "is truncated: a segment ends at byte \(end.partialValue) of \(file.byteCount)")
      }
      segments.append(segment)
    }
    return segments
  }

  private static func readSections(
    _ header: [UInt8], _ file: RegularFile, _ refuse: (String) -> PluginRefusal
  ) throws(PluginRefusal) -> [Section] {
    let (offset, size, count) = (header.u64(40), UInt64(header.u16(58)), UInt64(header.u16(60)))
    guard offset != 0, count > 0 else { return [] }
    guard size == 64, let table = file.bytes(at: offset, count: size * count) else {
      throw refuse("is truncated: its section headers are not whole")
    }
    for at in stride(from: 0, to: table.count, by: 64) where table.u32(at + 4) != 8 {
      let end = table.u64(at + 24).addingReportingOverflow(table.u64(at + 32))
      if end.overflow || end.partialValue > UInt64(file.byteCount) {
        throw refuse(
          "is truncated: a section ends at byte \(end.partialValue) of \(file.byteCount)")
      }
    }
    let namesAt = Int(header.u16(62)) * 64
    guard namesAt < table.count,
      let names = file.bytes(at: table.u64(namesAt + 24), count: table.u64(namesAt + 32))
    else { throw refuse("has no names for its sections") }
    return stride(from: 0, to: table.count, by: 64).map { at in
      Section(
        name: names.text(Int(table.u32(at))) ?? "", type: table.u32(at + 4),
        link: table.u32(at + 40), offset: table.u64(at + 24), size: table.u64(at + 32),
        entrySize: table.u64(at + 56))
    }
  }

  private static func readSymbols(
    _ sections: [Section], _ file: RegularFile, _ refuse: (String) -> PluginRefusal
  ) throws(PluginRefusal) -> [Symbol] {
    guard let section = sections.first(where: { $0.type == 11 }) else { return [] }
    guard section.entrySize == 24, Int(section.link) < sections.count,
      let table = file.bytes(at: section.offset, count: section.size),
      let names = file.bytes(
        at: sections[Int(section.link)].offset, count: sections[Int(section.link)].size)
    else { throw refuse("has a broken table of dynamic symbols") }
    return (0..<table.count / 24).compactMap { i in
      let at = i * 24
      guard let name = names.text(Int(table.u32(at))), !name.isEmpty else { return nil }
      return Symbol(
        name: name, binding: table[at + 4] >> 4, type: table[at + 4] & 15,
        isDefined: table.u16(at + 6) != 0)
    }
  }

  /// Reads the dynamic section through the segments, as the loader does, because the section headers may be
  /// incorrect.
  private static func readDynamic(
    _ segments: [Segment], _ file: RegularFile, _ refuse: (String) -> PluginRefusal
  ) throws(PluginRefusal) -> ([(tag: UInt64, value: UInt64)], [UInt8]) {
    let loaded = try loadedSegments(segments, refuse)
    let dynamic = segments.filter { $0.type == 2 }
    if dynamic.isEmpty { return ([], []) }
    func bytes(at address: UInt64, count: UInt64, _ file: RegularFile) -> [UInt8]? {
      for segment in loaded where address >= segment.address {
        let skipped = address - segment.address
        guard skipped <= segment.fileSize, count <= segment.fileSize - skipped else { continue }
        return file.bytes(at: segment.offset + skipped, count: count)
      }
      return nil
    }
    guard dynamic.count == 1,
      let table = bytes(at: dynamic[0].address, count: dynamic[0].fileSize, file),
      let end = stride(from: 0, to: table.count - 15, by: 16).first(where: { table.u64($0) == 0 })
    else { throw refuse("has a broken dynamic section") }
    let entries = stride(from: 0, to: end, by: 16).map {
      (tag: table.u64($0), value: table.u64($0 + 8))
    }
    // The entries DT_STRTAB and DT_STRSZ.
    let (places, sizes) = (entries.filter { $0.tag == 5 }, entries.filter { $0.tag == 10 })
    guard places.count == 1, sizes.count == 1,
      let text = bytes(at: places[0].value, count: sizes[0].value, file)
    else { throw refuse("has a broken dynamic section") }
    // The test fails if the loader would read beyond the table, or would use another name than the name in
    // this copy of the table.
    let isWhole = entries.lazy.filter { namesFiles($0.tag) }.allSatisfy {
      text.text(Int(clamping: $0.value))?.unicodeScalars.allSatisfy { $0 != "\u{fffd}" } ?? false
    }
    guard isWhole else { throw refuse("has a broken dynamic section") }
    return (entries, text)
  }

  /// Whether the tag of a dynamic entry names files: libraries, the file's own name, or run paths.
  private static func namesFiles(_ tag: UInt64) -> Bool { [1, 14, 15, 29].contains(tag) }

  /// Returns the segments that the loader maps into memory. Segments that share a page are refused, because
  /// the loader would map one over the other, so that the memory would differ from the file.
  private static func loadedSegments(
    _ segments: [Segment], _ refuse: (String) -> PluginRefusal
  ) throws(PluginRefusal) -> [Segment] {
    let loaded = segments.filter { $0.type == 1 }
    let page: UInt64 = 4096
    var free: UInt64 = 0
    for segment in loaded {
      let end = segment.address.addingReportingOverflow(segment.memorySize)
      guard !end.overflow, end.partialValue <= UInt64.max - page,
        segment.fileSize <= segment.memorySize, segment.address / page * page >= free
      else { throw refuse("has segments that overlap") }
      free = (end.partialValue + page - 1) / page * page
    }
    return loaded
  }

  /// The sequences of notes in PT_NOTE segments, followed by those in the section.
  private static func notes(
    _ segments: [Segment], _ sections: [Section], _ file: RegularFile
  ) -> [[UInt8]] {
    let segmentRanges = segments.filter { $0.type == 4 }.map { ($0.offset, $0.fileSize) }
    let sectionRanges = sections.filter { $0.name == ".note.animator" }.map { ($0.offset, $0.size) }
    return (segmentRanges + sectionRanges).filter { $0.1 <= 1 << 20 }.compactMap {
      file.bytes(at: $0.0, count: $0.1)
    }
  }
}
