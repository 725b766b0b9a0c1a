import CommandLine
import ArgumentParser
import Files
import Reporting

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Tells what this machine gives: the sandbox, helpers, codecs, fonts, folders, space.",
    discussion: """
      Each is tried, not only looked for. Exits with 69 when something is missing, and names the line \
      that installs it.
      """)

  @Flag(help: "Prints what it finds as JSON.")
  var json = false

  func run() throws {
    let left = TemporaryFolder.removeLeft()
    if left > 0 {
      Console.note(
        "removed \(Text.count(left, "folder")) in \(System.temporaryFolder) that ended runs left")
    }
    let diagnosis = try Diagnosis()
    let report = DiagnosisReport(diagnosis)
    if json { Console.result(json: report.json) } else { Console.result(report.lines) }
    if !diagnosis.missing.isEmpty { throw ExitCode(69) }
  }
}
