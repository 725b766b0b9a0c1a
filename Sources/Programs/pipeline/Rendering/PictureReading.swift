import Documents
import Files
import Media
import Planning
import Scenes

/// Makes the pictures of one kind.
protocol PictureReading {
  func read(
    for place: PicturePlace, with loader: AssetLoader
  ) throws(Problem) -> any PictureSource
  /// One of the same size, whatever its pixels, with as little work as shows that it can be made.
  func check(
    for place: PicturePlace, with checker: AssetChecker
  ) throws(Problem) -> any PictureSource
}

/// The reader of pictures of a kind.
func pictureReader(_ spec: any PictureSpec) -> any PictureReading {
  switch spec {
  case let image as ImageSpec: image
  case let text as TextSpec: text
  default: preconditionFailure("no reader of \(type(of: spec))")
  }
}

extension ImageSpec: PictureReading {
  func read(
    for place: PicturePlace, with loader: AssetLoader
  ) throws(Problem) -> any PictureSource {
    try picture(for: place) { file, scale throws(MediaError) in
      try loader.pixels(file, scale: scale)
    }
  }

  func check(
    for place: PicturePlace, with checker: AssetChecker
  ) throws(Problem) -> any PictureSource {
    try picture(for: place) { file, scale throws(MediaError) in
      try checker.header(file, scale: scale)
    }
  }

  /// `pixels` gives the file's bitmap and its size in pixels.
  private func picture(
    for place: PicturePlace,
    _ pixels: (PlainFile, Double) throws(MediaError) -> Pixels
  ) throws(Problem) -> StillPicture {
    let file = try path.file(in: place.document)
    let scale = scale ?? place.document.canvas.scale
    do throws(MediaError) {
      let (bitmap, size) = try pixels(file, scale)
      return StillPicture(bitmap, size: Size(size.width / scale, size.height / scale))
    } catch {
      throw Problem(path, place.document, error)
    }
  }
}

extension TextSpec: PictureReading {
  func read(
    for place: PicturePlace, with loader: AssetLoader
  ) throws(Problem) -> any PictureSource {
    do throws(MediaError) {
      let bitmap = try loader.drawings.set(
        Typesetting(self), size: place.size, scale: place.scale, name: "the text")
      return StillPicture(bitmap, size: place.size)
    } catch {
      throw Problem(file: place.document.file, origin: place.origin, message: error.description)
    }
  }

  func check(
    for place: PicturePlace, with checker: AssetChecker
  ) throws(Problem) -> any PictureSource {
    StillPicture(Bitmap(width: 1, height: 1), size: place.size)
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

extension Sourced<String> {
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
  fileprivate init(_ path: Sourced<String>, _ document: Document, _ error: MediaError) {
    var kind = Problem.Kind.fault
    if case .missing = error { kind = .missing }
    self.init(file: document.file, origin: path.origin, message: error.description, kind: kind)
  }
}
