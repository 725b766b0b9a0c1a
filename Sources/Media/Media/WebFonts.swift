internal import CMedia
internal import Synchronization

extension DrawingReader {
  /// The maximum size in bytes of an unpacked font.
  private static var mostFontBytes: Int { 128 << 20 }

  /// Returns the text with fonts in formats that Pango and HarfBuzz read: each WOFF or WOFF2 file is unpacked once.
  func unpackingFonts(_ text: Typesetting) throws(MediaError) -> Typesetting {
    var text = text
    for i in text.runs.indices {
      if let file = text.runs[i].font.file { text.runs[i].font.file = try unpacked(file) }
    }
    return text
  }

  func unpacked(_ file: HeldFile) throws(MediaError) -> HeldFile {
    let head = file.head(20)
    let isPacked =
      head.count == 20 && (head.starts(with: "wOFF".utf8) || head.starts(with: "wOF2".utf8))
    if !isPacked { return file }
    if let known = unpackedFonts.withLock({ $0[file] }) { return known }
    // A web font declares its decompressed size; the size that WOFF2 declares is approximate.
    let said = head[16..<20].reduce(0) { $0 << 8 | Int($1) }
    let bytes = try unpacked(file, room: min(said * 2 + 1 << 16, Self.mostFontBytes))
    let font = try HeldFile(bytes, path: file.path)
    unpackedFonts.withLock { $0[file] = font }
    return font
  }

  /// Returns the unpacked contents of a file, which are at most `room` bytes.
  func unpacked(_ file: HeldFile, room: Int) throws(MediaError) -> [UInt8] {
    guard let memory = SharedMemory(byteCount: room) else {
      throw .shortage("\(file.path): there is no memory for unpacking the font")
    }
    // Safety: the memory has the given size.
    return unsafe Array(try answer(MEDIA_UNPACK_FILE, to: file, in: memory, room: room))
  }

  /// Returns the outlines of letters in a font file, in the format of the message OUTLINES.
  package func outlines(
    of letters: [Unicode.Scalar], in font: HeldFile
  ) throws(MediaError) -> [Double] {
    // The room may be generous, because the system allocates only the used pages of the memory.
    let room = min(1 << 16 + letters.count << 16, 64 << 20)
    guard let memory = SharedMemory(byteCount: room) else {
      throw .shortage("\(font.path): there is no memory for the outlines of the font's letters")
    }
    let words = [UInt32(letters.count)] + letters.map(\.value)
    guard words.count <= room / 4 else {
      throw .unusable(path: font.path, reason: "would need \(letters.count) different letters")
    }
    // Safety: the memory has room for the letters, and the answer consists of whole doubles.
    unsafe words.withUnsafeBytes {
      unsafe memory.address.copyMemory(from: $0.baseAddress!, byteCount: $0.count)
    }
    let answer = unsafe try answer(MEDIA_OUTLINES, to: font, in: memory, room: room)
    return unsafe Array(answer.bindMemory(to: Double.self))
  }

  /// Returns the bytes that the helper has written into the memory.
  private func answer(
    _ kind: draw_kind, to file: HeldFile, in memory: borrowing SharedMemory, room: Int
  ) throws(MediaError) -> UnsafeRawBufferPointer {
    var message = limits.message(kind)
    message.bytes = UInt64(room)
    let count = try helper.withLock { helper throws(MediaError) in
      let answer = try helper.answer(
        message, passing: [file.descriptor, memory.descriptor], for: file.path)
      guard answer.is(MEDIA_STORED), answer.draw.list_bytes <= UInt64(room) else {
        throw helper.refusal(answer, for: file.path)
      }
      return Int(answer.draw.list_bytes)
    }
    // Safety: the memory has the given size.
    return unsafe UnsafeRawBufferPointer(start: memory.address, count: count)
  }
}
