package import Documents
package import Files
package import JSON
internal import Lottie
package import Media
package import Planning
package import Reporting
package import Scenes

/// Loads the pictures of a document; a file is decoded once.
package final class AssetLoader: ImageLoading {
  private let reader: ImageReader
  /// Reads pictures again whose pixels were released.
  private let again: PictureReloader
  var media: MediaSettings { reader.settings }
  /// Whether files are only checked: each is decoded, and represented by a bitmap without its pixels.
  private let checksOnly: Bool
  private let diagnostics: Diagnostics
  private var loaded: [String: FilePixels] = [:]
  /// The files that the current document uses.
  private var used: Set<String> = []
  private var ahead: [String: Result<FilePixels, MediaError>] = [:]
  private var vectors: [String: VectorPicture] = [:]
  private var files: [String: HeldFile] = [:]
  /// The versions of the files when they were read.
  private var versions: [String: FileVersion] = [:]
  /// The caches of the readers, one for each kind.
  private var caches: [any ReaderCache] = []
  package private(set) var warnings: [Problem] = []

  /// `checksOnly` finds all problems of the files without keeping pictures.
  package init(
    checksOnly: Bool = false, _ media: MediaSettings, _ diagnostics: Diagnostics
  ) {
    reader = ImageReader(media)
    again = PictureReloader(media)
    self.checksOnly = checksOnly
    self.diagnostics = diagnostics
  }

  /// Decodes several PNGs at once, because planning would request them one after another.
  package func prepare(for document: Document) {
    // Pictures that the previous document did not use are released: with rows of data, pictures come and go.
    loaded = loaded.filter { used.contains($0.key) }
    used = []
    for cache in caches { cache.begin() }
    warnings = []
    reader.drawings.beginDocument()
    let inputs = document.inputPaths.compactMap { try? document.paths.forReading($0) }
    for file in inputs where versions.updateValue(file.version, forKey: file.path) != file.version {
      forget(file.path)
    }
    let files = inputs.filter { loaded[$0.path] == nil }
    ahead = PicturesAhead.read(files, media) {
      [checksOnly, again] reader, file throws(MediaError) in
      try Self.pixels(file, checksOnly: checksOnly, by: reader, again)
    }
  }

  /// The file is another one now.
  private func forget(_ path: String) {
    loaded[path] = nil
    vectors[path] = nil
    files[path] = nil
    for cache in caches { cache.forget(path) }
  }

  package func picture(
    _ spec: any PictureSpec, for place: PicturePlace
  ) throws(Problem) -> any PictureSource {
    try pictureReader(chosen(spec, for: place)).read(for: place, with: self)
  }

  /// The pixels of a picture file; if files are only checked, blank ones of its size may take their place.
  package func pixels(_ file: RegularFile) throws(MediaError) -> FilePixels {
    used.insert(file.path)
    if let pixels = loaded[file.path] { return pixels }
    let pixels =
      if let known = ahead[file.path] { try known.get() } else {
        try Self.pixels(file, checksOnly: checksOnly, by: reader, again)
      }
    loaded[file.path] = pixels
    return pixels
  }

  /// The pixels of a file, decoded even if files are only checked.
  func wholePixels(_ file: RegularFile) throws(MediaError) -> FilePixels {
    guard checksOnly else { return try pixels(file) }
    return try Self.pixels(file, checksOnly: false, by: reader, again)
  }

  /// The pixels of a file that is read once, and that does not belong to the document.
  func pixels(of file: RegularFile) throws(MediaError) -> FilePixels {
    try Self.pixels(file, checksOnly: checksOnly, by: reader, again)
  }

  private static func pixels(
    _ file: RegularFile, checksOnly: Bool, by reader: ImageReader, _ again: PictureReloader
  ) throws(MediaError) -> FilePixels {
    if checksOnly {
      let (size, remark) = try reader.checking(file)
      return FilePixels(placed: size, remark: remark)
    }
    let (bitmap, remark) = try reader.reading(file)
    return try FilePixels(bitmap, remark: remark, of: file, by: again)
  }

  /// The picture in an SVG file.
  package func vector(_ file: RegularFile) throws(MediaError) -> VectorPicture {
    if let known = vectors[file.path] { return known }
    let picture = try reader.vector(try held(file))
    vectors[file.path] = picture
    return picture
  }

  /// A file in memory that helpers map.
  package func held(_ file: RegularFile) throws(MediaError) -> HeldFile {
    if let known = files[file.path] { return known }
    let held = try HeldFile(file)
    files[file.path] = held
    return held
  }

  /// Adds a warning about a picture once.
  package func warn(_ message: String, at place: PicturePlace) {
    let warning = Problem(
      file: place.document.file, origin: place.origin, message: message)
    if !warnings.contains(warning) { warnings.append(warning) }
  }

  /// The cache of the reader of a kind.
  func cache<Cache: ReaderCache>(_ type: Cache.Type) -> Cache {
    for case let cache as Cache in caches { return cache }
    let cache = Cache(media, diagnostics)
    caches.append(cache)
    return cache
  }

  /// The reader that draws texts and vector pictures.
  var drawings: DrawingReader { reader.drawings }

  /// The font files of its pictures, sorted. Call this method before `close`.
  package func fonts() throws(EngineError) -> [String] {
    do throws(MediaError) {
      // Texts were laid out when they were read; SVG pictures were only measured.
      for picture in vectors.values {
        _ = try picture.raster(
          width: Int(clamped: picture.size.width, rounded: .up, to: 1...4096),
          height: Int(clamped: picture.size.height, rounded: .up, to: 1...4096))
      }
      return try reader.drawings.fonts()
    } catch {
      throw EngineError(error)
    }
  }

  package func close() {
    reader.close()
    for cache in caches { cache.close() }
  }
}

