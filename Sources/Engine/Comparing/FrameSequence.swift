internal import Files
internal import Glibc
package import Media

/// Something that was rendered: a folder of PNGs, one picture, a GIF, an APNG, a video.
package struct FrameSequence: Sendable {
  package enum Kind: Hashable, Sendable {
    /// Its PNGs in order: numbers in names count as numbers.
    case folder([String])
    case picture
    case clip
  }
  package let path: String
  package let kind: Kind
  /// What the helpers may take that read it.
  let media: MediaSettings

  /// Looks at what lies at the path; throws when nothing does, or when a folder has no PNG.
  package init(_ path: String, _ media: MediaSettings = MediaSettings()) throws(MediaError) {
    self.path = path
    self.media = media
    var about = stat()
    // Unsafe: stat reads the path until its zero.
    guard unsafe stat(path, &about) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { throw .missing(path: path) }
      // Unsafe: strerror gives a string that ends with a zero.
      throw .unreadable(path: path, reason: unsafe String(cString: strerror(errno)))
    }
    if about.st_mode & S_IFMT == S_IFDIR {
      let names = try Self.pictures(in: path)
      if names.isEmpty { throw .unusable(path: path, reason: "the folder has no PNG in it") }
      kind = .folder(names)
    } else {
      kind = Self.isPicture(path, media.context) ? .picture : .clip
    }
  }

  /// The same folder with only these of its files.
  init(_ folder: FrameSequence, names: [String]) {
    path = folder.path
    media = folder.media
    kind = .folder(names)
  }

  package func frames() throws(MediaError) -> FootageReader { try FootageReader(self) }

  private static func pictures(in folder: String) throws(MediaError) -> [String] {
    // Unsafe: readdir's entry is read before the next call.
    guard let open = unsafe opendir(folder) else {
      throw .unreadable(path: folder, reason: unsafe String(cString: strerror(errno)))
    }
    defer { unsafe closedir(open) }
    var names: [String] = []
    while let entry = unsafe readdir(open) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if !name.hasPrefix("."), name.lowercased().hasSuffix(".png") { names.append(name) }
    }
    return names.sorted { NaturalOrder.isBefore($0, $1) }
  }

  /// Tells by the first bytes: PNG without frames, JPEG, WebP, BMP, TIFF and QOI are one picture.
  private static func isPicture(_ path: String, _ context: EngineContext) -> Bool {
    guard let start = try? RegularFile(path, in: context).head(4096) else { return false }
    func begins(_ bytes: [UInt8], at place: Int = 0) -> Bool {
      start.count >= place + bytes.count
        && start[place..<place + bytes.count].elementsEqual(bytes)
    }
    if begins([0x89, 0x50, 0x4E, 0x47]) {
      // An APNG says so before its first pixels.
      return !Self.contains(start, Array("acTL".utf8), before: Array("IDAT".utf8))
    }
    if begins(Array("RIFF".utf8)) { return begins(Array("WEBP".utf8), at: 8) }
    return begins([0xFF, 0xD8, 0xFF]) || begins(Array("BM".utf8)) || begins(Array("II*\0".utf8))
      || begins(Array("MM\0*".utf8)) || begins(Array("qoif".utf8))
  }

  private static func contains(_ bytes: [UInt8], _ word: [UInt8], before end: [UInt8]) -> Bool {
    for place in bytes.indices.dropLast(3) {
      if bytes[place..<place + 4].elementsEqual(end) { return false }
      if bytes[place..<place + 4].elementsEqual(word) { return true }
    }
    return false
  }
}

/// The order in which people number files: frame-2 before frame-10.
enum NaturalOrder {
  static func isBefore(_ a: String, _ b: String) -> Bool {
    let (x, y) = (parts(a), parts(b))
    for (p, q) in zip(x, y) where p != q {
      if let m = Int(p), let n = Int(q) {
        if m != n { return m < n }
        continue
      }
      return p < q
    }
    return x.count == y.count ? a < b : x.count < y.count
  }

  private static func parts(_ text: String) -> [String] {
    var result: [String] = []
    var wasDigit: Bool?
    for character in text {
      let isDigit = character.isASCII && character.isNumber
      if isDigit == wasDigit {
        result[result.count - 1].append(character)
      } else {
        result.append(String(character))
      }
      wasDigit = isDigit
    }
    return result
  }
}
