package import Files

extension PlainFile {
  enum PictureKind { case png, markup, other }

  /// The kind that its first bytes tell. Markup, whose first sign after a byte order mark and white
  /// space is `<`, is SVG, as far as pictures go.
  var pictureKind: PictureKind {
    var text = head(64)[...]
    if text.starts(with: Self.signature) { return .png }
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    let sign = text.first { ![9, 10, 13, 32].contains($0) }
    return sign == UInt8(ascii: "<") ? .markup : .other
  }

  /// Whether it is drawn at the size that it is seen at, as SVG is.
  package var isDrawing: Bool {
    get throws(MediaError) {
      try judgeAsMedia()
      return pictureKind == .markup
    }
  }

  /// The first bytes of every PNG.
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]

  /// A file with something in it that a helper may be given.
  func judgeAsMedia() throws(MediaError) {
    if byteCount == 0 { throw .unusable(path: path, reason: "is empty") }
  }

  /// A file that the user names, to be read as a picture or a clip.
  static func media(_ path: String) throws(MediaError) -> PlainFile {
    do { return try PlainFile(path) } catch { throw MediaError(error) }
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