/// Remembers the description in the document of each picture.
package protocol PictureMemory {
  /// The description of a picture; nil for a picture that this loader did not return.
  func spec(of source: any PictureSource) -> (any PictureSpec)?
}

/// Checks that the pictures of a document can be made, with as little decoding as possible, and remembers the
/// description of each.
package final class AssetChecker: ImageLoading, PictureMemory {
  package let loader: AssetLoader
  private let media: MediaSettings
  private struct Key: Hashable { var file: String, scale: Double }
  /// The bitmaps that represent files, one for each file and scale, so that each has its description.
  private var headers: [Key: FilePixels] = [:]
  /// The descriptions, each with its picture; the picture is retained so that no other picture gets its
  /// identity.
  private var specs: [ObjectIdentifier: (source: any PictureSource, spec: any PictureSpec)] = [:]

  package init(_ media: MediaSettings, _ diagnostics: Diagnostics) {
    self.media = media
    loader = AssetLoader(media, diagnostics)
  }

  package func spec(of source: any PictureSource) -> (any PictureSpec)? {
    specs[ObjectIdentifier(source.identity)]?.spec
  }

  package func picture(
    _ spec: any PictureSpec, for place: PicturePlace
  ) throws(Problem) -> any PictureSource {
    let spec = chosen(spec, for: place)
    let source = try pictureReader(spec).check(for: place, with: self)
    specs[ObjectIdentifier(source.identity)] = (source, spec)
    return source
  }

  /// A file's size in pixels, and a bitmap that represents its pixels; the file is decoded only if its first
  /// bytes do not contain its size.
  func header(_ file: RegularFile, scale: Double) throws(MediaError) -> FilePixels {
    let key = Key(file: file.path, scale: scale)
    if let known = headers[key] { return known }
    guard let size = try ImageHeader.size(of: file, media.limits) else {
      return try loader.pixels(file)
    }
    let header = FilePixels(placed: Size(Double(size.width), Double(size.height)))
    headers[key] = header
    return header
  }
}
