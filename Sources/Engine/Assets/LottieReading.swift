package import Documents
internal import Files
internal import Formats
package import JSON
internal import Lottie
internal import Media
package import Planning
package import Scenes

extension LottieSpec: PictureReading {
  package func read(
    for place: PicturePlace, with loader: AssetLoader
  ) throws(Problem) -> any PictureSource {
    let document = place.document
    let file = try path.file(in: document)
    if let message = FormatSniffer.message(
      file, path: path.value, asked: "a Lottie animation")
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

  /// Opens the file to check it, which takes little time.
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
      problem(document, name, what, in: names)
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
    let own = try TimeRemapping(
      time, from: from ?? .zero, to: to ?? file.duration, of: file.duration, path: path,
      document: document)
    var filling = filling
    for (name, font) in fonts {
      guard file.fontNames.contains(name.value) else {
        throw unknown(name, "font", in: file.fontNames)
      }
      let plain = try font.file(in: document)
      do throws(MediaError) { filling.fonts[name.value] = try loader.lottieFont(plain) } catch {
        throw Problem(font, document, error)
      }
    }
    let drawing: LottieDrawing
    let shortcomings: [String]
    do throws(MediaError) {
      (drawing, shortcomings) = try loader.drawing(contents, with: filling)
    } catch {
      throw Problem(path, document, error)
    }
    for line in contents.remarks + shortcomings + file.undrawnTexts(with: filling) {
      loader.warn("\(JSONWriter.string(path.value)): \(line)", at: place)
    }
    return LottiePicture(file, drawing, own)
  }

  /// The problem to report for a name in the document that the Lottie file does not contain.
  private func problem(
    _ document: Document, _ name: Sourced<String>, _ what: String, in names: [String]
  ) -> Problem {
    Problem(
      file: document.file, origin: name.origin,
      message: "\(JSONWriter.string(path.value)) has no \(what) \(JSONWriter.string(name.value))"
        + (names.isEmpty ? "; the file has none" : ""),
      suggestion: NearestWord.find(name.value, in: names))
  }
}

/// A parsed Lottie file with the pictures that it shows.
struct LottieContents {
  let path: String
  let file: LottieFile
  /// The values that an archive sets for the file's slots.
  private(set) var theme: JSONNode?
  private(set) var pictures: LottiePictures
  /// The remarks about the pictures of the Lottie file.
  private(set) var remarks: [String] = []

  /// Reads a Lottie file; `beside` is its path in the document, to which the paths of its pictures are
  /// relative.
  init(
    _ plain: RegularFile, beside: String, in paths: DocumentPaths, by reader: LottieReader,
    with loader: AssetLoader
  ) throws(MediaError) {
    path = plain.path
    var bytes = try Self.bytes(of: plain)
    var archive: ArchivedFiles?
    if LottieArchive.isZIP(bytes) {
      var opened = try ArchivedFiles(bytes, path: path, by: reader)
      (bytes, theme, remarks) = try Self.animation(in: &opened, path)
      archive = opened
    } else if bytes.starts(with: [0x1F, 0x8B]) {
      bytes = try reader.unpacked(bytes, of: path)
    }
    do throws(LottieFile.Fault) { file = try LottieFile(bytes) } catch {
      throw .unusable(path: path, reason: error.reason)
    }
    var found: [FilePixels] = []
    for picture in file.pictures {
      let name = "picture \(JSONWriter.string(picture.path))"
      do throws(MediaError) {
        let pixels = try Self.pixels(
          of: picture, in: &archive, beside: beside, in: paths, path, with: loader)
        if let remark = pixels.remark { remarks.append("\(name): \(remark)") }
        found.append(pixels)
      } catch {
        guard let reason = Self.reason(error) else { throw error }
        // If the font of a Lottie text is missing, all other layers are still drawn.
        found.append(FilePixels(placed: Size(1, 1)))
        let layers = file.layers(showing: picture)
        guard !layers.isEmpty else { continue }
        let more = layers.count > 3 ? ", …" : ""
        remarks.append(
          "\(name) is not drawn: \(reason) (asset \(JSONWriter.string(picture.asset)) in "
            + layers.prefix(3).joined(separator: ", ") + more + ")")
      }
    }
    var bitmaps: [Bitmap] = []
    for pixels in found { bitmaps.append(try pixels.bitmap()) }
    pictures = try LottiePictures(bitmaps, sizes: found.map(\.size), of: path)
  }

