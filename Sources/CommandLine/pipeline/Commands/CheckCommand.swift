import CommandLine
import ArgumentParser
import Checking
import Documents
import Encoding
import Files
import JSON
import Planning
import Rendering
import Reporting
import Synchronization

struct CheckCommand: ParsableCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract:
      "Runs the checks of documents: values at given times, end states and golden pictures.",
    discussion:
      """
      If checks fail, all failures are listed, and the exit status is 1. A missing golden \
      picture is a failure. If a document cannot be checked, the other documents are still \
      checked, and the error determines the exit status. 'pipeline help form check' lists the keys \
      of a check.
      """)

  @OptionGroup var documents: JudgedDocuments

  @OptionGroup var plugins: PluginOptions

  @OptionGroup var reading: ReadingOptions

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      """
      Writes pictures of the differences to the folder, as NAME-check-N.png for the document \
      NAME.json.
      """,
      valueName: "DIR"))
  var output = "check-differences"

  @Flag(help: "Prints the results as JSON.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Writes an HTML page with the results and their pictures, DIR/index.html.", valueName: "DIR"))
  var html: String?

  @Option(
    help: ArgumentHelp(
      """
      Runs only the checks with the given text in their reported name: a layer, a picture or a \
      time; may be repeated.
      """, valueName: "NAME"))
  var only: [String] = []

  func validate() throws {
    if json, documents.format != nil {
      throw ValidationError("--json and --format both write to standard output: remove one of them")
    }
  }

  func run() throws {
    try OutputGuard.check([documents.junit], reading: documents.files, in: .ofProgram)
    let named = documents.named
    var entries: [CheckPage.Entry] = []
    var names: [String] = []
    for (file, name) in named {
      do {
        let planned = try plan(file)
        names += planned.checks.checks.map(\.name)
        var checks = planned.checks
        checks.keep(only)
        if checks.checks.isEmpty { continue }
        let prefix = html == nil || named.count > 1 ? "\(name)-" : ""
        entries.append(.checked(try check(checks, prefix, planned.warnings.lines)))
      } catch {
        guard let failure = EngineError(any: error), failure.cause != .cancelled else {
          throw error
        }
        try OutputGuard.check(
          [documents.junit, html.map { "\($0)/index.html" }], aboutBroken: file, in: .ofProgram)
        entries.append(.broken(file, failure))
      }
    }
    if entries.isEmpty {
      throw EngineError.usage(
        "--only: no check has this in its name; the checks are "
          + "\(names.prefix(8).joined(separator: ", "))"
      )
    }
    try report(entries)
  }

  /// Plans a document with its checks, before any of its files is written.
  private func plan(
    _ file: String
  ) throws -> (checks: PlannedChecks, warnings: KeptWarnings) {
    let warnings = KeptWarnings()
    let checks = try PlannedChecks(file, try readingSettings(), warnings.diagnostics)
    try OutputGuard.check([documents.junit, html.map { "\($0)/index.html" }], in: .ofProgram)
    guard !checks.checks.isEmpty else {
      throw EngineError("\(file): the document has no \"checks\"", .content)
    }
    return (checks, warnings)
  }

  private func check(
    _ checks: PlannedChecks, _ name: String, _ warnings: [String]
  ) throws -> CheckReport {
    if let html { try PageMark.judge(html, page: .checks) }
    let folder = html.map { "\($0)/\(CheckPage.pictures)" } ?? output
    for folder in Set([folder, output]) { EngineContext.ofProgram.outputs.note(folder) }
    let run = CheckRun(checks, folder: folder, prefix: name, drawsSides: html != nil)
    try run.run()
    var report = CheckReport(run, file: checks.planned.document.file)
    report.warnings = warnings
    return report
  }

  private func report(_ entries: [CheckPage.Entry]) throws {
    if let html {
      try PageMark.judge(html, page: .checks)
      try CheckPage(entries).write(to: html, in: .ofProgram)
    }
    try documents.write(entries.map(\.tests))
    var broken: EngineError?
    var failed = 0
    for entry in entries {
      switch entry {
      case .broken(_, let failure):
        // The problems of a single document are reported as in any other command.
        if entries.count == 1 { throw failure }
        Console.report(failure)
        broken = broken ?? failure
      case .checked(let report):
        failed += report.failed
        if json { continue }
        if documents.junit == "-" || documents.format != nil {
          (report.failures + [report.summary]).forEach(Console.note)
        } else {
          Console.result(report.failures)
          Console.summary(report.summary)
        }
      }
    }
    if json {
      let all = entries.map(\.json)
      Console.result(json: documents.files.count == 1 ? all[0] : "[\(all.joined(separator: ","))]")
    }
    if let broken { throw ExitCode(broken.exitStatus) }
    if failed > 0 { throw ExitCode(ExitStatus.difference.rawValue) }
  }
}

extension CheckPage.Entry {
  fileprivate var tests: TestReport {
    switch self {
    case .checked(let report): report.tests
    case .broken(let file, let failure): TestReport(suite: file, of: failure)
    }
  }

  fileprivate var json: String {
    switch self {
    case .checked(let report): report.json
    case .broken(let file, let failure):
      JSONObject([("file", file), ("failed", JSONFragment.null), ("errors", failure.lines)]).json
    }
  }
}

/// Collects the warnings of the engine in addition to printing them.
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
