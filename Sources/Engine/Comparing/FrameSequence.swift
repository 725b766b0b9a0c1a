internal import Files
internal import Glibc
package import Media

/// Rendered footage: a folder of pictures, one picture, an animated picture, a video, or a sound.
package struct FrameSequence: Sendable {
  package enum Kind: Hashable, Sendable {
    /// The names of a folder's PNG files in order, or of its other pictures if it has no PNG file; numbers in
    /// names are compared as numbers.
    case folder([String])
    case picture
    /// The pages of a TIFF file, given by their positions in the file.
    case pages([Int])
    case clip
    /// The footage is a sound file without pictures.
    case sound
  }
  package let path: String
  package let kind: Kind
  /// The limits of the helpers that read the frames.
  let media: MediaSettings

  /// Opens the footage at the path; throws if the path does not exist, or if it is a folder without pictures.
  package init(_ path: String, _ media: MediaSettings = MediaSettings()) throws(MediaError) {
    self.path = path
    self.media = media
    var about = stat()
    // Safety: stat reads the path up to its terminating zero byte.
    guard unsafe stat(path, &about) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { throw .missing(path: path) }
      // Safety: strerror returns a zero-terminated string.
      throw .unreadable(path: path, reason: unsafe String(cString: strerror(errno)))
    }
    if about.st_mode & S_IFMT == S_IFDIR {
      let names = try Self.pictures(in: path)
      if names.isEmpty { throw .unusable(path: path, reason: "the folder contains no picture") }
      kind = .folder(names)
    } else {
      let file: RegularFile
      do { file = try RegularFile(path, in: media.context) } catch { throw MediaError(error) }
      let pages = TIFFPages.directories(file)
      kind =
        pages.count > 1
        ? .pages(pages)
        : Self.isSound(file) ? .sound : Self.isPicture(file) ? .picture : .clip
    }
  }

  /// Creates a folder with only the given files of another folder.
  init(_ folder: FrameSequence, names: [String]) {
    path = folder.path
    media = folder.media
    kind = .folder(names)
  }

  package func frames() throws(MediaError) -> FootageReader { try FootageReader(self) }

  private static func pictures(in folder: String) throws(MediaError) -> [String] {
    // Safety: each entry of readdir is used before the next call.
    guard let open = unsafe opendir(folder) else {
      throw .unreadable(path: folder, reason: unsafe String(cString: strerror(errno)))
    }
    defer { unsafe closedir(open) }
    func ending(_ name: String) -> String {
      name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
    }
    var names: [String] = []
    while let entry = unsafe readdir(open) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if !name.hasPrefix("."), Self.endings.contains(ending(name)) { names.append(name) }
    }
    let pngs = names.filter { ending($0) == "png" }
    return (pngs.isEmpty ? names : pngs).sorted { NaturalOrder.isBefore($0, $1) }
  }

  private static let endings: Set = [
    "png", "jpg", "jpeg", "webp", "avif", "heic", "tif", "tiff", "bmp", "qoi",
  ]

  /// Whether the file begins like a single picture: a PNG, JPEG, WebP, BMP, TIFF or QOI file without an
  /// animation.
  private static func isPicture(_ file: RegularFile) -> Bool {
    let start = file.head(12)
    let signatures = [
      [0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], Array("BM".utf8), Array("II*\0".utf8),
      Array("MM\0*".utf8),
      Array("qoif".utf8),
    ]
    let isStill =
      signatures.contains { start.starts(with: $0) }
      || start.starts(with: Array("RIFF".utf8)) && start[8...].elementsEqual(Array("WEBP".utf8))
    return isStill && !AnimatedPicture.isOne(file)
  }

  /// Whether the file begins like a WAV, FLAC or MP3 file.
  private static func isSound(_ file: RegularFile) -> Bool {
    let start = file.head(12)
    return start.starts(with: Array("RIFF".utf8)) && start[8...].elementsEqual(Array("WAVE".utf8))
      || start.starts(with: Array("fLaC".utf8)) || start.starts(with: Array("ID3".utf8))
  }
}

/// The natural order of numbered file names, in which frame-2 precedes frame-10.
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
