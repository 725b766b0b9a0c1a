import CommandLine
import Farm
import Files
import Reporting

extension CancelCommand {
  /// Runs the job's own cancel script, which replaces this program.
  func perform() throws {
    _ = try JobStatus(job)
    let script = "\(job)/cancel"
    guard FileVersion(path: script) != nil else {
      throw EngineError(
        "\(job): has no script \"cancel\", because an older version of pipeline made this job",
        .missing)
    }
    try Interruption.become("/bin/sh", ["sh", script])
  }
}
