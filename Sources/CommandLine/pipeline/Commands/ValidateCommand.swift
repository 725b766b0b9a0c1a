import Checking
import CommandLine
import ArgumentParser
import Assets
import Documents
import Encoding
import Evaluation
import Media
import Planning
import Rendering
import Reporting
import Scenes

struct ValidateCommand: ParsableCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Reports all problems of a document at once.")

  @OptionGroup var document: DocumentOptions

  @OptionGroup var plugins: PluginOptions

  @OptionGroup var reading: ReadingOptions

  @Flag(help: "Prints the problems as JSON.")
  var json = false

  @Option(help: ArgumentHelp("Writes the problems to a JUnit XML file.", valueName: "FILE.xml"))
  var junit: String?

  func run() throws {
    try OutputGuard.check([junit], reading: [document.file], in: .ofProgram)
    do {
      // Reading sets the limits that the loader takes over.
      let reader = try reader(checksOnly: true)
      defer { reader.close() }
      let project: Project
      do {
        project = try reader.open(document.file)
      } catch {
        throw all(error, by: reader)
      }
      let planned = project.planned
      try checkOutputs(of: planned, reader.media)
      try report([], warnings: planned.warnings)
      let seconds = planned.duration.seconds
      Console.note(
        "\(document.file): fine: \(Text.number(seconds)) s, "
          + Text.count(planned.playback.plan.stage.nodes.count - 1, "layer") + ", "
          + Text.count(planned.rows.count, "step"))
    } catch let failure as EngineError where !failure.problems.isEmpty {
      try OutputGuard.check([junit], aboutBroken: document.file, in: .ofProgram)
      try report(failure.problems)
      throw failure
    }
  }

  /// Adds the problems of planning to those of a document that could be read despite its problems.
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

  /// Whether a problem is that something is not there which the document has, but wrong, so that it was not
  /// read.
  private func misses(_ problem: Problem, in document: Document) -> Bool {
    guard let name = problem.message.firstMatch(of: /^no [a-z ]+"([^"]+)"/)?.1 else { return false }
    let source = String(decoding: document.source, as: UTF8.self)
    let last = name.split(separator: "/").last ?? name
    let use = /"(?:id|match)"\s*:\s*"([^"]*)"/
    return source.matches(of: use).contains { $0.1 == last }
      || source.contains("\"\(last)\":") || source.contains("\"\(last)\" :")
  }

  /// Does everything before the first frame, so that it refuses what `frame` would refuse.
  private func checkOutputs(of planned: PlannedDocument, _ media: MediaSettings) throws {
    try OutputGuard.check([junit], in: .ofProgram)
    try OutputGuard.check(
      OutputRequest.jobs(of: planned, commandLine: [], framesPerSecond: nil, scale: nil),
      of: planned,
      frames: .all, in: .ofProgram)
    _ = try SoundPlan.spans(of: planned, media, Console.diagnostics)
    for note in WorkNotes.notes(of: planned) { Console.note(note) }
  }

  private func report(_ problems: [Problem], warnings: [Problem] = []) throws(EngineError) {
    if let junit {
      var tests = TestReport(suite: document.file)
      tests.cases =
        problems.isEmpty
        ? [TestReport.Case(name: "the document", verdict: .passed)]
        : problems.map {
          TestReport.Case(
            name: $0.origin.pointer.isEmpty ? "the document" : $0.origin.pointer, place: $0,
            verdict: .failed($0.description))
        }
      try tests.write(junit: junit, in: .ofProgram)
    }
    guard json else { return }
    func list(_ problems: [Problem]) -> String {
      problems.map { "{\($0.members)}" }.joined(separator: ",")
    }
    Console.result(
      json: "{\"file\":\(JSONWriter.string(document.file)),\"fine\":\(problems.isEmpty),"
        + "\"problems\":[\(list(problems))],\"warnings\":[\(list(warnings))]}")
  }
}
