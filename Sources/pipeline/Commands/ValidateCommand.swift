import ArgumentParser
import Documents
import Evaluation
import Planning
import Scenes

struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate", _superCommandName: "pipeline",
    abstract: "Reports every problem of a document at once.")

  @OptionGroup var document: DocumentOptions

  func run() throws {
    let read = try document.read()
    let planned = try document.plan(read, images: AssetChecker())
    for job in try OutputJob.jobs(of: planned, commandLine: [], framesPerSecond: nil, scale: nil) {
      _ = try job.output(of: planned, range: nil)
    }
    let seconds = planned.duration.seconds
    Console.note(
      "\(document.file): fine: \(seconds) s, \(planned.plan.stage.nodes.count - 1) layers, "
        + "\(planned.rows.count) steps")
  }
}
