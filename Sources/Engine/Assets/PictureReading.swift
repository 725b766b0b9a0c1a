package import Documents
package import Files
package import JSON
package import Media
package import Planning
package import Scenes

/// Creates the pictures of one kind from their descriptions.
protocol PictureReading {
  func read(
    for place: PicturePlace, with loader: AssetLoader
  ) throws(Problem) -> any PictureSource
  /// Checks a picture with as little work as possible, and returns a placeholder with the same size and
  /// arbitrary pixels.
  func check(
    for place: PicturePlace, with checker: AssetChecker
  ) throws(Problem) -> any PictureSource
}

/// The reader for the kind of picture that a description describes.
func pictureReader(_ spec: any PictureSpec) -> any PictureReading {
  switch spec {
  case let image as ImageSpec: image
  case let text as TextSpec: text
  case let moving as MovingSpec: moving
  case let lottie as LottieSpec: lottie
  default: preconditionFailure("no reader of \(type(of: spec))")
  }
}

/// Returns the description of the alternative image that is used.
func chosen(_ spec: any PictureSpec, for place: PicturePlace) -> any PictureSpec {
  guard let image = (spec as? ImageSpec)?.chosen(in: place.document.paths) else { return spec }
  guard image.playing != nil, let file = try? image.path.file(in: place.document),
    AnimatedPicture.isOne(file)
      || (FileKind.use(file.head(FileKind.headCount)) ?? FileKind.use(ofName: file.path)) == .video
  else { return image }
  return image.film
}

extension ImageSpec: PictureReading {
  package func read(
    for place: PicturePlace, with loader: AssetLoader
  ) throws(Problem) -> any PictureSource {
    try shown(for: place, with: loader) { file throws(MediaError) in
      place.needsPixels ? try loader.wholePixels(file) : try loader.pixels(file)
    }
  }

  package func check(
    for place: PicturePlace, with checker: AssetChecker
  ) throws(Problem) -> any PictureSource {
    try shown(for: place, with: checker.loader) { file throws(MediaError) in
      place.needsPixels
        ? try checker.loader.wholePixels(file)
        : try checker.header(file, scale: scale ?? place.document.canvas.scale)
    }
  }

  /// The picture, or an empty picture if the picture cannot be drawn and may be left out.
  private func shown(
    for place: PicturePlace, with loader: AssetLoader,
    _ pixels: (RegularFile) throws(MediaError) -> FilePixels
  ) throws(Problem) -> any PictureSource {
    do {
      return try picture(for: place, with: loader, pixels)
    } catch {
      guard missing == .skip else { throw error }
      loader.warn("\(error.message); the picture is left out", at: place)
      return FilePicture(FilePixels(placed: Size(1, 1)), size: place.size)
    }
  }

  /// Creates the picture for a description; `pixels` returns the bitmap of a pixel file and its size.
  private func picture(
    for place: PicturePlace, with loader: AssetLoader,
    _ pixels: (RegularFile) throws(MediaError) -> FilePixels
  ) throws(Problem) -> any PictureSource {
    let file = try path.file(in: place.document)
    try path.refuseLottie(file, as: "an image", in: place.document)
    if AnimatedPicture.isOne(file) {
      let name = JSONWriter.string(path.value)
      loader.warn(
        "\(name) is animated, and an image shows its first picture; { \"video\": \(name) } plays it",
        at: place)
    }
    do throws(MediaError) {
      if try file.isDrawing {
        let picture = try loader.vector(file)
        for remark in picture.remarks { loader.warn("\(path.value):\(remark)", at: place) }
        return picture
      }
      let scale = scale ?? place.document.canvas.scale
      let found = try pixels(file)
      if let remark = found.remark { loader.warn("\(path.value): \(remark)", at: place) }
      return FilePicture(
        found, size: Size(found.size.width / scale, found.size.height / scale))
    } catch {
      throw Problem(path, place.document, error)
    }
  }
}

