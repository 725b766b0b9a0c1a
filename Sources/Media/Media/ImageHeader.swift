package import Files

/// Reads the size of a picture from the first bytes of its file, without decoding the picture.
package enum ImageHeader {
  /// Returns the width and height in pixels; nil for formats other than PNG, which only a decoder can read.
  package static func size(
    ofFile path: String, _ limits: ImageLimits = ImageLimits()
  ) throws(MediaError) -> (width: Int, height: Int)? {
    try size(of: try RegularFile.media(path), limits)
  }

  /// Returns the size of the picture in an open file.
  package static func size(
    of file: RegularFile, _ limits: ImageLimits
  ) throws(MediaError) -> (width: Int, height: Int)? {
    try file.judgeAsMedia()
    let path = file.path
    let head = file.head(24)
    // A PNG starts with its signature, then IHDR with the width and height as big-endian words.
    guard head.count == 24, head.starts(with: RegularFile.signature),
      head[12..<16].elementsEqual(Array("IHDR".utf8))
    else { return nil }
    func word(_ at: Int) -> Int { head[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    let (width, height) = (word(16), word(20))
    guard width > 0, height > 0 else { throw .unusable(path: path, reason: "has no pixels") }
    guard width <= limits.side, height <= limits.side, width * height <= limits.pixels else {
      throw .unusable(
        path: path,
        reason: "too large: \(width)×\(height) pixels; \(limits.hint(width, height))")
    }
    return (width, height)
  }
}
