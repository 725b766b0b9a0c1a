package import Documents
internal import Files
internal import Media
package import Planning
package import Scenes

extension LottieSpec: PictureReading {
  package func read(
    for place: PicturePlace, with loader: AssetLoader
  ) throws(Problem) -> any PictureSource {
    let document = place.document
    let file = try path.file(in: document)
    if let message = ForeignFile.message(
      file.head(400), path: path.value, asked: "a Lottie animation")
    {
      throw Problem(file: document.file, origin: path.origin, message: message)
    }
    let contents: LottieContents
    do throws(MediaError) {
      contents = try loader.lottie(file, beside: path.value, in: document.paths)
    } catch {
      throw Problem(path, document, error)
    }
    return try picture(of: contents, for: place, with: loader)
  }

  /// Opening it shows what is wrong with it, and costs little.
  package func check(
    for place: PicturePlace, with checker: AssetChecker
  ) throws(Problem) -> any PictureSource {
    try read(for: place, with: checker.loader)
  }

  private func picture(
    of contents: LottieContents, for place: PicturePlace, with loader: AssetLoader
  ) throws(Problem) -> any PictureSource {
    let document = place.document
    let file = contents.file
    func unknown(_ name: Sourced<String>, _ what: String, in names: [String]) -> Problem {
      Problem(
        file: document.file, origin: name.origin,
        message: "\(JSONWriter.string(path.value)) has no \(what) \(JSONWriter.string(name.value))"
          + (names.isEmpty ? "; it has none" : ""),
        suggestion: NearestWord.find(name.value, in: names))
    }
    for color in colors where !file.hasColor(color.name.value) {
      throw unknown(color.name, "colour named", in: file.colorNames)
    }
    for text in texts where !file.textNames.contains(text.name.value) {
      throw unknown(text.name, "text named", in: file.textNames)
    }
    var (from, to) = (time.from.map(file.time), time.to.map(file.time))
    if let marker {
      guard let found = file.markers.first(where: { $0.name == marker.value }) else {
        throw unknown(marker, "marker", in: file.markers.map(\.name))
      }
      from = file.time(ofFrame: found.start)
      to = file.time(ofFrame: found.start + found.length)
    }
    let own = try OwnTime(
      time, from: from ?? .zero, to: to ?? file.duration, of: file.duration, path: path,
      document: document)
    var filling = filling
    for (name, font) in fonts {
      guard file.fontNames.contains(name.value) else {
        throw unknown(name, "font", in: file.fontNames)
      }
      let plain = try font.file(in: document)
      do throws(MediaError) { filling.fonts[name.value] = try LottieContents.font(plain) } catch {
        throw Problem(font, document, error)
      }
    }
    let drawing: LottieDrawing
    do throws(MediaError) { drawing = try loader.drawing(contents, with: filling) } catch {
      throw Problem(path, document, error)
    }
    for line in file.shortcomings + file.undrawnTexts(with: filling) {
      loader.warn("\(JSONWriter.string(path.value)): \(line)", at: place)
    }
    return LottiePicture(file, drawing, own)
  }
}

/// A Lottie file that was read, with the pictures that it shows.
struct LottieContents {
  let path: String
  let file: LottieFile
  /// As data URLs, in the order of the file's own.
  let pictures: [String]

  /// `beside` is the file's path as the document has it, from which those of its pictures start.
  init(
    _ plain: PlainFile, beside: String, in paths: DocumentPaths, by reader: LottieReader
  ) throws(MediaError) {
    path = plain.path
    let bytes = try Self.bytes(of: plain)
    guard LottieArchive.isOne(bytes) else {
      file = try Self.judged(path) { () throws(LottieFile.Fault) in try LottieFile(bytes) }
      var pictures: [String] = []
      for picture in file.pictures {
        let name = LottieFile.path(of: picture, beside: beside)
        let plain: PlainFile
        do throws(DocumentPaths.Refusal) { plain = try paths.forReading(name) } catch {
          throw .unusable(path: path, reason: error.message)
        }
        pictures.append(try Self.url(Self.bytes(of: plain), of: name))
      }
      self.pictures = pictures
      return
    }
    var archive = try ArchivedFiles(bytes, path: path, by: reader)
    guard let manifest = try archive.file([LottieArchive.manifest]),
      let json = try archive.file(LottieArchive.animationNames(manifest: manifest))
    else {
      throw .unusable(path: path, reason: "is no .lottie archive: its manifest names no animation")
    }
    file = try Self.judged(path) { () throws(LottieFile.Fault) in try LottieFile(json) }
    var pictures: [String] = []
    for picture in file.pictures {
      guard let bytes = try archive.file(LottieArchive.pictureNames(picture.path)) else {
        throw .unusable(
          path: path, reason: "has no picture \(JSONWriter.string(picture.path)) in it")
      }
      pictures.append(try Self.url(bytes, of: picture.path))
    }
    self.pictures = pictures
  }

