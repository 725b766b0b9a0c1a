import CommandLine
import JSON
import PluginHosting
import PluginModel
import ArgumentParser
import Assets
import Documents
import Evaluation
import Inspecting
import Planning
import Reporting
import Scenes

struct InspectCommand: ParsableCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Shows the resolved timeline, or, with --at, every layer's values at a time.",
    discussion:
      """
      With --at and --json, each time is one object on a separate line. The layers of the object \
      are listed in painting order. In a layer, frame is the bounding box on the canvas, and \
      transform combines all transforms of the layer. geometry has the properties frame and \
      transform as the document sets them. placement maps the layer's own bounds to the canvas. \
      contents describes the contents of the layer. Several layers can have the same id, so \
      parentIndex and layerIndex give the position in the list of layers. Paths of pictures are as \
      in the document, and a scale of null means the canvas's scale. Contents of the kind snapshot \
      show one layer of a scene listed under stills. Such contents show the layer in the rect of \
      its frame, without its own transforms, opacity, shadow and mask. Contents of the kind \
      produced are drawn by a plugin, which receives params, step, progress, time and inputs. With \
      the object and the pictures, you can draw the frame again.
      """)

  @OptionGroup var document: DocumentOptions

  @OptionGroup var plugins: PluginOptions

  @OptionGroup var reading: ReadingOptions

  @Option(
    help: ArgumentHelp(
      "Sets a time: seconds, 120ms, 12f, 50% or end; may be repeated.", valueName: "T"))
  var at: [MomentArgument] = []

  @Option(
    help: ArgumentHelp(
      "Selects the layer for --every, by its id or by the name of its pair, @name.",
      valueName: "ID"))
  var layer: String?

  @Option(
    help: ArgumentHelp(
      """
      With --layer, sets the interval at which the layer's values are printed: seconds, 120ms or \
      1f.
      """, valueName: "D"))
  var every: String?

  @Flag(help: "Prints the result as JSON.")
  var json = false

  @Flag(help: "With --layer and --every, prints the values as CSV.")
  var csv = false

  func validate() throws {
    if (layer == nil) != (every == nil) {
      throw ValidationError(
        "--layer and --every must be given together: the layer, and the interval")
    }
    if layer != nil, !at.isEmpty {
      throw ValidationError("--at and --every cannot be combined")
    }
    if csv, layer == nil || json {
      throw ValidationError("--csv needs --layer and --every, and excludes --json")
    }
  }

  func run() throws {
    let settings = try readingSettings()
    let read = try settings.read(document.file)
    let pictures = AssetChecker(settings.media(Console.diagnostics), Console.diagnostics)
    let planned = try ProjectReader(settings, Console.diagnostics)
      .project(read, images: pictures).planned
    if let layer, let every { return try printTrack(of: layer, every: every, planned) }
    guard !at.isEmpty else {
      let gantt = try Gantt(planned, settings.media(Console.diagnostics))
      if json { Console.result(json: gantt.json) } else { Console.result(gantt.lines) }
      return
    }
    for time in try at.map({ try $0.time(in: planned) }) {
      do {
        let report = SceneReport(
          try planned.playback.scene(at: time), of: planned, pictures: pictures)
        if json { Console.result(json: report.json) } else { Console.result(report.lines) }
      } catch let fault as AnimatorFault {
        throw EngineError(fault, at: FramePlace(frame: nil, time: time.seconds))
      }
    }
  }

  private func printTrack(
    of name: String, every text: String, _ planned: PlannedDocument
  ) throws {
    guard let layer = Selector(name).flatMap({ planned.layers(named: $0).first }) else {
      let known =
        planned.layersByName.keys.sorted() + planned.pairsByName.keys.sorted().map { "@\($0)" }
      let meant = NearestWord.find(name, in: known).map { "; did you mean \"\($0)\"?" } ?? ""
      throw EngineError.usage("--layer: there is no layer \"\(name)\"\(meant)")
    }
    do {
      let track = try LayerTrack(layer, of: planned, at: try times(every: text, planned))
      if json {
        for line in track.json { Console.result(json: line) }
      } else {
        Console.result(csv ? track.csv : track.lines)
      }
    } catch let fault as AnimatorFault {
      throw EngineError(fault, at: FramePlace(frame: nil, time: 0))
    }
  }

  /// The times of `--every` from 0 to the end, including both.
  private func times(every text: String, _ planned: PlannedDocument) throws -> [FrameTime] {
    var times: [FrameTime] = []
    let most = planned.document.limits.frames
    let wrong = EngineError.usage(
      "--every takes seconds, 120ms or 1f, and gives at most \(most) moments; found \"\(text)\"")
    guard case .time(let spec)? = OptionText.moment(text) else { throw wrong }
    var index = 0
    while true {
      let time: FrameTime
      switch spec {
      case .frames(let count) where count >= 1 && count.rounded() == count:
        time = FrameTime(
          frame: Int(clamped: Double(index) * count, rounded: .down),
          framesPerSecond: planned.framesPerSecond)
      case .seconds(let seconds) where seconds > 0:
        time = FrameTime(seconds: Double(index) * seconds)
      default: throw wrong
      }
      guard time < planned.duration else { break }
      guard times.count < most else { throw wrong }
      times.append(time)
      index += 1
    }
    return times + [planned.duration]
  }
}
