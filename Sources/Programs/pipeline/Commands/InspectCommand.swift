import AnimatorHosting
import Animators
import ArgumentParser
import Assets
import Evaluation
import Inspecting
import Planning
import Reporting
import Scenes

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Shows the resolved timeline, or with --at every layer's values at a time.",
    discussion: """
      With --at and --json each time is one object on a line of its own. Its layers come in the order in \
      which they are painted. In a layer, frame is the bounding box on the canvas and transform is all \
      of its transforms; geometry holds the same properties as they were set, placement maps the \
      layer's own bounds to the canvas, and contents says what the layer shows. Several layers can have \
      one id, so parentIndex and layerIndex give the place in the list of layers. Paths of pictures are \
      as in the document, and a scale that is null is the canvas's. Contents of the kind snapshot show \
      one layer of a scene that stands under stills, in the rect of its frame, without its own \
      transforms, opacity, shadow and mask. Contents of the kind produced are drawn by a plugin: \
      params, step, progress, time and inputs are what it is given. So the frame can be drawn again \
      from the object and the pictures alone.
      """)

  @OptionGroup var document: DocumentOptions

  @Option(
    help: ArgumentHelp(
      "Names a moment: seconds, 120ms, 12f, 50% or end; may be repeated.", valueName: "T"))
  var at: [MomentArgument] = []

  @Flag(help: "Prints the result as JSON.")
  var json = false

  func run() throws {
    // Reading sets the limits that the checker takes over.
    let settings = try document.settings()
    let read = try settings.read(document.file)
    let pictures = AssetChecker(Console.diagnostics)
    let planned = try ProjectReader(settings, Console.diagnostics)
      .project(read, images: pictures).planned
    guard !at.isEmpty else {
      let gantt = try Gantt(planned)
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
}
