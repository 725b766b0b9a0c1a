import Documents
import Media
import Planning
import Scenes

/// Decodes the images of a document, each once.
final class AssetLoader: ImageLoading {
  private let reader = ImageReader()
  private var loaded: [String: LoadedImage] = [:]

  func image(_ path: Located<String>, in document: Document) throws(Problem) -> LoadedImage {
    let file = document.paths.resolve(path.value)
    if let image = loaded[file] { return image }
    do {
      let bitmap = try reader.read(file)
      let image = LoadedImage(bitmap: bitmap, width: bitmap.width, height: bitmap.height)
      loaded[file] = image
      return image
    } catch {
      var kind = Problem.Kind.fault
      if case .missing = error { kind = .missing }
      throw Problem(
        file: document.file, origin: path.origin, message: error.description, kind: kind)
    }
  }

  func text(
    _ text: TextSpec, size: Size, scale: Double, at origin: Origin, in document: Document
  ) throws(Problem) -> LoadedImage {
    throw Problem(
      file: document.file, origin: origin, message: "text contents are not drawn yet")
  }

  func close() { reader.close() }
}

/// Checks that the images of a document are there, without decoding them.
final class AssetChecker: ImageLoading {
  private let blank = Bitmap(width: 1, height: 1)

  func image(_ path: Located<String>, in document: Document) throws(Problem) -> LoadedImage {
    do {
      let size = try ImageHeader.size(ofFile: document.paths.resolve(path.value))
      return LoadedImage(bitmap: blank, width: size.width, height: size.height)
    } catch {
      var kind = Problem.Kind.fault
      if case .missing = error { kind = .missing }
      throw Problem(
        file: document.file, origin: path.origin, message: error.description, kind: kind)
    }
  }

  func text(
    _ text: TextSpec, size: Size, scale: Double, at origin: Origin, in document: Document
  ) throws(Problem) -> LoadedImage {
    LoadedImage(bitmap: blank, width: 1, height: 1)
  }
}
