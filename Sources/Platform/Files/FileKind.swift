internal import CFiles

/// The kind of a file, determined by its first bytes, and for a few kinds also by the last, for messages
/// about a file of the wrong kind.
package enum FileKind {
  /// The name of an unsupported kind, such as "a PDF file"; nil for any other.
  package static func unread(_ bytes: [UInt8]) -> String? { unsafe name(bytes, by: kind_unread) }

  /// The name of any kind, supported or not.
  package static func name(_ bytes: [UInt8]) -> String? { unsafe name(bytes, by: kind_of) }

  /// The purpose for which a document can use a file.
  package enum Use: Sendable {
    /// A picture of pixels that does not move.
    case picture
    /// A picture of pixels that may move.
    case animation
    /// A vector drawing, such as an SVG.
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

  /// The use of a file by its bytes; nil if the bytes do not determine the use, as for a Lottie file.
  package static func use(_ bytes: [UInt8]) -> Use? {
    // Safety: the function reads that many bytes.
    Use(unsafe bytes.withUnsafeBufferPointer { unsafe kind_use($0.baseAddress, $0.count) })
  }

  /// The use of a file by the ending of its name.
  package static func use(ofName name: String) -> Use? {
    let parts = name.split(separator: "/").last?.split(separator: ".") ?? []
    return parts.count > 1 ? Use(unsafe kind_use_of_ending(parts.last!.lowercased())) : nil
  }

  /// The usual extension of such files, such as "png"; nil if the bytes do not determine it.
  package static func ending(_ bytes: [UInt8]) -> String? { unsafe name(bytes, by: kind_ending) }

  /// The number of first bytes that suffice for most kinds.
  package static let headCount = 65_536

  private static func name(
    _ bytes: [UInt8], by find: (UnsafePointer<UInt8>?, Int) -> UnsafePointer<CChar>?
  ) -> String? {
    // Safety: the function reads that many bytes, and returns a static text.
    unsafe bytes.withUnsafeBufferPointer { unsafe find($0.baseAddress, $0.count) }
      .map { unsafe String(cString: $0) }
  }
}
