internal import Documents
internal import Files
internal import Lottie
internal import Media
internal import Reporting
internal import Scenes

/// The drawing of a Lottie file, and the features of the file that the drawing does not support.
typealias DrawnLottie = (drawing: LottieDrawing, shortcomings: [String])

/// The cache of Lottie files and their drawings.
private final class LottieCache: ReaderCache {
  private let reader: LottieReader
  private var files: [String: LottieContents] = [:]
  private var drawings: [Key: DrawnLottie] = [:]
  private struct Key: Hashable { var path: String, filling: LottieFile.Filling }
  private let diagnostics: Diagnostics

  init(_ media: MediaSettings, _ diagnostics: Diagnostics) {
    reader = LottieReader(media)
    self.diagnostics = diagnostics
  }

  func begin() { drawings = [:] }
  func forget(_ path: String) { files[path] = nil }
  func close() { reader.close() }

  func contents(
    _ file: RegularFile, beside path: String, in paths: DocumentPaths, with loader: AssetLoader
  ) throws(MediaError) -> LottieContents {
    if let known = files[file.path] { return known }
    let contents = try LottieContents(file, beside: path, in: paths, by: reader, with: loader)
    files[file.path] = contents
    return contents
  }

  func drawing(
    _ contents: LottieContents, with filling: LottieFile.Filling, by letterReader: DrawingReader
  ) throws(MediaError) -> DrawnLottie {
    let key = Key(path: contents.path, filling: filling)
    if let known = drawings[key] { return known }
    let file = contents.file
    let scene: LottieScene
    var failure: MediaError?
    do throws(LottieScene.Fault) {
      let names = file.pictures.indices.map(Pictures.name)
      scene = try LottieScene(
        file.filled(with: filling, pictures: names), theme: contents.theme
      ) { font, letters in
        do throws(MediaError) {
          return try letterReader.outlines(of: letters, in: HeldFile(font, path: contents.path))
        } catch {
          // A font that cannot be read is not an error; its letters are reported as missing.
          if case .unusable = error {} else { failure = error }
          return nil
        }
      }
    } catch {
      throw .unusable(path: contents.path, reason: error.reason)
    }
    if let failure { throw failure }
    let pictures = contents.pictures
    let drawing = LottieDrawing(path: contents.path, pictures: pictures, by: reader) {
      scene.drawing(at: $0, width: $1, height: $2, pictures: pictures.sizes).words
    }
    // Drawing one picture reports a failing helper before the first frame.
    _ = try drawing.picture(step: 0, width: 1, height: 1)
    drawings[key] = (drawing, scene.shortcomings)
    diagnostics.detail(
      "\(contents.path): \(Text.number(file.frameCount)) frames at "
        + "\(Text.number(file.framesPerSecond)) a second, \(Text.number(file.size.width))×"
        + "\(Text.number(file.size.height)) points")
    return (drawing, scene.shortcomings)
  }
}

extension AssetLoader {
  /// The contents of a Lottie file; each file is read only once.
  func lottie(
    _ file: RegularFile, beside path: String, in paths: DocumentPaths
  ) throws(MediaError) -> LottieContents {
    try cache(LottieCache.self).contents(file, beside: path, in: paths, with: self)
  }

  /// A Lottie file with a document's replacements, and the unsupported features; layers with equal
  /// replacements share one drawing.
  func drawing(
    _ contents: LottieContents, with filling: LottieFile.Filling
  ) throws(MediaError) -> DrawnLottie {
    try cache(LottieCache.self).drawing(contents, with: filling, by: drawings)
  }
}
