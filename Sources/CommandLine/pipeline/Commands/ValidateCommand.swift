import Checking
import CommandLine
import ArgumentParser
import Assets
import Documents
import Encoding
import Evaluation
import JSON
import Media
import Planning
import Rendering
import Reporting
import Scenes

struct ValidateCommand: ParsableCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Reports all problems of documents at once.")

  @OptionGroup var documents: JudgedDocuments

  @OptionGroup var plugins: PluginOptions

  @OptionGroup var reading: ReadingOptions

  @Flag(help: "Prints the problems as JSON.")
  var json = false

  func validate() throws {
    if json, documents.format != nil {
      throw ValidationError("--json and --format both write to standard output: remove one of them")
    }
  }

  /// The problems and warnings found in a document.
  fileprivate struct Finding {
    let file: String
    var warnings: [Problem] = []
    var failure: EngineError?
  }

  func run() throws {
    try OutputGuard.check([documents.junit], reading: documents.files, in: .ofProgram)
    var findings: [Finding] = []
    for file in documents.files {
      var finding = Finding(file: file)
      do { finding.warnings = try look(at: file) } catch {
        guard let failure = EngineError(any: error), failure.cause != .cancelled else {
          throw error
        }
        // If only one document is given, an error that is not a problem of the document ends the command.
        if documents.files.count == 1, failure.problems.isEmpty { throw failure }
        try OutputGuard.check([documents.junit], aboutBroken: file, in: .ofProgram)
        finding.failure = failure
      }
      findings.append(finding)
    }
    try report(findings)
    let failures = findings.compactMap(\.failure)
    if findings.count == 1, let failure = failures.first { throw failure }
    failures.forEach(Console.report)
    if let failure = failures.first { throw ExitCode(failure.exitStatus) }
  }

  /// Returns the warnings of a document; throws its problems.
  private func look(at file: String) throws -> [Problem] {
    // The reader must exist first, because reading sets the limits that the loader uses.
    let reader = try reader(checksOnly: true)
    defer { reader.close() }
    let project: Project
    do {
      project = try reader.open(file)
    } catch {
      throw all(error, by: reader)
    }
    let planned = project.planned
    try checkOutputs(of: planned, reader.media)
    let seconds = planned.duration.seconds
    Console.note(
      "\(file): fine: \(Text.number(seconds)) s, "
        + Text.count(planned.playback.plan.stage.nodes.count - 1, "layer") + ", "
        + Text.count(planned.rows.count, "step"))
    return planned.warnings
  }

  /// Adds the problems of planning to the problems of a document that could be read despite them.
  private func all(_ failure: EngineError, by reader: ProjectReader) -> EngineError {
    guard let read = failure.document.first else { return failure }
    do throws(EngineError) {
      _ = try reader.project(read)
      return failure
    } catch {
      let known = Set(failure.problems.map(\.origin.pointer))
      let others = error.problems.filter {
        !known.contains($0.origin.pointer) && !misses($0, in: read)
      }
      guard !others.isEmpty else { return failure }
      return EngineError(DocumentFailure(problems: failure.problems + others))
    }
  }

  /// Whether a problem reports as missing an object that the document contains in an invalid form, which was
  /// not read.
  private func misses(_ problem: Problem, in document: Document) -> Bool {
    guard let name = problem.message.firstMatch(of: /^no [a-z ]+"([^"]+)"/)?.1 else { return false }
    let source = String(decoding: document.source, as: UTF8.self)
    let last = name.split(separator: "/").last ?? name
    let use = /"(?:id|match)"\s*:\s*"([^"]*)"/
    return source.matches(of: use).contains { $0.1 == last }
      || source.contains("\"\(last)\":") || source.contains("\"\(last)\" :")
  }

  /// Prepares all work up to the first frame, in order to report the same errors as `frame`.
  private func checkOutputs(of planned: PlannedDocument, _ media: MediaSettings) throws {
    try OutputGuard.check([documents.junit], in: .ofProgram)
    try OutputGuard.check(
      OutputRequest.jobs(of: planned, commandLine: [], framesPerSecond: nil, scale: nil),
      of: planned,
      frames: .all, in: .ofProgram)
    _ = try SoundPlan.spans(of: planned, media, Console.diagnostics)
    for note in WorkNotes.notes(of: planned) { Console.note(note) }
  }

  private func report(_ findings: [Finding]) throws(EngineError) {
    try documents.write(findings.map(\.tests))
    guard json else { return }
    let all = findings.map(\.json)
    Console.result(json: all.count == 1 ? all[0] : "[\(all.joined(separator: ","))]")
  }
}

extension ValidateCommand.Finding {
  fileprivate var tests: TestReport {
    guard let failure else {
      var tests = TestReport(suite: file)
      tests.cases = [TestReport.Case(name: "the document", verdict: .passed)]
      tests.warnings = warnings.map(\.description)
      return tests
    }
    if failure.problems.isEmpty { return TestReport(suite: file, of: failure) }
    var tests = TestReport(suite: file)
    tests.cases = failure.problems.map {
      TestReport.Case(
        name: $0.origin.pointer.isEmpty ? "the document" : $0.origin.pointer, place: $0,
        verdict: .failed($0.description))
    }
    return tests
  }

  fileprivate var json: String {
    var all: JSONObject = [
      "file": file, "fine": failure == nil, "problems": (failure?.problems ?? []).map(\.members),
      "warnings": warnings.map(\.members),
    ]
    if let failure, failure.problems.isEmpty { all.add("errors", failure.lines) }
    return all.json
  }
}
