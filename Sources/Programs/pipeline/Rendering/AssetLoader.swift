import Documents
import Files
import Media
import Planning
import Scenes

/// Makes the pictures of a document; a file is decoded once.
final class AssetLoader: ImageLoading {
  private let reader = ImageReader()
  fileprivate struct Key: Hashable { var file: String, scale: Double }
  private var loaded: [Key: Bitmap] = [:]
  private var ahead: [String: Result<Bitmap, MediaError>] = [:]

  /// Decodes several PNGs at once, while planning would ask for one after the other.
  func prepare(for document: Document) {
    let files = document.inputPaths.compactMap { try? document.paths.forReading($0) }
    ahead = PicturesAhead.read(files)
  }

  func picture(
    _ spec: any PictureSpec, for place: PicturePlace
  ) throws(Problem) -> any PictureSource {
    try pictureReader(spec).read(for: place, with: self)
  }

  /// The pixels of a file; `scale` is how many of them a unit of a picture without pixels gets.
  func bitmap(_ file: PlainFile, scale: Double) throws(MediaError) -> Bitmap {
    let key = Key(file: file.path, scale: scale)
    if let bitmap = loaded[key] { return bitmap }
    let bitmap =
      if let known = ahead[file.path] { try known.get() } else {
        try reader.read(file, scale: scale)
      }
    loaded[key] = bitmap
    return bitmap
  }

  /// Sets text and draws.
  var drawings: DrawingReader { reader.drawings }

  func close() { reader.close() }
}

/// Checks that the pictures of a document can be made, decoding no more than it must, and remembers
/// what the document says of each.
final class AssetChecker: ImageLoading {
  private let loader = AssetLoader()
  /// One bitmap stands for a file at one scale, so that each has what the document says of it.
  private var headers: [AssetLoader.Key: (bitmap: Bitmap, size: Size)] = [:]
  /// Each with its picture, which lives as long, so that no other has its identity.
  private var specs: [ObjectIdentifier: (source: any PictureSource, spec: any PictureSpec)] = [:]

  /// Nil for a picture that this checker did not give.
  func spec(of source: any PictureSource) -> (any PictureSpec)? {
    specs[ObjectIdentifier(source.identity)]?.spec
  }

  func picture(
    _ spec: any PictureSpec, for place: PicturePlace
  ) throws(Problem) -> any PictureSource {
    let source = try pictureReader(spec).check(for: place, with: self)
    specs[ObjectIdentifier(source.identity)] = (source, spec)
    return source
  }

  /// A file's size in pixels and a bitmap that stands for its pixels; the file is decoded only where
  /// its first bytes do not say its size.
  func header(
    _ file: PlainFile, scale: Double
  ) throws(MediaError) -> (bitmap: Bitmap, size: Size) {
    let key = AssetLoader.Key(file: file.path, scale: scale)
    if let known = headers[key] { return known }
    guard let size = try ImageHeader.size(of: file) else {
      let bitmap = try loader.bitmap(file, scale: scale)
      return (bitmap, Size(Double(bitmap.width), Double(bitmap.height)))
    }
    let header = (
      bitmap: Bitmap(width: 1, height: 1), size: Size(Double(size.width), Double(size.height))
    )
    headers[key] = header
    return header
  }
}
