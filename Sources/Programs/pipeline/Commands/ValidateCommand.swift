import ArgumentParser
import Documents
import Encoding
import Evaluation
import Planning
import Scenes

struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Reports every problem of a document at once.")

  @OptionGroup var document: DocumentOptions

  @Flag(help: "Prints the problems as JSON.")
  var json = false

  @Option(help: ArgumentHelp("Writes the problems as JUnit does.", valueName: "FILE.xml"))
  var junit: String?

  func run() throws {
    do {
      // Reading sets the limits that the loader takes over.
      let read: Document
      do {
        read = try document.read()
      } catch let failure as Failure {
        throw try all(failure)
      } catch let failure as DocumentFailure {
        throw try all(Failure(failure))
      }
      let loader = AssetLoader(checksOnly: true)
      defer { loader.close() }
      let planned = try plan(read, with: loader)
      try report([], warnings: planned.warnings)
      let seconds = planned.duration.seconds
      Console.note(
        "\(document.file): fine: \(seconds) s, "
          + Text.count(planned.playback.plan.stage.nodes.count - 1, "layer") + ", "
          + Text.count(planned.rows.count, "step"))
    } catch let failure as Failure where !failure.problems.isEmpty {
      try report(failure.problems)
      throw failure
    }
  }

  /// With what planning finds wrong in a document that could be read all the same.
  private func all(_ failure: Failure) throws -> Failure {
    guard let read = failure.document.first else { return failure }
    let loader = AssetLoader(checksOnly: true)
    defer { loader.close() }
    do {
      _ = try Planner(
        registry: document.registry(for: read), images: loader, samples: TrackLoader()
      ).plan(read)
    } catch PlanningFailure.document(let more) {
      let known = Set(failure.problems.map(\.origin.pointer))
      let others = more.problems.filter { !known.contains($0.origin.pointer) }
      return Failure(DocumentFailure(problems: failure.problems + others))
    } catch {
      return failure
    }
    return failure
  }

  /// Does all that comes before the first frame, so that it refuses what `frame` would.
  private func plan(_ read: Document, with loader: AssetLoader) throws -> PlannedDocument {
    let planned = try document.plan(read, images: loader)
    for job in try OutputJob.jobs(of: planned, commandLine: [], framesPerSecond: nil, scale: nil) {
      _ = try job.output(of: planned)
    }
    _ = try SoundPlan.spans(of: planned)
    return planned
  }

  private func report(_ problems: [Problem], warnings: [Problem] = []) throws(Failure) {
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
      try tests.write(junit: junit)
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
