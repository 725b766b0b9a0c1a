package import Documents
package import Files
package import JSON
internal import Lottie
package import Media
package import Planning
package import Reporting
package import Scenes

/// Loads the pictures of a document and decodes each file only once.
package final class AssetLoader: ImageLoading {
  private let reader: ImageReader
  /// Decodes pictures again after their pixels were released from memory.
  private let again: PictureReloader
  var media: MediaSettings { reader.settings }
  /// Whether files are only checked: each file is decoded, and represented by a bitmap without its pixels.
  private let checksOnly: Bool
  private let diagnostics: Diagnostics
  private var loaded: [String: FilePixels] = [:]
  /// The paths of the files that the current document uses.
  private var used: Set<String> = []
  private var ahead: [String: Result<FilePixels, MediaError>] = [:]
  private var vectors: [String: VectorPicture] = [:]
  private var files: [String: HeldFile] = [:]
  /// The version of each file at the time when it was read.
  private var versions: [String: FileVersion] = [:]
  /// The caches of the readers, one cache for each kind of picture.
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

  /// Decodes several PNG files in parallel, because planning requests pictures one after another.
  package func prepare(for document: Document) {
    // Pictures that the previous document did not use are released, because a table of rows can name many
    // pictures.
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

  /// Removes the cached contents of a file that has changed.
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

  /// The pixels of a picture file; if files are only checked, a blank bitmap of the same size may replace
  /// them.
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

  /// The pixels of a file, which is decoded even if files are only checked.
  func wholePixels(_ file: RegularFile) throws(MediaError) -> FilePixels {
    guard checksOnly else { return try pixels(file) }
    return try Self.pixels(file, checksOnly: false, by: reader, again)
  }

  /// The pixels of a file outside the document, which is read once and not cached.
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

  /// Reads the vector picture in an SVG file.
  package func vector(_ file: RegularFile) throws(MediaError) -> VectorPicture {
    if let known = vectors[file.path] { return known }
    let picture = try reader.vector(try held(file))
    vectors[file.path] = picture
    return picture
  }

  /// The contents of a file, in memory that helpers can map.
  package func held(_ file: RegularFile) throws(MediaError) -> HeldFile {
    if let known = files[file.path] { return known }
    let held = try HeldFile(file)
    files[file.path] = held
    return held
  }

  /// Adds a warning about a picture, unless the same warning was added before.
  package func warn(_ message: String, at place: PicturePlace) {
    let warning = Problem(
      file: place.document.file, origin: place.origin, message: message)
    if !warnings.contains(warning) { warnings.append(warning) }
  }

  /// The cache for one kind of picture, which is created on first use.
  func cache<Cache: ReaderCache>(_ type: Cache.Type) -> Cache {
    for case let cache as Cache in caches { return cache }
    let cache = Cache(media, diagnostics)
    caches.append(cache)
    return cache
  }

  /// The helper client that draws texts and vector pictures.
  var drawings: DrawingReader { reader.drawings }

  /// The sorted paths of the font files that the pictures use. The loader must not be closed before this
  /// call.
  package func fonts() throws(EngineError) -> [String] {
    do throws(MediaError) {
      // The layout of texts has already reported the fonts of the texts; SVG pictures have only been
      // measured.
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

/// Maps each picture to its description in the document.
package protocol PictureMemory {
  /// The description of a picture; nil if this loader did not create the picture.
  func spec(of source: any PictureSource) -> (any PictureSpec)?
}

/// Checks that the pictures of a document can be rendered, with as little decoding as possible, and records
/// the description of each picture.
package final class AssetChecker: ImageLoading, PictureMemory {
  package let loader: AssetLoader
  private let media: MediaSettings
  private struct Key: Hashable { var file: String, scale: Double }
  /// The bitmaps that represent files; each file and scale has its own bitmap, so that each bitmap has one
  /// description.
  private var headers: [Key: FilePixels] = [:]
  /// The descriptions of pictures with the pictures; a picture is retained so that its identity is not
  /// reused.
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

  /// The size of a file in pixels, and a bitmap that represents its pixels; the file is decoded only if its
  /// first bytes do not contain its size.
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
