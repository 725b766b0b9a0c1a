import CommandLine
import ArgumentParser
import Checking
import Documents
import Files
import Planning
import Rendering
import Reporting
import Synchronization

struct CheckCommand: ParsableCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Runs the checks of a document: values at given times, end states, golden pictures.",
    discussion:
      """
      All failures are listed, and the exit status is 1. A missing golden picture is a failure.
      """)

  @OptionGroup var document: DocumentOptions

  @OptionGroup var plugins: PluginOptions

  @OptionGroup var reading: ReadingOptions

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "Writes pictures of the differences to this folder, NAME-check-N.png for the document NAME.json.",
      valueName: "DIR"))
  var output = "check-differences"

  @Flag(help: "Prints the results as JSON.")
  var json = false

  @Option(help: ArgumentHelp("Writes the results to a JUnit XML file.", valueName: "FILE.xml"))
  var junit: String?

  @Option(
    help: ArgumentHelp(
      "Writes an HTML page of the results with its pictures, DIR/index.html.", valueName: "DIR"))
  var html: String?

  @Option(
    help: ArgumentHelp(
      """
      Runs only the checks whose name in the reports contains this text: a layer, a picture or a time; may \
      be repeated.
      """, valueName: "NAME"))
  var only: [String] = []

  func run() throws {
    try OutputGuard.check([junit], reading: [document.file], in: .ofProgram)
    let warnings = KeptWarnings()
    var checks: PlannedChecks
    do {
      checks = try PlannedChecks(document.file, try readingSettings(), warnings.diagnostics)
    } catch {
      if let failure = EngineError(any: error) { try report(failure) }
      throw error
    }
    if !only.isEmpty {
      let names = checks.checks.map(\.name)
      checks.keep { name in only.contains { name.contains($0) } }
      if checks.checks.isEmpty {
        throw EngineError.usage(
          "--only: no check has this in its name; they are \(names.prefix(8).joined(separator: ", "))"
        )
      }
    }
    try OutputGuard.check([junit, html.map { "\($0)/index.html" }], in: .ofProgram)
    if let html { try PageMark.judge(html, page: .checks) }
    for folder in [html.map { "\($0)/\(CheckPage.pictures)" }, output] {
      if let folder { EngineContext.ofProgram.outputs.note(folder) }
    }
    guard !checks.checks.isEmpty else {
      throw EngineError("\(document.file): there is no \"checks\" in it", .content)
    }
    let name = FilePath.name(of: document.file)
    let run = CheckRun(
      checks, folder: html.map { "\($0)/\(CheckPage.pictures)" } ?? output,
      prefix: html == nil ? "\(name.hasSuffix(".json") ? String(name.dropLast(5)) : name)-" : "",
      drawsSides: html != nil)
    try run.run()
    var report = CheckReport(run, file: document.file)
    report.warnings = warnings.lines
    if let junit { try report.tests.write(junit: junit, in: .ofProgram) }
    if let html { try CheckPage(run, report, file: document.file).write(to: html, in: .ofProgram) }
    if json {
      Console.result(json: report.json)
    } else {
      Console.result(report.failures)
      Console.summary(report.summary)
    }
    if report.failed > 0 { throw ExitCode(1) }
  }

  /// A document that is broken has its reports too.
  private func report(_ failure: EngineError) throws {
    try OutputGuard.check(
      [junit, html.map { "\($0)/index.html" }], aboutBroken: document.file, in: .ofProgram)
    if let html { try PageMark.judge(html, page: .checks) }
    let report = TestReport(suite: document.file, of: failure)
    if let junit { try report.write(junit: junit, in: .ofProgram) }
    if let html { try CheckPage.write(failure, of: document.file, to: html, in: .ofProgram) }
  }
}

/// Stores the warnings of the engine, in addition to printing them.
final class KeptWarnings: Sendable {
  private let kept = Mutex<[String]>([])

  var lines: [String] { kept.withLock { $0 } }

  var diagnostics: Diagnostics {
    Diagnostics { [self] event in
      if case .message(let message) = event {
        if message.level == .warning { kept.withLock { $0.append(message.text) } }
        Console.diagnostics.tell(message)
      }
    }
  }
}
