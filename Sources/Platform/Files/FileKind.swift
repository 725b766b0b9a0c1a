internal import CFiles

/// What a file is that lies where another one was wanted, by its bytes: the first, and of few kinds the last.
package enum FileKind {
  /// Of a kind that nothing here reads, as "a PDF file"; nil where that is not known.
  package static func unread(_ bytes: [UInt8]) -> String? { name(bytes, by: kind_unread) }

  /// Of any kind, read or not.
  package static func name(_ bytes: [UInt8]) -> String? { name(bytes, by: kind_of) }

  /// What a document uses a file for.
  package enum Use: Sendable {
    /// A picture of pixels that does not move.
    case picture
    /// A picture of pixels that may move.
    case animation
    /// A picture of outlines.
    case drawing
    case video, sound, lottie, font

    fileprivate init?(_ use: kind_use) {
      switch use {
      case KIND_PICTURE: self = .picture
      case KIND_ANIMATION: self = .animation
      case KIND_DRAWING: self = .drawing
      case KIND_VIDEO: self = .video
      case KIND_SOUND: self = .sound
      case KIND_LOTTIE: self = .lottie
      case KIND_FONT: self = .font
      default: return nil
      }
    }
  }

  /// What a file is used for, by its bytes; nil where they do not tell, as those of a Lottie file.
  package static func use(_ bytes: [UInt8]) -> Use? {
    // Unsafe: it looks at so many bytes.
    Use(unsafe bytes.withUnsafeBufferPointer { unsafe kind_use($0.baseAddress, $0.count) })
  }

  /// What a file is used for, by what its name ends in.
  package static func use(ofName name: String) -> Use? {
    let parts = name.split(separator: "/").last?.split(separator: ".") ?? []
    return parts.count > 1 ? Use(unsafe kind_use_of_ending(parts.last!.lowercased())) : nil
  }

  /// What the names of such files end in, as "png"; nil where the bytes do not tell.
  package static func ending(_ bytes: [UInt8]) -> String? { name(bytes, by: kind_ending) }

  /// As many first bytes as tell most kinds.
  package static let headCount = 65_536

  private static func name(
    _ bytes: [UInt8], by find: (UnsafePointer<UInt8>?, Int) -> UnsafePointer<CChar>?
  ) -> String? {
    // Unsafe: it looks at so many bytes, and answers with one of its own texts.
    unsafe bytes.withUnsafeBufferPointer { unsafe find($0.baseAddress, $0.count) }
      .map { unsafe String(cString: $0) }
  }
}
