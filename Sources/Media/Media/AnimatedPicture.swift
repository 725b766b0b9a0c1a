package import Files

/// Determines whether a picture's file has several frames, without decoding the picture.
package enum AnimatedPicture {
  package static func isOne(_ file: RegularFile) -> Bool {
    let head = file.head(32)
    if head.starts(with: RegularFile.signature) { return isAnimatedPNG(file) }
    if head.starts(with: Array("GIF8".utf8)) { return isAnimatedGIF(file) }
    if head.dropFirst(4).starts(with: Array("ftypavis".utf8)) { return true }
    // A WebP file starts with RIFF, its length, WEBP, then VP8X with its flags.
    return head.count > 20 && head.starts(with: Array("RIFF".utf8))
      && head[8..<16].elementsEqual(Array("WEBPVP8X".utf8)) && head[20] & 2 != 0
  }

  /// Returns whether an acTL chunk precedes the first IDAT chunk.
  private static func isAnimatedPNG(_ file: RegularFile) -> Bool {
    var place = 8
    while place < file.byteCount {
      let chunk = file.bytes(at: place, 8)
      guard chunk.count == 8 else { return false }
      if chunk[4...].elementsEqual(Array("acTL".utf8)) { return true }
      if chunk[4...].elementsEqual(Array("IDAT".utf8)) { return false }
      place += 12 + chunk[..<4].reduce(0) { $0 << 8 | Int($1) }
    }
    return false
  }

  /// Returns whether the GIF has a second image; only the blocks before the second image are read.
  private static func isAnimatedGIF(_ file: RegularFile) -> Bool {
    var place = 0
    func next(_ count: Int) -> [UInt8]? {
      let bytes = file.bytes(at: place, count)
      place += count
      return bytes.count == count ? bytes : nil
    }
    func colors(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }
    guard let head = next(13) else { return false }
    place += colors(head[10])
    var images = 0
    while let kind = next(1)?[0] {
      switch kind {
      case 0x2C:
        images += 1
        if images == 2 { return true }
        guard let about = next(9) else { return false }
        place += colors(about[8]) + 1
      case 0x21: place += 1
      default: return false
      }
      while let size = next(1)?[0], size > 0 { place += Int(size) }
    }
    return false
  }
}
