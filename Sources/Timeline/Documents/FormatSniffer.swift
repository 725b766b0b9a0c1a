package import Files
import JSON

/// Recognises, by its first bytes, a file that is not a document but can be shown by a document.
package enum FormatSniffer {
  /// A line that names the kind of the file and how a document can use it; nil if the file may have the
  /// expected kind.
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
    let still = "{ \"image\": \(name) }"
    let moving = "{ \"video\": \(name) }"
    switch FileKind.use(head) {
    case .animation:
      return "this is a picture, not \(asked); "
        + "a document can show the file by \(moving) in a layer's contents, "
        + "or as a still by \(still)"
    case .video:
      return "this is a video, not \(asked); "
        + "a document can show the file by \(moving) in a layer's contents"
    case .picture, .drawing:
      return "this is a picture, not \(asked); "
        + "a document can show the file by \(still) in a layer's contents"
    default: break
    }
    return FileKind.name(head).map { "this is \($0), not \(asked)" }
  }

  /// A line about JSON text that is a Lottie animation; nil for any other JSON.
  static func message(_ root: JSONNode, path: String) -> String? {
    isLottie(root) ? lottieMessage(path: path) : nil
  }

  private static func lottieMessage(path: String) -> String {
    let name = JSONWriter.string(path.split(separator: "/").last.map(String.init) ?? path)
    return "this is a Lottie animation, not a document; "
      + "a document can show the file by { \"lottie\": \(name) } in a layer's contents"
  }

  private static func isLottie(_ root: JSONNode) -> Bool {
    let keys = Set(root.keys)
    return keys.isSuperset(of: ["v", "ip", "op", "layers"]) && !keys.contains("version")
  }

  /// Whether a file is a Lottie animation: JSON with the keys of Lottie, or a .lottie archive.
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
}
