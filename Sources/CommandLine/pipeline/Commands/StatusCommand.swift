import ArgumentParser
import Farm

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Says how far a job of submit is: what is done, what failed and why, what is to go.")

  @Argument(help: ArgumentHelp("The folder of the job.", valueName: "JOB"))
  var job: String

  @Flag(help: "Prints the result as JSON.")
  var json = false

  func run() throws {
    let status = try JobStatus(job)
    if json { Console.result(json: status.json) } else { Console.result(status.lines) }
  }
}
