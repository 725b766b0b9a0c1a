import ArgumentParser
import Documents
import Planning

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

  func run() throws {
    let checks = try PlannedChecks(document)
    let count = checks.checks.count
    guard count > 0 else {
      throw Failure("\(document.file): there is no \"checks\" in it", status: 65)
    }
    let run = CheckRun(checks, folder: output)
    try run.run()
    for failure in run.failures { Console.result(failure.description) }
    let word = count == 1 ? "check" : "checks"
    if run.failures.isEmpty {
      if Console.verbosity != .quiet { Console.result("\(document.file): \(count) \(word) hold") }
    } else {
      Console.result("\(document.file): \(run.failures.count) failures in \(count) \(word)")
      throw ExitCode(1)
    }
  }
}

/// A document with its checks, planned once, and the means to plan its variants.
struct PlannedChecks {
  let planned: PlannedDocument
  let pictures: CheckPictures
  let checks: [PlannedCheck]

  init(_ options: DocumentOptions) throws {
    let read = try options.read()
    let loader = AssetLoader()
    planned = try options.plan(read, images: loader)
    pictures = CheckPictures(planned) { try options.plan($0, images: loader) }
    checks = try PlannedCheck.all(of: planned, pictures)
  }
}