extension TextSpec: PictureReading {
  package func read(
    for place: PicturePlace, with loader: AssetLoader
  ) throws(Problem) -> any PictureSource {
    var text = Typesetting([])
    for run in runs {
      text.runs.append(try Typesetting.Run(run, in: place.document, with: loader))
    }
    text.alignment = Typesetting.Alignment(alignment)
    text.lineHeight = lineHeight
    text.isBalanced = isBalanced
    text.ellipsis =
      switch ellipsis {
      case .end: .end
      case .middle: .middle
      case .start: .start
      }
    text.isFilledByGradient = gradient != nil
    do throws(MediaError) {
      if fit == .shrink {
        text = try TextPicture.shrunk(
          text, to: minimumSize, in: place.size, scale: place.scale, by: loader.drawings)
      }
      let picture = try TextPicture(
        text, size: place.size, scale: place.scale, by: loader.drawings)
      for remark in picture.remarks { loader.warn(remark, at: place) }
      return picture
    } catch {
      // An invalid font file is reported at the place in the document that names the file.
      let file = runs.compactMap { $0.style.font?.file }.first {
        (try? $0.file(in: place.document))?.path == error.path
      }
      throw Problem(
        file: place.document.file, origin: file?.origin ?? place.origin,
        message: error.description, kind: Problem.Kind(error))
    }
  }

  package func check(
    for place: PicturePlace, with checker: AssetChecker
  ) throws(Problem) -> any PictureSource {
    StillPicture(Bitmap(width: 1, height: 1), size: place.size)
  }
}

extension Typesetting.Alignment {
  fileprivate init(_ alignment: TextSpec.Alignment) {
    self =
      switch alignment {
      case .left: .left
      case .center: .center
      case .right: .right
      case .start: .start
      case .end: .end
      }
  }
}

extension Typesetting.Run {
  fileprivate init(
    _ run: TextRun, in document: Document, with loader: AssetLoader
  ) throws(Problem) {
    self.init(run.text)
    let style = run.style
    if let font = style.font {
      self.font.family = font.family
      if let path = font.file {
        let file = try path.file(in: document)
        do throws(MediaError) { self.font.file = try loader.held(file) } catch {
          throw Problem(path, document, error)
        }
      }
      self.font.axes = font.axes.map { Typesetting.Setting(tag: $0.tag, value: $0.value) }
    }
    size = style.size ?? size
    if let weight = style.weight {
      self.weight = (TextStyle.Weight.allCases.firstIndex(of: weight)! + 1) * 100
    }
    isItalic = style.isItalic ?? isItalic
    color = style.color ?? color
    letterSpacing = style.letterSpacing ?? letterSpacing
    baseline = style.baselineOffset ?? baseline
    features = (style.features ?? []).map { Typesetting.Setting(tag: $0.tag, value: $0.value) }
    stroke = style.stroke.map {
      Typesetting.Stroke(width: $0.width, color: $0.color, isOutside: $0.place == .outside)
    }
    highlight = style.highlight
  }
}

extension Sourced<String> {
  /// Opens the file that a path of the document names.
  package func file(in document: Document) throws(Problem) -> RegularFile {
    do { return try document.paths.forReading(value) } catch {
      throw Problem(
        file: document.file, origin: origin, message: error.message, kind: error.kind)
    }
  }
}

extension Sourced<String> {
  /// Throws an error that suggests the correct key, for a Lottie file that the document names under another
  /// key.
  func refuseLottie(
    _ file: RegularFile, as what: String, in document: Document
  ) throws(Problem) {
    guard FormatSniffer.isLottie(file) else { return }
    throw Problem(
      file: document.file, origin: origin,
      message: "\(JSONWriter.string(value)) is a Lottie animation, not \(what); "
        + "{ \"lottie\": \(JSONWriter.string(value)) } plays it")
  }
}

extension Problem {
  /// The error for a picture that cannot be used, at the place in the document that names it.
  package init(_ path: Sourced<String>, _ document: Document, _ error: MediaError) {
    self.init(
      file: document.file, origin: path.origin, message: error.description, kind: Kind(error))
  }
}

extension Problem.Kind {
  /// The cause of the error for a picture that cannot be created from its description.
  package init(_ error: MediaError) {
    self =
      switch error {
      case .missing: .missing
      case .unusable, .broken, .noRoom: .fault
      case .unavailable: .unavailable
      case .unreadable, .unwritable: .unreadable
      case .helper: .defect
      case .killed: .passing
      case .shortage: .shortage
      }
  }
}