  /// The initial animation of an archive, the archive's theme, and remarks about differences from its
  /// manifest.
  private static func animation(
    in archive: inout ArchivedFiles, _ path: String
  ) throws(MediaError) -> (json: [UInt8], theme: JSONNode?, remarks: [String]) {
    func name(_ file: String) -> String {
      JSONWriter.string(
        file.split(separator: "/").last.map { String($0.dropLast(5)) } ?? file)
    }
    guard let manifest = try archive.file([LottieArchive.manifest]) else {
      throw .unusable(path: path, reason: "is not a .lottie archive: the file has no manifest")
    }
    let names = LottieArchive.animationNames(manifest: manifest)
    guard let first = names.first else {
      throw .unusable(
        path: path, reason: "is not a .lottie archive: the manifest names no animation")
    }
    var remarks: [String] = []
    var json = try archive.file(Array(names.prefix(2)))
    if json == nil {
      json = try archive.file(names)
      remarks.append("the archive has no animation \(name(first)): another animation is drawn")
    }
    guard let json else {
      throw .unusable(
        path: path,
        reason: "the archive has no animation \(name(first)), "
          + "although the manifest names the animation")
    }
    let themes = LottieArchive.themeNames(manifest: manifest)
    guard let theme = themes.first else { return (json, nil, remarks) }
    let node = try archive.file(themes).flatMap(LottieArchive.node)
    if node == nil {
      remarks.append(
        "the theme \(name(theme)) is left out, because its file is missing or is not JSON")
    }
    return (json, node, remarks)
  }

  /// The reason why a single picture is left out; nil if the error affects more than that picture.
  private static func reason(_ error: MediaError) -> String? {
    switch error {
    case .missing: "the file does not exist"
    case .unusable(_, let reason), .broken(_, let reason), .unreadable(_, let reason): reason
    case .unavailable, .unwritable, .helper, .killed, .shortage, .noRoom: nil
    }
  }

  /// The pixels of a picture that is embedded in the Lottie file, in its archive, or in a separate file.
  private static func pixels(
    of picture: LottieFile.Picture, in archive: inout ArchivedFiles?, beside: String,
    in paths: DocumentPaths, _ path: String, with loader: AssetLoader
  ) throws(MediaError) -> FilePixels {
    if let embedded = picture.embedded {
      let name = "\(path), picture \(JSONWriter.string(picture.path))"
      guard let bytes = DataURI.bytes(embedded) else {
        throw .unusable(path: name, reason: "the data is not base64")
      }
      return try loader.pixels(of: RegularFile(holding: bytes, name: name))
    }
    if archive != nil {
      guard let bytes = try archive!.file(LottieArchive.pictureNames(picture.path)) else {
        throw .unusable(
          path: path, reason: "the archive does not contain the picture")
      }
      let name = "\(path), picture \(JSONWriter.string(picture.path))"
      return try loader.pixels(of: RegularFile(holding: bytes, name: name))
    }
    let name = LottieFile.path(of: picture, beside: beside)
    let plain: RegularFile
    do throws(DocumentPaths.Refusal) { plain = try paths.forReading(name) } catch {
      throw .unusable(path: path, reason: error.message)
    }
    return try plain.isDrawing ? loader.pixels(of: plain) : loader.pixels(plain)
  }

  fileprivate static func bytes(of file: RegularFile) throws(MediaError) -> [UInt8] {
    do throws(FileError) { return try file.read(limitBytes: LottieFile.mostBytes) } catch {
      throw MediaError(error)
    }
  }
}

extension AssetLoader {
  /// A font file in the form in which a Lottie file embeds fonts.
  fileprivate func lottieFont(_ file: RegularFile) throws(MediaError) -> String {
    let bytes = try LottieContents.bytes(of: file)
    _ = try drawings.outlines(of: [], in: HeldFile(bytes, path: file.path))
    return "data:font/ttf;base64,\(Base64.encoded(bytes))"
  }
}

/// A Lottie file that is played in the plan's time and drawn at its visible size.
final class LottiePicture: PictureSource {
  let size: Size
  private let drawing: LottieDrawing
  private let time: TimeRemapping
  private let stepsPerSecond: Double
  private let lastStep: Int

  init(_ file: LottieFile, _ drawing: LottieDrawing, _ time: TimeRemapping) {
    self.drawing = drawing
    self.time = time
    size = file.size
    let parts = Double(LottieDrawing.frameParts)
    stepsPerSecond = file.framesPerSecond * parts
    lastStep = max(
      0, Int(clamped: file.frameCount * parts, rounded: .up, to: 1...Int(Int32.max)) - 1)
  }

  var isMoving: Bool { true }

  /// Rounds a time to a fraction of a frame that is too small to be visible; times that round to the same
  /// value share one picture.
  func ownTime(at time: FrameTime, asked: FrameTime?) -> FrameTime {
    let own = asked ?? self.time.time(at: time)
    return own == TimeRemapping.over
      ? own : FrameTime(seconds: Double(step(at: own)) / stepsPerSecond)
  }

  func picture(at time: FrameTime, width: Int, height: Int) throws -> Bitmap {
    time == TimeRemapping.over
      ? TimeRemapping.nothing
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

  /// Converts a duration to a time in the animation; frames are counted at the animation's own rate.
  fileprivate func time(_ spec: DurationSpec) -> FrameTime {
    switch spec {
    case .seconds(let seconds): FrameTime(seconds: seconds)
    case .fraction(let share): FrameTime(seconds: share * frameCount / framesPerSecond)
    case .frames(let number): time(ofFrame: number)
    }
  }
}
