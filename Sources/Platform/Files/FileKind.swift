internal import CFiles

/// Determines the kind of a file by its first bytes and, for a few kinds, by its last bytes, for messages
/// about files of the wrong kind.
package enum FileKind {
  /// The name of an unsupported kind of file, such as "a PDF file"; nil for all other files.
  package static func unread(_ bytes: [UInt8]) -> String? { unsafe name(bytes, by: kind_unread) }

  /// The name of any kind of file, supported or unsupported.
  package static func name(_ bytes: [UInt8]) -> String? { unsafe name(bytes, by: kind_of) }

  /// The use that a document can make of a file.
  package enum Use: Sendable {
    /// The file is a still picture that consists of pixels.
    case picture
    /// The file is a picture of pixels that may move.
    case animation
    /// The file is a vector drawing, such as an SVG file.
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

  /// The use of a file, determined by its bytes; nil if they are not sufficient, as for a Lottie file.
  package static func use(_ bytes: [UInt8]) -> Use? {
    // Safety: the function reads the given number of bytes.
    Use(unsafe bytes.withUnsafeBufferPointer { unsafe kind_use($0.baseAddress, $0.count) })
  }

  /// The use of a file, determined by its file extension.
  package static func use(ofName name: String) -> Use? {
    let parts = name.split(separator: "/").last?.split(separator: ".") ?? []
    return parts.count > 1 ? Use(unsafe kind_use_of_ending(parts.last!.lowercased())) : nil
  }

  /// The usual extension of files of this kind, such as "png"; nil if the bytes are not sufficient.
  package static func ending(_ bytes: [UInt8]) -> String? { unsafe name(bytes, by: kind_ending) }

  /// The number of first bytes that are sufficient for most kinds.
  package static let headCount = 65_536

  private static func name(
    _ bytes: [UInt8], by find: (UnsafePointer<UInt8>?, Int) -> UnsafePointer<CChar>?
  ) -> String? {
    // Safety: the function reads the given number of bytes and returns a static text.
    unsafe bytes.withUnsafeBufferPointer { unsafe find($0.baseAddress, $0.count) }
      .map { unsafe String(cString: $0) }
  }
}
