import CommandLine
import ArgumentParser
import Files
import Reporting

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: """
      Reports what this machine supports: sandbox, helpers, codecs, fonts, folders and disk space.
      """,
    discussion:
      """
      The doctor tries each item. If something is missing, doctor prints the command that installs \
      it, and exits with 69.
      """)

  @Flag(help: "Prints the findings as JSON.")
  var json = false

  func run() throws {
    let left = TemporaryFolder.removeLeft()
    if left > 0 {
      Console.note(
        "removed \(Text.count(left, "folder")) of earlier runs in \(System.temporaryFolder)"
      )
    }
    let diagnosis = try Diagnosis()
    let report = DiagnosisReport(diagnosis)
    if json { Console.result(json: report.json) } else { Console.result(report.lines) }
    if !diagnosis.missing.isEmpty { throw ExitCode(69) }
  }
}
