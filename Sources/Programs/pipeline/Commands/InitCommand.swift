import ArgumentParser
import Documents
import Encoding
import Reporting
import Scaffolding
import Scenes

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Makes a document that runs, with its pictures and checks, in a new folder.")

  @Argument(help: ArgumentHelp("The name of the folder to make.", valueName: "NAME"))
  var name = "transition"

  func run() throws {
    guard !name.isEmpty, !name.hasPrefix("-") else {
      throw EngineError.usage(
        "\(JSONWriter.string(name)) is no name for a folder: ./NAME may begin with -")
    }
    let folder = try NewFolder(name)
    try Folder.create("\(folder.path)/art")
    try ScreenPictures.draw(BuiltInScreens.list, to: "\(folder.path)/art/list.png")
    try ScreenPictures.draw(BuiltInScreens.detail, to: "\(folder.path)/art/detail.png")
    try folder.write(Array(Self.document.utf8), to: "pipeline.json")
    try Folder.create("\(folder.path)/checks")
    try ScreenPictures.draw(
      DocumentReader().read(path: "\(folder.path)/pipeline.json", sets: []),
      at: FrameTime(seconds: 0.3), to: "\(folder.path)/checks/middle.png")
    try folder.commit()
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
