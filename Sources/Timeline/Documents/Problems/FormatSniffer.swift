package import Files

/// Tells from a file's first bytes that it is no document, but something that a document shows.
package enum FormatSniffer {
  /// One line that says what it is and how a document uses it; nil for what may be what was asked for.
  package static func message(
    _ file: RegularFile, path: String, asked: String = "a document"
  ) -> String? {
    let head = file.head(FileKind.headCount)
    let isForLottie = asked != "a document"
    let isPacked = isForLottie && (LottieArchive.isZIP(head) || head.starts(with: [0x1F, 0x8B]))
    if isPacked { return nil }
    if LottieArchive.isOne(file) { return lottieMessage(path: path) }
    if let name = FileKind.unread(head) { return "this is \(name), not \(asked)" }
    let name = JSONWriter.string(path.split(separator: "/").last.map(String.init) ?? path)
    if isAnimatedKind(head) || isVideo(head) {
      return "this is \(isVideo(head) ? "a video" : "a picture"), not \(asked); "
        + "a document shows it by { \"video\": \(name) } in a layer's contents"
        + (isVideo(head) ? "" : ", or as a still by { \"image\": \(name) }")
    }
    if isPicture(head) {
      return "this is a picture, not \(asked); "
        + "a document shows it by { \"image\": \(name) } in a layer's contents"
    }
    return FileKind.name(head).map { "this is \($0), not \(asked)" }
  }

  /// One line for JSON that is a Lottie animation.
  static func message(_ root: JSONNode, path: String) -> String? {
    isLottie(root) ? lottieMessage(path: path) : nil
  }

  private static func lottieMessage(path: String) -> String {
    let name = JSONWriter.string(path.split(separator: "/").last.map(String.init) ?? path)
    return "this is a Lottie animation, not a document; "
      + "a document shows it by { \"lottie\": \(name) } in a layer's contents"
  }

  private static func isLottie(_ root: JSONNode) -> Bool {
    let keys = Set(root.keys)
    return keys.isSuperset(of: ["v", "ip", "op", "layers"]) && !keys.contains("version")
  }

  /// Whether a file is a Lottie animation: JSON with its keys, or a .lottie archive.
  package static func isLottie(_ file: RegularFile) -> Bool {
    let head = file.head(64)
    if LottieArchive.isZIP(head) { return LottieArchive.isOne(file) }
    guard
      head.first(where: { ![9, 10, 13, 32, 0xEF, 0xBB, 0xBF].contains($0) }) == UInt8(ascii: "{"),
      let bytes = try? file.read(limitBytes: LottieFile.mostBytes),
      let root = JSONNode(json: String(decoding: bytes, as: UTF8.self))
    else { return false }
    return isLottie(root)
  }

  private static func isAnimatedKind(_ head: [UInt8]) -> Bool {
    head.starts(with: Array("GIF8".utf8)) || isRIFF(head, "WEBP")
  }

  private static func isVideo(_ head: [UInt8]) -> Bool {
    if head.count > 12, head[4..<8].elementsEqual(Array("ftyp".utf8)) {
      // Pictures too come in such files.
      return !["heic", "heix", "mif1", "avif"].contains(
        String(decoding: head[8..<12], as: UTF8.self))
    }
    if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) || isRIFF(head, "AVI ") { return true }
    if head.starts(with: Array("YUV4MPEG2".utf8)) { return true }
    return head.count > 376 && [0, 188, 376].allSatisfy { head[$0] == 0x47 }
  }

  private static func isPicture(_ head: [UInt8]) -> Bool {
    let signatures: [[UInt8]] = [
      [0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], Array("BM".utf8), [0x49, 0x49, 0x2A, 0],
      [0x4D, 0x4D, 0, 0x2A], Array("qoif".utf8), Array("<svg".utf8), Array("<?xml".utf8),
    ]
    if signatures.contains(where: head.starts) { return true }
    return head.count > 12 && head[4..<8].elementsEqual(Array("ftyp".utf8))
  }

  private static func isRIFF(_ head: [UInt8], _ kind: String) -> Bool {
    head.count > 12 && head.starts(with: Array("RIFF".utf8))
      && head[8..<12].elementsEqual(Array(kind.utf8))
  }
}
