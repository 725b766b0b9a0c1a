internal import Documents
internal import Files
internal import Media
internal import Reporting
internal import Scenes

/// Lottie files and their drawings. The engine knows fonts by their names alone, wherever they come from,
/// so each file with texts has a helper of its own for the fonts that it is given.
private final class LottieCache: ReaderCache {
  private let reader = LottieReader()
  private var readersWithTexts: [Fonts: LottieReader] = [:]
  private struct Fonts: Hashable { var path: String, fonts: [String: String] }
  private var files: [String: LottieContents] = [:]
  private var drawings: [Key: LottieDrawing] = [:]
  private struct Key: Hashable { var path: String, filling: LottieFile.Filling }
  private let diagnostics: Diagnostics

  init(_ diagnostics: Diagnostics) { self.diagnostics = diagnostics }

  func begin() { drawings = [:] }
  func forget(_ path: String) { files[path] = nil }
  func close() {
    reader.close()
    for reader in readersWithTexts.values { reader.close() }
  }

  func contents(
    _ file: PlainFile, beside path: String, in paths: DocumentPaths
  ) throws(MediaError) -> LottieContents {
    if let known = files[file.path] { return known }
    let contents = try LottieContents(file, beside: path, in: paths, by: reader)
    files[file.path] = contents
    return contents
  }

  func drawing(
    _ contents: LottieContents, with filling: LottieFile.Filling
  ) throws(MediaError) -> LottieDrawing {
    let key = Key(path: contents.path, filling: filling)
    if let known = drawings[key] { return known }
    let fonts = Fonts(path: contents.path, fonts: filling.fonts)
    let reader =
      contents.file.hasTexts ? readersWithTexts[fonts] ?? LottieReader() : self.reader
    if contents.file.hasTexts { readersWithTexts[fonts] = reader }
    let drawing = try LottieDrawing(
      contents.file.filled(with: filling, pictures: contents.pictures), path: contents.path,
      by: reader)
    drawings[key] = drawing
    let file = contents.file
    diagnostics.detail(
      "\(contents.path): \(Text.number(file.frameCount)) frames at "
        + "\(Text.number(file.framesPerSecond)) a second, \(Text.number(file.size.width))×"
        + "\(Text.number(file.size.height)) points, drawn by "
        + (LottieReader.engine ?? "nothing"))
    return drawing
  }
}

extension AssetLoader {
  /// What a Lottie file says; it is read once.
  func lottie(
    _ file: PlainFile, beside path: String, in paths: DocumentPaths
  ) throws(MediaError) -> LottieContents {
    try cache(LottieCache.self).contents(file, beside: path, in: paths)
  }

  /// A Lottie file with what a document puts into it; one drawing for all layers that put in the same.
  func drawing(
    _ contents: LottieContents, with filling: LottieFile.Filling
  ) throws(MediaError) -> LottieDrawing {
    try cache(LottieCache.self).drawing(contents, with: filling)
  }
}