  private static func bytes(of file: PlainFile) throws(MediaError) -> [UInt8] {
    do throws(FileError) { return try file.read(limitBytes: LottieFile.mostBytes) } catch {
      throw MediaError(error)
    }
  }

  private static func judged<Value>(
    _ path: String, _ read: () throws(LottieFile.Fault) -> Value
  ) throws(MediaError) -> Value {
    do throws(LottieFile.Fault) { return try read() } catch {
      throw .unusable(path: path, reason: error.reason)
    }
  }

  /// A font file as it stands in a Lottie file. The engine reads TrueType's outlines alone.
  static func font(_ file: PlainFile) throws(MediaError) -> String {
    let bytes = try bytes(of: file)
    guard bytes.starts(with: [0, 1, 0, 0]) || bytes.starts(with: Array("true".utf8)) else {
      throw .unusable(
        path: file.path, reason: "a Lottie file's texts take TrueType fonts alone (.ttf)")
    }
    return "data:font/ttf;base64,\(LottieFile.base64(bytes))"
  }

  /// A picture as it stands in a Lottie file. The engine reads PNG and JPEG.
  private static func url(_ bytes: [UInt8], of path: String) throws(MediaError) -> String {
    let kinds: [(start: [UInt8], name: String)] = [
      ([0x89, 0x50, 0x4E, 0x47], "png"), ([0xFF, 0xD8, 0xFF], "jpeg"),
    ]
    guard let kind = kinds.first(where: { bytes.starts(with: $0.start) }) else {
      throw .unusable(path: path, reason: "a Lottie file shows PNG and JPEG alone")
    }
    return "data:image/\(kind.name);base64,\(LottieFile.base64(bytes))"
  }
}

/// A Lottie file along the plan, drawn at the size that it is seen at.
final class LottiePicture: PictureSource {
  let size: Size
  private let drawing: LottieDrawing
  private let time: OwnTime
  private let stepsPerSecond: Double
  private let lastStep: Int

  init(_ file: LottieFile, _ drawing: LottieDrawing, _ time: OwnTime) {
    self.drawing = drawing
    self.time = time
    size = file.size
    let parts = Double(LottieDrawing.frameParts)
    stepsPerSecond = file.framesPerSecond * parts
    lastStep = max(
      0, Int(clamped: file.frameCount * parts, rounded: .up, to: 1...Int(Int32.max)) - 1)
  }

  var isMoving: Bool { true }

  /// The steps of a frame are so fine that nobody sees them, and each has one picture.
  func ownTime(at time: FrameTime, asked: FrameTime?) -> FrameTime {
    let own = asked ?? self.time.time(at: time)
    return own == OwnTime.over
      ? own : FrameTime(seconds: Double(step(at: own)) / stepsPerSecond)
  }

  func picture(at time: FrameTime, width: Int, height: Int) throws -> Bitmap {
    time == OwnTime.over
      ? OwnTime.nothing
      : try drawing.picture(step: step(at: time), width: width, height: height)
  }

  private func step(at time: FrameTime) -> Int {
    Int(
      clamped: time.seconds * stepsPerSecond, rounded: .toNearestOrAwayFromZero, to: 0...lastStep)
  }
}

extension LottieFile {
  fileprivate var duration: FrameTime { time(ofFrame: frameCount) }

  fileprivate func time(ofFrame number: Double) -> FrameTime {
    FrameTime(seconds: min(max(0, number), frameCount) / framesPerSecond)
  }

  /// A time in it: a frame is its own.
  fileprivate func time(_ spec: DurationSpec) -> FrameTime {
    switch spec {
    case .seconds(let seconds): FrameTime(seconds: seconds)
    case .fraction(let share): FrameTime(seconds: share * frameCount / framesPerSecond)
    case .frames(let number): time(ofFrame: number)
    }
  }
}
