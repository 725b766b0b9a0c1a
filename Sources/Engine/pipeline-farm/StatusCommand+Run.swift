import CommandLine
import Farm

extension StatusCommand {
  func perform() throws {
    let status = try JobStatus(job)
    if json { Console.result(json: status.json) } else { Console.result(status.lines) }
  }
}
