package import Files

extension RegularFile {
  enum PictureKind { case png, markup, other }

  /// The kind of a picture according to its first bytes. Markup counts as SVG, even if it is compressed by gzip; the
  /// first character of markup, after a byte order mark and white space, is `<`.
  var pictureKind: PictureKind {
    var text = head(64)[...]
    if text.starts(with: Self.signature) { return .png }
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    // Gzip data is treated as SVG, because no other kind is packed; in UTF-16 every other byte of markup is zero.
    if text.starts(with: [0x1F, 0x8B]) { return .markup }
    if text.starts(with: [0xFF, 0xFE]) || text.starts(with: [0xFE, 0xFF]) {
      text = text.dropFirst(2).filter { $0 != 0 }[...]
    } else if text.starts(with: [0x3C, 0]) || text.starts(with: [0, 0x3C]) {
      return .markup
    }
    let sign = text.first { ![9, 10, 13, 32].contains($0) }
    return sign == UInt8(ascii: "<") ? .markup : .other
  }

  /// Whether the picture is drawn at its visible size, as SVG is.
  package var isDrawing: Bool {
    get throws(MediaError) {
      try judgeAsMedia()
      return pictureKind == .markup
    }
  }

  /// The first bytes of every PNG.
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]

  /// Checks that the file is not empty and may be passed to a helper.
  func judgeAsMedia() throws(MediaError) {
    if byteCount == 0 { throw .unusable(path: path, reason: "is empty") }
    if head(24).starts(with: Array("version https://git-lfs".utf8)) {
      throw .unusable(
        path: path,
        reason: "is a Git LFS pointer, not the file itself; git lfs pull downloads the file")
    }
  }

  /// Opens a file that the user names, to read it as a picture or a clip.
  package static func media(
    _ path: String, in context: EngineContext? = nil
  ) throws(MediaError) -> RegularFile {
    do { return try RegularFile(path, in: context) } catch { throw MediaError(error) }
  }
}

extension MediaError {
  package init(_ error: FileError) {
    switch error {
    case .missing(let path): self = .missing(path: path)
    case .notPlain(let path, let reason):
      self = .unusable(
        path: path, reason: reason == "is a folder" ? "is a folder, not a picture" : reason)
    case .tooLarge(let path, _), .outside(let path):
      self = .unusable(path: path, reason: error.reason)
    case .system(let path, _): self = .unreadable(path: path, reason: error.reason)
    }
  }
}
