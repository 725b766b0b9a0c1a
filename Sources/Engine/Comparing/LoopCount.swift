import Files

/// Finds the number of times that an animated picture plays, which its file specifies.
enum LoopCount {
  /// The number of plays; 0 means that the picture repeats forever, and nil that the file is not an animated
  /// picture.
  static func find(in file: RegularFile) -> Int? {
    let head = file.head(16)
    guard head.count == 16 else { return nil }
    if head[1...].starts(with: Array("PNG".utf8)) { return png(file) }
    if head.starts(with: Array("GIF8".utf8)) { return gif(file) }
    let isWebP =
      head.starts(with: Array("RIFF".utf8)) && head[8...].starts(with: Array("WEBP".utf8))
    return isWebP ? webp(file) : nil
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  /// The number of plays in the chunk acTL of a PNG file, which precedes the pictures.
  private static func png(_ file: RegularFile) -> Int? {
    var place = 8
    while place < file.byteCount {
      let chunk = file.bytes(at: place, 16)
      guard chunk.count == 16, !chunk[4..<8].elementsEqual(Array("IDAT".utf8)) else { return nil }
      if chunk[4..<8].elementsEqual(Array("acTL".utf8)) { return number(chunk[12...]) }
      place += 12 + number(chunk[..<4])
    }
    return nil
  }

  /// The number of plays in the chunk ANIM of a WebP file.
  private static func webp(_ file: RegularFile) -> Int? {
    var place = 12
    while place < file.byteCount {
      let chunk = file.bytes(at: place, 14)
      guard chunk.count == 14 else { return nil }
      if chunk.starts(with: Array("ANIM".utf8)) { return Int(chunk[12]) | Int(chunk[13]) << 8 }
      let size = number(ArraySlice(chunk[4..<8].reversed()))
      place += 8 + size + size % 2
    }
    return nil
  }

  /// The number of plays of a GIF file from its extension NETSCAPE2.0, whose count does not include the first
  /// play; a GIF file without the extension plays once. Encoders write the extension before the first
  /// picture.
  private static func gif(_ file: RegularFile) -> Int? {
    let start = file.head(1024)
    guard let found = start.firstRange(of: Array("NETSCAPE2.0".utf8) + [3, 1]),
      found.upperBound + 2 <= start.count
    else { return 1 }
    let repeats = Int(start[found.upperBound]) | Int(start[found.upperBound + 1]) << 8
    return repeats == 0 ? 0 : repeats + 1
  }
}
