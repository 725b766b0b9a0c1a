import ArgumentParser
import Checking
import Documents
import Files
import Planning
import Rendering
import Reporting

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Runs the checks of a document: values at times, end states, golden pictures.",
    discussion:
      "All that fails is listed, and the exit status is 1. A missing golden picture fails.")

  @OptionGroup var document: DocumentOptions

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("Names the folder for pictures of differences.", valueName: "DIR"))
  var output = "check-differences"

  @Flag(help: "Prints the results as JSON.")
  var json = false

  @Option(help: ArgumentHelp("Writes the results as JUnit does.", valueName: "FILE.xml"))
  var junit: String?

  @Option(
    help: ArgumentHelp(
      "Makes a page of the results with its pictures, DIR/index.html.", valueName: "DIR"))
  var html: String?

  func run() throws {
    try OutputGuard.check([junit], reading: [document.file])
    let checks = try PlannedChecks(
      document.file, try document.settings(), Console.diagnostics)
    for check in checks.planned.document.checks {
      guard case .golden(let path) = check.equals else { continue }
      InputFiles.add(path: try checks.pictures.file(of: path))
    }
    try OutputGuard.check([junit, html.map { "\($0)/index.html" }])
    guard !checks.checks.isEmpty else {
      throw EngineError("\(document.file): there is no \"checks\" in it", .content)
    }
    let run = CheckRun(
      checks, folder: html.map { "\($0)/\(CheckPage.pictures)" } ?? output, drawsSides: html != nil)
    try run.run()
    let report = CheckReport(run, file: document.file)
    if let junit { try report.tests.write(junit: junit) }
    if let html { try CheckPage(run, report, file: document.file).write(to: html) }
    if json {
      Console.result(json: report.json)
    } else {
      Console.result(report.failures)
      Console.summary(report.summary)
    }
    if report.failed > 0 { throw ExitCode(1) }
  }
}
