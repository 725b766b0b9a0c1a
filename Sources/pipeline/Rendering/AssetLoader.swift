import Documents
import Files
import Media
import Planning
import Scenes

/// Decodes the images of a document, each once.
final class AssetLoader: ImageLoading {
  private let reader = ImageReader()
  private struct Key: Hashable { var file: String, scale: Double }
  private var loaded: [Key: LoadedImage] = [:]
  private var ahead: [String: Result<Bitmap, MediaError>] = [:]

  /// Decodes several PNGs at once, while planning would ask for one after the other.
  func prepare(for document: Document) {
    let files = document.inputPaths.compactMap { try? document.paths.forReading($0) }
    ahead = PicturesAhead.read(files)
  }

  func image(
    _ path: Located<String>, scale: Double, in document: Document
  ) throws(Problem) -> LoadedImage {
    let file = try path.file(in: document)
    let key = Key(file: file.path, scale: scale)
    if let image = loaded[key] { return image }
    do throws(MediaError) {
      let bitmap =
        if let known = ahead[file.path] { try known.get() } else {
          try reader.read(file, scale: scale)
        }
      let image = LoadedImage(bitmap: bitmap, width: bitmap.width, height: bitmap.height)
      loaded[key] = image
      return image
    } catch {
      throw Problem(path, document, error)
    }
  }

  func text(
    _ text: TextSpec, size: Size, scale: Double, at origin: Origin, in document: Document
  ) throws(Problem) -> LoadedImage {
    do {
      let bitmap = try reader.drawings.set(
        Typesetting(text), size: size, scale: scale, name: "the text")
      return LoadedImage(bitmap: bitmap, width: bitmap.width, height: bitmap.height)
    } catch {
      throw Problem(file: document.file, origin: origin, message: error.description)
    }
  }

  func close() { reader.close() }
}

/// Checks that the images of a document are there, without decoding them, and remembers where each
/// picture comes from.
final class AssetChecker: ImageLoading {
  enum Source {
    /// The path in the document.
    case image(String)
    case text(TextSpec)
  }
  private let decoder = AssetLoader()
  private var checked: [String: LoadedImage] = [:]
  /// Each with its picture, which lives as long, so that no other has its identity.
  private var sources: [ObjectIdentifier: (bitmap: Bitmap, source: Source)] = [:]

  /// Nil for a picture that this checker did not give.
  func source(of bitmap: Bitmap) -> Source? { sources[ObjectIdentifier(bitmap)]?.source }

  private func remember(_ source: Source, of image: LoadedImage) -> LoadedImage {
    sources[ObjectIdentifier(image.bitmap)] = (image.bitmap, source)
    return image
  }

  func image(
    _ path: Located<String>, scale: Double, in document: Document
  ) throws(Problem) -> LoadedImage {
    let file = try path.file(in: document)
    if let known = checked[file.path] { return known }
    do {
      if let size = try ImageHeader.size(of: file) {
        let image = LoadedImage(
          bitmap: Bitmap(width: 1, height: 1), width: size.width, height: size.height)
        checked[file.path] = image
        return remember(.image(path.value), of: image)
      }
    } catch {
      throw Problem(path, document, error)
    }
    return remember(
      .image(path.value), of: try decoder.image(path, scale: scale, in: document))
  }

  func text(
    _ text: TextSpec, size: Size, scale: Double, at origin: Origin, in document: Document
  ) throws(Problem) -> LoadedImage {
    remember(
      .text(text), of: LoadedImage(bitmap: Bitmap(width: 1, height: 1), width: 1, height: 1))
  }
}

extension Typesetting {
  fileprivate init(_ spec: TextSpec) {
    self.init()
    text = spec.text
    family = spec.font
    size = spec.size
    weight = (TextSpec.Weight.allCases.firstIndex(of: spec.weight)! + 1) * 100
    isItalic = spec.isItalic
    color = spec.color
    lineHeight = spec.lineHeight
    switch spec.alignment {
    case .left: alignment = .left
    case .center: alignment = .center
    case .right: alignment = .right
    }
  }
}

extension Located<String> {
  /// The file that a path of the document names.
  fileprivate func file(in document: Document) throws(Problem) -> PlainFile {
    do { return try document.paths.forReading(value) } catch {
      throw Problem(
        file: document.file, origin: origin, message: error.message, kind: error.kind)
    }
  }
}

extension Problem {
  /// A picture that cannot be used, told at the place that names it.
  fileprivate init(_ path: Located<String>, _ document: Document, _ error: MediaError) {
    var kind = Problem.Kind.fault
    if case .missing = error { kind = .missing }
    self.init(file: document.file, origin: path.origin, message: error.description, kind: kind)
  }
}
