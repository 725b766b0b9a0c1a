import Assets
import CommandLine
import ArgumentParser
import Documents
import Encoding
import Files
import JSON
import Media
import Reporting
import Scaffolding
import Scenes

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Creates a folder with a working document, its pictures and its checks.")

  @Argument(help: ArgumentHelp("The name of the new folder.", valueName: "NAME"))
  var name = "transition"

  @Argument(
    help: ArgumentHelp(
      "Screenshots for the template, or one recording. The files are copied into the folder.",
      valueName: "PICTURE"))
  var pictures: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Sets the template of the document: store-preview, readme-gif, flow, compare, captions or cards.
      """,
      valueName: "NAME"))
  var template: String?

  @Option(
    help: ArgumentHelp(
      """
      Sets the device of a template: \
      \(DeviceSpec.Model.allCases.map(\.rawValue).joined(separator: ", ")). \
      By default, the device with a screen that the first picture fits.
      """,
      valueName: "NAME"))
  var device: String?

  @Option(
    help: ArgumentHelp(
      """
      Sets the store of a store-preview: \(StarterDocument.previews.joined(separator: ", ")). \
      By default, the store of the device.
      """,
      valueName: "NAME"))
  var preset: String?

  func run() throws {
    if let template { return try makeStarter(template) }
    guard pictures.isEmpty else { throw EngineError.usage("PICTURE needs --template") }
    guard !name.isEmpty, !name.hasPrefix("-") else {
      throw EngineError.usage(
        "\(JSONWriter.string(name)) cannot be the name of a folder; a name that starts with - is written as ./NAME"
      )
    }
    let folder = try ResultFolder.begin(name)
    try Folder.create("\(folder.path)/art")
    try ScreenPictures.draw(BuiltInScreens.list, to: "\(folder.path)/art/list.png")
    try ScreenPictures.draw(BuiltInScreens.detail, to: "\(folder.path)/art/detail.png")
    try folder.write(Array(Self.document.utf8), to: "pipeline.json")
    try Folder.create("\(folder.path)/checks")
    try ScreenPictures.draw(
      DocumentReader().read(path: "\(folder.path)/pipeline.json", sets: []),
      at: FrameTime(seconds: 0.3), to: "\(folder.path)/checks/middle.png")
    try ResultFolder.finish(folder)
    tell()
  }

  /// Creates a document from a template with the given screenshots, or with two built-in pictures.
  private func makeStarter(_ template: String) throws {
    guard let kind = StarterDocument.Kind(rawValue: template) else {
      let words = StarterDocument.Kind.allCases.map(\.rawValue)
      throw EngineError.usage(
        "--template takes \(words.joined(separator: ", ")), found \"\(template)\"")
    }
    if let device, DeviceSpec.Model(rawValue: device) == nil {
      let words = DeviceSpec.Model.allCases.map(\.rawValue)
      throw EngineError.usage(
        "--device takes \(words.joined(separator: ", ")), found \"\(device)\"")
    }
    if let preset {
      guard kind == .storePreview else {
        throw EngineError.usage("--preset works only with the template store-preview")
      }
      if !StarterDocument.previews.contains(preset) {
        throw EngineError.usage(
          "--preset takes \(StarterDocument.previews.joined(separator: ", ")), found \"\(preset)\"")
      }
    }
    let isFilm = pictures.count == 1 && FileKind.use(ofName: pictures[0]) == .video
    if isFilm, kind == .compare || kind == .cards {
      throw EngineError.usage("the template \(template) takes pictures, not a recording")
    }
    guard pictures.isEmpty || pictures.count > 1 || kind == .cards || isFilm else {
      throw EngineError.usage("the template \(template) needs at least two pictures")
    }
    let folder = try ResultFolder.begin(name)
    try Folder.create("\(folder.path)/art")
    var made: [StarterDocument.Picture] = []
    if pictures.isEmpty {
      for (place, layers) in [("list", BuiltInScreens.list), ("detail", BuiltInScreens.detail)] {
        try ScreenPictures.draw(layers, to: "\(folder.path)/art/\(place).png")
        let path = "art/\(place).png"
        made.append(.init(path: path, try read("\(folder.path)/\(path)")))
      }
    }
    if isFilm { made.append(try copiedFilm(pictures[0], to: folder)) }
    for (number, path) in pictures.enumerated() where !isFilm {
      made.append(try copied(path, number, to: folder))
    }
    let device = device ?? guess(made[0], kind).rawValue
    let document = StarterDocument(
      kind: kind, pictures: made, device: device, preset: preset.flatMap(OutputPreset.named))
    try folder.write(Array(document.json.utf8), to: "pipeline.json")
    try ResultFolder.finish(folder)
    if let remark = document.remark { Console.warn(remark) }
    tell()
    if self.device == nil, kind != .cards {
      Console.note("device: \(device); --device names another")
    }
  }

  /// Chooses the device whose screen size fits a picture. For an App Store film, a phone that is not
  /// recognised counts as an iPhone.
  private func guess(_ picture: StarterDocument.Picture, _ kind: StarterDocument.Kind)
    -> DeviceSpec
    .Model
  {
    if preset == "app-store-apple-tv" { return .tv }
    let model = DeviceSpec.Model(ofScreenshot: Size(picture.width, picture.height))
    let isForApple = kind == .storePreview && preset?.hasPrefix("app-store") != false
    return model == .phone && isForApple ? .iPhone16 : model
  }

  private func copiedFilm(
    _ path: String, to folder: NewFolder
  ) throws -> StarterDocument.Picture {
    let film = try ShownFile(path, ReadingSettings(context: .ofProgram).media(Console.diagnostics))
    let place = "art/recording\(path.lastIndex(of: ".").map { path[$0...] } ?? ".mp4")"
    do {
      try folder.write(RegularFile(path).read(limitBytes: 1 << 30), to: place)
    } catch let error as FileError {
      throw EngineError("\(path): \(error.reason)", .missing)
    }
    return .init(
      path: place, width: Double(film.width), height: Double(film.height), seconds: film.seconds,
      hasSound: film.picture.hasSound)
  }

  private func copied(
    _ path: String, _ number: Int, to folder: NewFolder
  ) throws -> StarterDocument.Picture {
    let picture = try read(path)
    do {
      let ending = path.lastIndex(of: ".").map { path[$0...] } ?? ".png"
      let place = "art/screen-\(number + 1)\(ending)"
      try folder.write(RegularFile(path).read(limitBytes: 256 << 20), to: place)
      return .init(path: place, picture)
    } catch let error as FileError {
      throw EngineError("\(path): \(error.reason)", .missing)
    }
  }

  private func read(_ path: String) throws(EngineError) -> Bitmap {
    do { return try ImageReader().read(path) } catch { throw EngineError(error) }
  }

  private func tell() {
    Console.result("\(name)/pipeline.json")
    Console.note(
      "next: pipeline run \(name)/pipeline.json, and pipeline check \(name)/pipeline.json")
    if let manual = Manual.folder {
      Console.note("guide: \(manual)/Documentation/guide.md")
      Console.note("examples: \(manual)/Examples")
    }
  }

  static let document = """
    {
      "version": 1,
      "name": "my transition",
      "canvas": { "size": [320, 568], "scale": 2, "background": "#ffffff", "fps": 60 },
      "assets": {
        "list": { "image": "art/list.png" },
        "detail": { "image": "art/detail.png" }
      },
      "screens": {
        "from": { "layers": [ { "id": "list", "contents": "list", "frame": [0, 0, 320, 568] } ] },
        "to": { "layers": [ { "id": "detail", "contents": "detail", "frame": [0, 0, 320, 568] } ] }
      },
      "transition": {
        "operation": "push",
        "duration": 0.6,
        "animator": "circle-reveal",
        "params": { "center": [284, 52], "radius": 12 },
        "easing": "easeInOut"
      },
      "checks": [
        { "at": 0, "layer": "list", "frame": [0, 0, 320, 568], "opacity": 1 },
        { "at": "end", "equals": "to" },
        { "at": 0.3, "equals": "checks/middle.png" }
      ],
      "outputs": [
        { "path": "out/transition.mp4" },
        { "path": "out/transition.gif", "fps": 50, "scale": 1 },
        { "path": "out/transition.png", "sheet": [0, 0.15, 0.3, 0.45, 0.6] }
      ]
    }

    """
}
