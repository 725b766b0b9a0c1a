import AnimatorHosting
import ArgumentParser
import Evaluation
import Planning
import Scenes

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", _superCommandName: "pipeline",
    abstract: "Shows the resolved timeline, or with --at every layer's values at a time.")

  @OptionGroup var document: DocumentOptions

  @Option(help: ArgumentHelp("Seconds, 120ms, 12f, 50% or end.", valueName: "T"))
  var at: MomentArgument?

  @Flag(help: "Prints JSON.")
  var json = false

  func run() throws {
    let planned = try document.plan(document.read(), images: AssetChecker())
    guard let at else {
      let gantt = Gantt(planned)
      if json { Console.result(json: gantt.json) } else { Console.result(gantt.lines) }
      return
    }
    let time = try at.time(in: planned)
    do {
      let report = SceneReport(try planned.scene(at: time), of: planned)
      if json { Console.result(json: report.json) } else { Console.result(report.lines) }
    } catch let fault as AnimatorFault {
      throw Failure(fault, frame: nil, time: time.seconds)
    }
  }
}
